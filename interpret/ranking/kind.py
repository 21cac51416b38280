"""The entry of rankings in the table of kinds.

The command line learns them by a command of their own (`command`), with settings of its own.
"""

from collections.abc import Mapping
from typing import Any

from interpret.answers.unread import NONE, Unread
from interpret.data.complaints import DataError, listed
from interpret.data.table import Table
from interpret.ranking import words
from interpret.ranking.document import document, restore
from interpret.ranking.rankings import Rankings, newcomers
from interpret.ranking.recommend import Recommended, recommend
from interpret.ranking.settings import Recommending
from interpret.ranking.words import level
from interpret.registry import AskedRun, Kind, Listening, Result, RowsTold, Telling, Told, from_spec
from interpret.settings import SettingsError
from interpret.tell.blocks import sentences


def work(asked: AskedRun, reporter: Listening) -> Result | None:
    """The document of what spec["asked"] recommends."""
    what = from_spec(Recommending.from_dict, asked.spec["asked"])

    def tell(stage: str, share: float) -> bool:
        return reporter.step({"fraction": min(1.0, share), "doing": stage})

    found = recommend(asked.table(), what, tell)
    return None if found is None else document(found)


def _asked(spec: Mapping[str, Any]) -> str:
    item = spec["asked"]["item_column"]
    return f"{item} ranked for users" if item else "items ranked for users"


def _came(found: Recommended) -> str:
    metric = found.asked.metric
    first, machine = level(found, metric), found.methods[0]
    others = [tried for tried in first if tried is not machine]
    how = "level with" if machine in first else "behind"
    beside = [f"{other.method} {other.figures[metric].mean:.3f}" for other in others]
    comparison = f", {how} {listed(beside)}" if beside else ""
    return f"{metric} {machine.figures[metric].mean:.3f}{comparison}, {found.machine.kernel}"


def _figures(found: Recommended) -> dict[str, str]:
    return {
        f"{name} of {method.method}": f"{method.figures[name].mean:.3f}"
        for method in found.methods
        for name in ("nDCG@10", "AUC")
    }


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

    def report(_: bool) -> str:
        raise DataError(f"Rankings have no report; {COMMAND} says and writes all of them.")

    return Told(
        dict(document), lambda: words.brief(restore(document)), report, lambda path: iter(())
    )


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
        sentences(*notices),
        lambda: [(name, [row[i] for row in rows]) for i, name in enumerate(names)],
    )


def needs(document: Mapping[str, Any]) -> tuple[str, ...]:
    """The columns of users and items."""
    roles = restore(document).roles
    return roles.user, roles.item


KIND = Kind(
    page="recommend",
    also=("predict",),
    work=work,
    restore=restore,
    asked=_asked,
    came=_came,
    figures=_figures,
    thing="learning",
    button="Learn",
    nothing_yet="Nothing is learnt yet. Press “Learn”: a machine ranks the items for every user, "
    "and is judged beside popularity and other ways on choices held out.",
    kept="The ways that were judged by then are below.",
    learned=learned,
    told=told,
    scored=of_rows,
    needs=needs,
)
