"""The command that ranks items for users: its arguments, its work and its output."""

import argparse
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from functools import partial
from typing import Any, TextIO

from interpret.answers.document import read_document
from interpret.command import (
    REPEATED,
    Parser,
    Results,
    add,
    add_options,
    obeyed,
    read_table_at,
    source,
    with_sheet,
)
from interpret.cores import jobs_asked, on_cores
from interpret.data.sandbox.read_apart import read_apart
from interpret.data.table import Table
from interpret.present.csv_file import as_csv
from interpret.ranking import words
from interpret.ranking.kind import COMMAND, RECOMMEND, ranking_document, restore
from interpret.ranking.rankings import RankedFor, Rankings, as_document
from interpret.ranking.recommend import Recommended, Recommending, describe, recommend
from interpret.settings import SettingsError, rare_of, read_settings
from interpret.tell.blocks import Block, Notice, Sentence
from interpret.tell.text import as_text

RESULTS = ("json", "csv")
WHAT_TO_RANK = {
    "FILE": "who chose what, or an answer that --json wrote",
    "--user NAME ...": "a user to rank for",
    "--liked ITEM ...": "an item that a new user likes",
    "--items FILE": "a table that describes the items",
}
SET = {"--set NAME=VALUE ...": "any other setting"}
WHAT_TO_WRITE = {
    "--json FILE": "the whole answer; - for stdout",
    "--csv FILE": "the rankings, of all users unless you name some",
}
CLEARED = "\r\x1b[K"  # clears the terminal's line


def main(argv: Sequence[str], stdout: TextIO, stderr: TextIO) -> int:
    """Runs one command. Returns 0, or 2 after one line on stderr about what is wrong."""
    return obeyed(_argument_parser(), partial(_on_cores, stderr), argv, stdout, stderr)


def _on_cores(stderr: TextIO, given: dict[str, Any], stdout: TextIO) -> None:
    with on_cores(jobs_asked()):
        _obey(given, stdout, stderr)


def _obey(given: dict[str, Any], stdout: TextIO, stderr: TextIO) -> None:
    path, sheet = with_sheet(given.pop("FILE"))
    users, liked = given.pop("user", []), given.pop("liked", [])
    items_path = given.pop("items", None)
    paths = {name: given.pop(name) for name in RESULTS if name in given}
    asked = read_settings(given, rare_of(Recommending))
    settings = Recommending(**asked)
    inputs = [with_sheet(one)[0] for one in (path, items_path) if one]
    results = Results(paths, stdout, inputs=tuple(inputs))
    raw, name = source("FILE", path)
    stored = _document_in(raw)
    if stored is not None and asked.keys() - {"top"}:
        raise SettingsError(
            f"{path!r} holds recommendations. --top is the only setting that they can take."
        )
    items_table = read_table_at("--items FILE", items_path) if items_path else None
    if stored is not None:
        recommended = restore(stored)
    else:
        recommended = _recommended(read_apart(raw, name, sheet=sheet), settings, stderr)
    rankings = Rankings(recommended.choices, recommended.machine)
    items = describe(items_table, recommended.choices, recommended.roles)
    ranked: list[RankedFor] = [
        (user, rankings.ranked(_known(recommended, user), settings.top, items)) for user in users
    ]
    if liked:
        chosen = [recommended.choices.item(one) for one in liked]
        ranked.append((None, rankings.ranked(chosen, settings.top, items)))
    notices = [*recommended.notices, *(items.notices if items else ())]
    if "json" in results:
        rankings_told = [as_document(user, one, recommended.choices) for user, one in ranked]
        results.write_json(ranking_document(recommended) | {"rankings": rankings_told})
    if "csv" in results:
        columns = rankings.columns_of(ranked) if ranked else rankings.columns(settings.top)
        results.write("csv", as_csv(columns.items()))
    results.say(_said(recommended, ranked, notices))


def _recommended(table: Table, settings: Recommending, stderr: TextIO) -> Recommended:
    """What is recommended; a terminal shows the progress."""
    looks_on = stderr.isatty()

    def tell(stage: str, share: float) -> None:
        if looks_on:
            stderr.write(f"{CLEARED}{share:4.0%}  {stage}")
            stderr.flush()

    try:
        recommended = recommend(table, settings, tell)
    finally:
        if looks_on:
            stderr.write(CLEARED)
    assert recommended is not None  # nothing here stops it
    return recommended


def _known(recommended: Recommended, user: str) -> list[int]:
    return recommended.choices.chosen(recommended.choices.user(user)).tolist()


def _document_in(raw: bytes) -> Mapping[str, Any] | None:
    """The recommendations that a file holds; None where it is a table."""
    given = read_document(raw)
    return given if given is not None and given.get("kind") == RECOMMEND else None


def _said(recommended: Recommended, ranked: Iterable[RankedFor], notices: Iterable[str]) -> str:
    choices = recommended.choices
    blocks: list[Block] = [
        Sentence(
            f"{recommended.name}: {len(choices.users):,} users, {len(choices.items):,} items,"
            f" {choices.R.nnz:,} choices. {recommended.roles.sentence}"
        ),
        Sentence(f"The kernel machine: {words.machine_words(recommended)}."),
        *words.brief(recommended),
        *map(Notice, notices),
    ]
    for user, one in ranked:
        blocks += words.ranking(user or "Who likes these", one, choices)
    return as_text(blocks).rstrip()


def _argument_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog=COMMAND,
        usage=f"{COMMAND} FILE [options]",
        description="Rank items for users with a kernel machine, with reasons for every place.",
        epilog=f"{REPEATED}. rulescope settings lists what --set knows.",
    )
    asked, written = map(parser.add_argument_group, ("What is asked", "What is written"))
    add_options(asked, WHAT_TO_RANK)
    rare = rare_of(Recommending)
    for setting in fields(Recommending):
        if setting.name not in rare:
            add(asked, setting)
    add_options(asked, SET)
    add_options(written, WHAT_TO_WRITE)
    return parser
