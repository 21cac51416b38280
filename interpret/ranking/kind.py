"""The entry of rankings in the table of kinds.

The command line learns them by a command of its own (`command`), which has its own settings.
"""

from collections.abc import Mapping
from typing import Any

from interpret.answers.rows import NONE, Unread
from interpret.data.complaints import DataError, listed
from interpret.data.table import Table
from interpret.ranking import words
from interpret.ranking.document import document, restore
from interpret.ranking.rankings import Rankings, newcomers
from interpret.ranking.recommend import Recommended, recommend
from interpret.ranking.settings import Recommending
from interpret.ranking.words import level
from interpret.registry import (
    AnswerOutput,
    Kind,
    Listening,
    OutputOptions,
    Result,
    RowsOutput,
    RunRequest,
    from_spec,
)
from interpret.settings import SettingsError
from interpret.tell.blocks import Block, sentences


def work(run: RunRequest, reporter: Listening) -> Result | None:
    """The document of what spec["asked"] recommends."""
    what = from_spec(Recommending.from_dict, run.spec["asked"])

    def tell(stage: str, share: float) -> bool:
        return reporter.step({"fraction": min(1.0, share), "doing": stage})

    recommended = recommend(run.table(), what, tell)
    return None if recommended is None else document(recommended)


def _question(spec: Mapping[str, Any]) -> str:
    item = spec["asked"]["item_column"]
    return f"{item} ranked for users" if item else "items ranked for users"


def _outcome(recommended: Recommended) -> str:
    metric = recommended.settings.metric
    first, machine = level(recommended, metric), recommended.methods[0]
    others = [tried for tried in first if tried is not machine]
    how = "level with" if machine in first else "behind"
    beside = [f"{other.method} {other.figures[metric].mean:.3f}" for other in others]
    comparison = f", {how} {listed(beside)}" if beside else ""
    return f"{metric} {machine.figures[metric].mean:.3f}{comparison}, {recommended.machine.kernel}"


def _figures(recommended: Recommended) -> dict[str, str]:
    return {
        f"{name} of {method.method}": f"{method.figures[name].mean:.3f}"
        for method in recommended.methods
        for name in ("nDCG@10", "AUC")
    }


COMMAND = "rulescope recommend"


def present(document: Mapping[str, Any], options: OutputOptions) -> AnswerOutput:
    """The recommendations of a document, in words."""
    if options.scale:
        raise SettingsError("A ranking has no card to be put on a scale.")
    if options.exports:
        raise SettingsError(
            "--export writes rules and sums, and this is a ranking. Take its columns with --csv, "
            f"or rank with {COMMAND}."
        )

    def report(_: bool) -> str:
        raise DataError(f"Rankings have no report; {COMMAND} says and writes all of them.")

    def told() -> list[Block]:
        return words.brief(restore(document))

    return AnswerOutput(dict(document), told, told, report, lambda path: iter(()))


def score(document: Mapping[str, Any], table: Table, unread: Unread) -> RowsOutput:
    """The first items for each user of a table of new users, who chose among the same items."""
    if unread != NONE:
        raise SettingsError("A ranking reads users and items as they stand; leave --unread out.")
    recommended = restore(document)
    rankings = Rankings(recommended.choices, recommended.machine)
    new, notices = newcomers(recommended, table)
    top = recommended.settings.top
    ranked = [(newcomer.name, rankings.ranked(newcomer.chosen, top, None)) for newcomer in new]
    return RowsOutput(sentences(*notices), lambda: list(rankings.columns_of(ranked).items()))


def needs(document: Mapping[str, Any]) -> tuple[str, ...]:
    """The columns of users and items."""
    roles = restore(document).roles
    return roles.user, roles.item


KIND = Kind(
    page="recommend",
    also=("predict",),
    work=work,
    restore=restore,
    question=_question,
    outcome=_outcome,
    figures=_figures,
    thing="learning",
    button="Learn",
    nothing_yet="Nothing is learnt yet. Press “Learn”: a machine ranks the items for every user, "
    "and is judged beside popularity and other ways on choices held out.",
    kept="The ways that were judged by then are below.",
    present=present,
    score=score,
    needs=needs,
)
