"""The entry of rankings in the table of kinds.

They are learned by a command of their own (`command`), which has settings of its own.
"""

from collections.abc import Mapping
from typing import Any

from interpret.answers.kinds import AnswerKind, RowsTold, Telling, Told
from interpret.answers.ranking import words
from interpret.answers.ranking.document import restore
from interpret.answers.ranking.newcomers import newcomers
from interpret.answers.ranking.rankings import Rankings
from interpret.answers.unread import NONE, Unread
from interpret.data.complaints import DataError
from interpret.data.table import Table
from interpret.settings import SettingsError

COMMAND = "python -m interpret.recommend"


def learned(*_: Any) -> Told:
    """Refuses: the settings of a ranking are those of its own command."""
    raise SettingsError(f"Items are ranked for users by {COMMAND}, which has its own settings.")


def told(document: Mapping[str, Any], telling: Telling) -> Told:
    """The recommendations of a document, in words."""
    if telling.scale:
        raise SettingsError("A ranking has no card to be put on a scale.")
    if telling.exports:
        raise SettingsError(
            "--export writes rules and sums, and this is a ranking. Take its columns with --csv, "
            f"or rank with {COMMAND}."
        )

    def said() -> list[str]:
        found = restore(document)
        return [words.verdict(found), *words.table_lines(found), *words.caveats(found)]

    def report(_: bool) -> str:
        raise DataError(f"Rankings have no report; {COMMAND} says and writes all of them.")

    return Told(dict(document), lambda: ["\n".join(said())], report, lambda path: iter(()))


def of_rows(document: Mapping[str, Any], table: Table, unread: Unread) -> RowsTold:
    """Who chose what in a table of new users, ranked by what was learned: their first items."""
    if unread != NONE:
        raise SettingsError("A ranking reads users and items as they stand; leave --unread out.")
    found = restore(document)
    rankings = Rankings(found.choices, found.machine)
    new, notices = newcomers(found, table)
    ranked = [
        (newcomer.name, rankings.ranked(newcomer.chosen, found.asked.top, None)) for newcomer in new
    ]
    rows = [
        (name, place, found.choices.items[ranked_item.item], ranked_item.score)
        for name, one in ranked
        for place, ranked_item in enumerate(one.places, start=1)
    ]
    names = ("user", "place", "item", "score")
    return RowsTold(
        notices, lambda: [(name, [row[i] for row in rows]) for i, name in enumerate(names)]
    )


def needs(document: Mapping[str, Any]) -> tuple[str, ...]:
    """The columns of users and items."""
    roles = restore(document).roles
    return roles.user, roles.item


KIND = AnswerKind(
    learned=learned,
    told=told,
    scored=of_rows,
    needs=needs,
)
