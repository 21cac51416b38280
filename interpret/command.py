"""What all commands share: options made from settings, reading files, writing results, errors."""

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
REPEATS = "(may be repeated)"
Main = Callable[[Sequence[str], TextIO, TextIO], int]


class Parser(argparse.ArgumentParser):
    """The parser of a command. It knows --version and puts every error into one sentence."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.add_argument(VERSION, action="store_true", help="show the version and stop")

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
        stderr.write(f"{one_line(str(error))}\n")
        return 2
    return 0


def source(what: str, path: str) -> tuple[bytes, str, str | None]:
    """The bytes and the name of a file, and the column to predict if its source names one."""
    if path.startswith(OPENML):
        number = path.removeprefix(OPENML)
        if not TABLE_NUMBER.fullmatch(number):
            raise DataError(f"Name a table of OpenML like this: {OPENML}61. Got {quoted(path)}.")
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
    """Where a command writes its results: each, by its name, to a FILE, or to stdout for "-".

    exports: further files; the ending of a name says what to write. Raises a SettingsError before
    the work begins if one of the files cannot be written.
    """

    paths: Mapping[str, str]
    stdout: TextIO
    exports: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if list(self.paths.values()).count("-") > 1:
            raise SettingsError(
                "Standard output has room for one result. Name a FILE for the other."
            )
        for path in (*self.paths.values(), *self.exports):
            if path != "-" and (Path(path).is_dir() or not Path(path).parent.is_dir()):
                raise SettingsError(
                    f"The result must go to a file in a folder that exists; {path!r} is not one."
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
        """Writes a file. Raises a SettingsError if that is not possible."""
        try:
            Path(path).write_bytes(content.encode() if isinstance(content, str) else content)
        except (OSError, ValueError) as error:
            raise SettingsError(
                f"The result must go to a file that can be written; {path!r}: {_reason(error)}."
            ) from None

    def write_json(self, document: Mapping[str, Any]) -> None:
        """Writes the result "json" if it is wanted."""
        if "json" in self:
            ascii_only = self.paths["json"] == "-"  # whatever the encoding of standard output
            text = json.dumps(document, allow_nan=False, ensure_ascii=ascii_only)
            self.write("json", text + "\n")

    def say(self, text: str) -> None:
        """Prints a text to read, unless a result goes to standard output."""
        if "-" not in self.paths.values():
            self.stdout.write(text + "\n")


def _reason(error: OSError | ValueError) -> str:
    return (getattr(error, "strerror", None) or str(error)).lower()


def add(parser: argparse._ActionsContainer, setting: Field) -> None:
    """Adds the option of one setting to a parser or to one of its groups."""
    limits = setting.metadata
    flag = "--" + setting.name.replace("_", "-")
    text = limits["help"].replace("%", "%%")
    if setting.default == ():
        text = f"{text} {REPEATS}"
        parser.add_argument(flag, action="append", metavar="TEXT", help=text, default=None)
    elif setting.type is bool:
        parser.add_argument(flag, action="store_true", help=text, default=None)
    else:
        if setting.default:
            text = f"{text} (default: {_shown(setting.default)})"
        words = "|".join(limits["choices"]) if "choices" in limits else None
        parser.add_argument(flag, type=_reader(setting), metavar=words, help=text, default=None)


def _shown(value: Any) -> str:
    """The value of a setting as a person writes it."""
    return f"{value:g}" if isinstance(value, float) else str(value)


def _reader(setting: Field):
    """Turns an option's text into its value. argparse quotes the function's name in its errors."""
    if setting.type in (str, str | None):
        return str
    number = int if setting.type in (int, int | str) else float
    words = {setting.default, setting.metadata.get("also")}

    def read(text: str) -> object:
        return text if text in words else number(text)

    read.__name__ = "whole number" if number is int else "number"
    return read


def run(main: Main) -> int:
    """Runs a command as a program; it ends quietly on Ctrl+C and when its output is closed."""
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        status = main(sys.argv[1:], sys.stdout, sys.stderr)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        sys.stderr.write("Stopped at your request, before there was a result.\n")
        return 130  # the status that shells give a program ended by Ctrl+C
    return status
