"""What every command does alike: options from settings, files, results, complaints."""

import argparse
import json
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import Field, dataclass
from pathlib import Path
from typing import Any, TextIO

from interpret.data.complaints import DataError, one_line, quoted
from interpret.data.openml import fetch
from interpret.settings import SettingsError
from interpret.versions import RULESCOPE

OPENML = "openml:"
TABLE_NUMBER = re.compile(r"[1-9][0-9]{0,8}")
VERSION = "--version"
Main = Callable[[Sequence[str], TextIO, TextIO], int]


class Parser(argparse.ArgumentParser):
    """The parser of a command, which also tells its version and puts a complaint in a sentence."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.add_argument(VERSION, action="store_true", help="say which version this is")

    def error(self, message: str) -> None:  # type: ignore[override]
        raise SettingsError(f"{message}. See {self.prog} --help.")


def obeyed(
    parser: argparse.ArgumentParser,
    obey: Callable[[dict[str, Any], TextIO], None],
    argv: Sequence[str],
    stdout: TextIO,
    stderr: TextIO,
) -> int:
    """Runs one command; 0, or 2 with one line on stderr that says what is wrong with the input."""
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
        stderr.write(f"{one_line(str(error))}\n")
        return 2
    return 0


def source(what: str, path: str) -> tuple[bytes, str, str | None]:
    """A file's bytes, its name, and the column to predict if the source names one."""
    if path.startswith(OPENML):
        number = path.removeprefix(OPENML)
        if not TABLE_NUMBER.fullmatch(number):
            raise DataError(f"A table of OpenML is named like {OPENML}61; got {quoted(path)}.")
        name, raw, target = fetch(int(number))
        return raw, name, target
    try:
        raw = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        raise DataError(
            f"{what} must be a file that can be read; {path!r}: {_reason(error)}."
        ) from None
    return raw, os.fsencode(Path(path).name).decode("utf-8", "replace"), None


@dataclass(frozen=True)
class Results:
    """Where a command's results go: each by its name to a FILE, or with - to standard output.
    exports: further files, whose endings say what they hold. A SettingsError, raised before the
    work begins, where one of them cannot be written.
    """

    paths: Mapping[str, str]
    stdout: TextIO
    exports: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if list(self.paths.values()).count("-") > 1:
            raise SettingsError("Standard output can hold one result; name a FILE for the other.")
        for path in (*self.paths.values(), *self.exports):
            if path != "-" and (Path(path).is_dir() or not Path(path).parent.is_dir()):
                raise SettingsError(
                    "The result must go to a file in a folder that exists, and "
                    f"{path!r} cannot be one."
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

    def write_file(self, path: str, content: str | bytes) -> None:
        """Writes a file; a SettingsError where it cannot be written."""
        try:
            Path(path).write_bytes(content.encode() if isinstance(content, str) else content)
        except (OSError, ValueError) as error:
            raise SettingsError(
                f"The result must go to a file that can be written; {path!r}: {_reason(error)}."
            ) from None

    def write_json(self, document: Mapping[str, Any]) -> None:
        """Writes the result "json", where it is wanted."""
        if "json" in self:
            ascii_only = self.paths["json"] == "-"  # whatever the encoding of standard output
            text = json.dumps(document, allow_nan=False, ensure_ascii=ascii_only)
            self.write("json", text + "\n")

    def say(self, text: str) -> None:
        """Prints what there is to read, unless standard output holds a result."""
        if "-" not in self.paths.values():
            self.stdout.write(text + "\n")


def _reason(error: OSError | ValueError) -> str:
    return (getattr(error, "strerror", None) or str(error)).lower()


def add(parser: argparse.ArgumentParser, setting: Field) -> None:
    """One option from one setting."""
    limits = setting.metadata
    flag = "--" + setting.name.replace("_", "-")
    text = limits["help"].replace("%", "%%")
    if setting.default == ():
        parser.add_argument(flag, action="append", metavar="TEXT", help=text, default=None)
    elif setting.type is bool:
        parser.add_argument(flag, action="store_true", help=text, default=None)
    else:
        shown = "|".join(limits["choices"]) if "choices" in limits else None
        parser.add_argument(flag, type=_reader(setting), metavar=shown, help=text, default=None)


def _reader(setting: Field):
    """What turns an option's text into its value; argparse says its name in a complaint."""
    if setting.type in (str, str | None):
        return str
    number = int if setting.type in (int, int | str) else float
    words = {setting.default, setting.metadata.get("also")}

    def read(text: str) -> object:
        return text if text in words else number(text)

    read.__name__ = "whole number" if number is int else "number"
    return read


def run(main: Main) -> int:
    """A command as a program: quiet where the reader of its output leaves or the user stops it."""
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        status = main(sys.argv[1:], sys.stdout, sys.stderr)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        sys.stderr.write("Stopped on your request, before there was a result.\n")
        return 130  # as shells say of a program that Ctrl-C ended
    return status
