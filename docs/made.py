"""The pages that the program makes: the glossary, every option, the changes."""

import argparse
import re
from dataclasses import Field, fields
from pathlib import Path
from typing import Any

import interpret
from interpret.__main__ import HEADINGS
from interpret.__main__ import _argument_parser as of_rulescope
from interpret.ranking.command import _argument_parser as of_recommend
from interpret.ranking.recommend import Recommending
from interpret.settings import Settings, rare_settings
from rulescope.commands import check_parser, serve_parser

ROOT = Path(__file__).resolve().parents[1]
COMMANDS: dict[str, tuple[argparse.ArgumentParser, Any]] = {
    "rulescope": (of_rulescope("rulescope"), Settings),
    "rulescope recommend": (of_recommend(), Recommending),
    "rulescope serve": (serve_parser(), None),
    "rulescope check": (check_parser(), None),
}
WHAT_IT_DOES = {
    "rulescope": "Trains a machine on a table and finds the rule inside it, or explains a number.",
    "rulescope recommend": "Ranks items for users, from a table of who chose what.",
    "rulescope serve": "Serves the dashboard until you press Ctrl+C.",
    "rulescope check": "Checks an answer by a program that shares no code with Rulescope.",
}


def pages() -> dict[str, str]:
    """The text of each page, by the name of its file."""
    return {
        "glossary.md": glossary_page(),
        "command-line.md": command_line_page(),
        "changes.md": (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"),
    }


def glossary() -> dict[str, dict[str, str]]:
    """The words of `interpret/__init__.py`: heading -> word -> what it means."""
    found: dict[str, dict[str, str]] = {}
    heading = word = ""
    for line in (interpret.__doc__ or "").split("One word for one thing.")[1].splitlines()[1:]:
        if re.match(r"\w", line):
            heading, word = line, ""
        elif re.match(r" {4}\w", line):
            word = line[4:16].strip()
            found.setdefault(heading, {})[word] = line[16:].strip()
        elif line.strip() and word:
            found[heading][word] += f" {line.strip()}"
    return found


def glossary_page() -> str:
    parts = [
        "# Glossary",
        "One word for one thing: the pages, the reports and the code all use these words. This "
        "page is made from the docstring of `interpret/__init__.py`.",
    ]
    for heading, words in glossary().items():
        told = "\n".join(f"{word}\n  {meaning}\n" for word, meaning in words.items())
        parts += [f"## {heading}", f"```{{glossary}}\n{told}```"]
    return "\n\n".join(parts)


def command_line_page() -> str:
    parts = [
        "# The command line",
        "Every option, with its default and its range. `--help` says the same. If you run "
        "Rulescope from the project's folder without installing it, type "
        "`.venv/bin/python -m rulescope` instead of `rulescope`. A setting has the same name in "
        "Python, with `_` for `-`.",
    ]
    for name, (parser, settings) in COMMANDS.items():
        parts += [f"## {name}", WHAT_IT_DOES[name], f"```{{program}} {name}\n```"]
        known = {own.name: own for own in fields(settings)} if settings else {}
        for action in (one for one in parser._actions if one.help != argparse.SUPPRESS):
            if settings is Settings and action.dest in HEADINGS:
                parts.append(f"### {HEADINGS[action.dest]}")
            parts.append(option(action, known.get(action.dest)))
            if action.dest == "set":
                told = rare_settings(settings)
                parts += [f"`{name}`: {meaning}; {values}." for name, meaning, values in told]
    return "\n\n".join(parts)


def option(action: argparse.Action, setting: Field[Any] | None) -> str:
    """One option: how it is written, what it does, its default and its range."""
    takes = "" if action.nargs == 0 else f" {action.metavar or action.dest.upper()}"
    written = ", ".join(f"{flag}{takes}" for flag in action.option_strings) or action.dest
    what = setting.metadata["help"] if setting else (action.help or "").replace("%%", "%")
    told = f"{sentence(what)} {limits(setting)}".strip()
    return f"```{{option}} {written}\n{told}\n```"


def sentence(text: str) -> str:
    """The text of --help as a sentence of Markdown, in which < and * stand for themselves."""
    text = re.sub(r"([*<\[\]_`])", r"\\\1", text)
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def limits(setting: Field[Any] | None) -> str:
    """What a setting is unless told otherwise, and what it may be."""
    if setting is None:
        return ""
    told, allowed = [], setting.metadata
    if setting.default == ():
        told.append("May be repeated.")
    elif setting.default not in (None, False):
        told.append(f"Default: `{shown(setting.default)}`.")
    if "low" in allowed and abs(allowed["high"]) < 1e300:
        also = f", or `{shown(allowed['also'])}`" if "also" in allowed else ""
        told.append(f"From {shown(allowed['low'])} to {shown(allowed['high'])}{also}.")
    if "search" in allowed:
        told.append(f"For the {allowed['search']} search.")
    return " ".join(told)


def shown(value: Any) -> str:
    """A value as the page has it."""
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:g}" if isinstance(value, float) else str(value)
