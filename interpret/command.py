"""What all commands share: options made from settings, reading files, writing results, errors."""

import argparse
import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import Field, dataclass
from functools import partial
from glob import iglob
from pathlib import Path
from typing import Any, TextIO

from interpret.data.complaints import DataError, one_line, quoted
from interpret.data.limits import LIMITS, ReadingLimits
from interpret.data.sandbox.read_apart import read_apart
from interpret.data.table import Table
from interpret.program import STATUS, STOPPED, finished, stoppable, unfinished
from interpret.settings import SettingsError, read_setting
from interpret.versions import RULESCOPE

VERSION = "--version"
LONG_WORD = re.compile(r"(\S{80})\S{100,}")
REPEATS = "*"  # behind the help of an option
REPEATED = f"{REPEATS} may be repeated"
Main = Callable[[Sequence[str], TextIO, TextIO], int]


class _Once(argparse.Action):
    """Keeps the value of an option that can be given once."""

    def __call__(self, parser: Any, namespace: Any, values: Any, option: Any = None) -> None:
        if option and getattr(namespace, self.dest) is not None:
            parser.error(f"{option} can be given once, and is given twice")
        setattr(namespace, self.dest, values)


class Parser(argparse.ArgumentParser):
    """The parser of a command. It knows --version, takes no option by the beginning of its name or
    twice, and puts every error into one sentence.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_abbrev=False, add_help=False, **options)
        self.register("action", None, _Once)
        self.add_argument(VERSION, action="store_true", help=argparse.SUPPRESS)

    def error(self, message: str) -> None:  # type: ignore[override]
        raise SettingsError(f"{message}. See {self.prog} --help.")


def obeyed(
    parser: argparse.ArgumentParser,
    obey: Callable[[dict[str, Any], TextIO], None],
    argv: Sequence[str],
    stdout: TextIO,
    stderr: TextIO,
) -> int:
    """Runs one command. Returns 0, or 2 after one line on stderr about what is wrong."""
    try:
        if {"-h", "--help"} & set(argv):
            stdout.write(parser.format_help())
            return 0
        if VERSION in argv:
            stdout.write(f"Rulescope {RULESCOPE}\n")
            return 0
        given = vars(parser.parse_args(argv))
        del given["version"]
        obey({name: value for name, value in given.items() if value is not None}, stdout)
    except (DataError, SettingsError) as error:
        stderr.write(LONG_WORD.sub(r"\1…", one_line(str(error))) + "\n")
        return 2
    return 0


def with_sheet(path: str) -> tuple[str, str | None]:
    """A path and the sheet behind it, as in book.xlsx#Sheet; None where it names none."""
    file, _, sheet = path.rpartition("#")
    with suppress(OSError, ValueError):
        if sheet and Path(file).is_file() and not Path(path).exists():
            return file, sheet
    return path, None


def read_table_at(what: str, path: str, limits: ReadingLimits = LIMITS) -> Table:
    """The table in a file, or in a sheet of it; a DataError where there is none."""
    file, sheet = with_sheet(path)
    return read_apart(*source(what, file), limits, sheet)


def source(what: str, path: str) -> tuple[bytes, str]:
    """The bytes and the name of a file."""
    if not path:
        raise DataError(f"{what} must be the name of a file, and it is empty. Name one.")
    try:
        if Path(path).exists() and not (Path(path).is_file() or Path(path).is_dir()):
            raise ValueError("a device or a pipe")
        raw = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        raise DataError(
            f"{what} must be a file that can be read; {path!r}: {_reason(error)}."
        ) from None
    return raw, os.fsencode(Path(path).name).decode("utf-8", "replace")


@dataclass(frozen=True)
class Results:
    """Where a command writes its results: each, by its name, to a FILE, or to stdout for "-".

    exports: further files; the ending of a name says what to write. inputs: files, folders and
    patterns of files that are read and must not be overwritten. Raises a SettingsError before the
    work begins if one of the files cannot be written.
    """

    paths: Mapping[str, str]
    stdout: TextIO
    exports: tuple[str, ...] = ()
    inputs: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if list(self.paths.values()).count("-") > 1:
            raise SettingsError(
                "Standard output has room for one result. Name a FILE for the other."
            )
        files = [path for path in (*self.paths.values(), *self.exports) if path != "-"]
        for path in files:
            if not _may_be_a_file(path):
                raise SettingsError(
                    "The result must go to a file in a folder that exists; "
                    f"{quoted(path)} is not one."
                )
            self._check_inputs(path)
        places = [_place(path) for path in files if _is_file(path)]
        twice = [path for path in files if _is_file(path) and places.count(_place(path)) > 1]
        if twice:
            raise SettingsError(
                f"Each result needs a file of its own, and two would go to {quoted(twice[0])}. "
                "Name another file for one of them."
            )

    def _check_inputs(self, path: str) -> None:
        """A SettingsError if this file is one that is read, whatever it is called."""
        if any(_same(path, one) for given in self.inputs for one in _files(given)):
            raise SettingsError(
                f"No result may be written over a file that is read, and {quoted(path)} is one. "
                "Name another file for the result."
            )

    def __contains__(self, name: str) -> bool:
        return name in self.paths

    def write(self, name: str, text: str) -> None:
        """Writes the result of that name."""
        path = self.paths[name]
        if path == "-":
            self.stdout.write(text)
        else:
            self.write_file(path, text)

    def write_file(self, path: str, content: str) -> None:
        """Writes a file, whole or not at all. Raises a SettingsError if that is not possible."""
        self._check_inputs(path)
        try:
            write_whole(path, content.encode())
        except (OSError, ValueError) as error:
            raise SettingsError(
                f"The result must go to a file that can be written; {path!r}: {_reason(error)}."
            ) from None

    def write_json(self, document: Mapping[str, Any]) -> None:
        """Writes the result "json" if it is wanted."""
        if "json" in self:
            ascii_only = self.paths["json"] == "-"  # valid in any encoding of standard output
            text = json.dumps(document, allow_nan=False, ensure_ascii=ascii_only)
            self.write("json", text + "\n")

    def say(self, text: str) -> None:
        """Prints a text to read, unless a result goes to standard output."""
        if "-" not in self.paths.values():
            self.stdout.write(text + "\n")


def write_whole(path: str, content: bytes) -> None:
    """Writes a file under another name and then renames it, so that a failure leaves the old one.

    A special file, such as a pipe, is written to directly. Raises an OSError.
    """
    if not _is_file(path):
        Path(path).write_bytes(content)
        return
    place = Path(os.path.realpath(path))
    beside = place.with_name(f".{place.name[:100]}.{os.getpid()}.part")
    unfinished.add(str(beside))
    try:
        with beside.open("xb") as file:
            file.write(content)
        if place.exists():
            beside.chmod(place.stat().st_mode & 0o7777)
        beside.replace(place)
    finally:
        beside.unlink(missing_ok=True)
        unfinished.discard(str(beside))


def _may_be_a_file(path: str) -> bool:
    """Whether a path is a file, or free for one in a folder that exists."""
    try:
        os.lstat(path)
    except FileNotFoundError:
        return bool(path) and Path(path).parent.is_dir()
    except (OSError, ValueError):
        return False
    return not Path(path).is_dir()


def _is_file(path: str) -> bool:
    """Whether a path is an ordinary file, or free for one."""
    return Path(path).is_file() or not Path(path).exists()


def _place(path: str) -> str:
    """What identifies a file, the same for all its names; some systems ignore case."""
    real = Path(os.path.realpath(path))
    with suppress(OSError):
        status = real.stat()
        return f"{status.st_dev}:{status.st_ino}"
    return str(real).casefold()


def _files(given: str) -> Iterator[str]:
    """The files of an input: itself, those of a folder, or those that match a pattern."""
    with suppress(OSError, ValueError):
        if Path(given).is_dir():
            yield from map(str, Path(given).rglob("*.parquet"))
        elif Path(given).exists():
            yield given
        else:
            yield from iglob(given, recursive=True)  # noqa: PTH207


def _same(one: str, other: str) -> bool:
    with suppress(OSError, ValueError):
        return _is_file(one) and Path(one).samefile(other)
    return False


def _reason(error: OSError | ValueError) -> str:
    return (getattr(error, "strerror", None) or str(error)).lower()


def add(parser: argparse._ActionsContainer, setting: Field) -> None:
    """Adds the option of one setting to a parser or to one of its groups."""
    limits, flag = setting.metadata, "--" + setting.name.replace("_", "-")
    text = limits["help"].replace("%", "%%")
    takes = limits.get("shown") or "|".join(limits.get("choices", ())) or None
    if setting.default and "shown" not in limits:
        text = f"{text} (default: {setting.default})"
    if setting.default == ():
        parser.add_argument(flag, action="append", metavar=takes, help=f"{text} {REPEATS}")
    else:
        read = partial(read_setting, setting)
        parser.add_argument(flag, type=read, metavar=takes, help=text)


def add_options(parser: argparse._ActionsContainer, options: Mapping[str, str]) -> None:
    """Adds arguments that are no settings, each with its help.

    "--key COLUMN" takes a value, "--by COLUMN ..." may be repeated,
    "--yes" is a switch, and "TABLE" has no name.
    """
    for option, meaning in options.items():
        flag, *value = option.split()
        if not flag.startswith("-"):
            parser.add_argument(flag, help=meaning)
        elif not value:
            parser.add_argument(flag, action="store_true", default=None, help=meaning)
        elif value[1:]:
            text = f"{meaning} {REPEATS}"
            parser.add_argument(flag, action="append", metavar=value[0], help=text)
        else:
            parser.add_argument(flag, metavar=value[0], help=meaning)


def run(main: Main) -> int:
    """Runs a command as a program; it ends quietly on Ctrl+C and when its output is closed."""
    stoppable()
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        status = main(sys.argv[1:], sys.stdout, sys.stderr)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:  # raised by another handler
        sys.stderr.write(STOPPED)
        return STATUS
    finished()
    return status
