"""The entry of rankings in the table of kinds, and their document, which can rank for a new user.

The command line learns them by a command of its own (`command`), which has its own settings. The
document is standard JSON: {"schema": 1, "kind": "recommend", "table": …, "choices": {"users",
"items", "chosen"}, "machine": …, "methods": […], "asked": …, and from the command line "rankings":
one entry for each user asked.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from scipy import sparse

from interpret import documents as doc
from interpret.data.complaints import DataError, listed
from interpret.data.table import Table
from interpret.ranking import words
from interpret.ranking.choices import ChoiceRoles, Choices
from interpret.ranking.judging import NAMES, Figure, JudgedMethod
from interpret.ranking.methods import Komd
from interpret.ranking.recommend import Recommended, Recommending, recommend
from interpret.ranking.words import level
from interpret.registry import (
    AnswerOutput,
    Document,
    Kind,
    Listening,
    OutputOptions,
    Result,
    RowsOutput,
    RunRequest,
    from_spec,
)
from interpret.settings import SettingsError
from interpret.tell.blocks import Block
from interpret.versions import versions

RECOMMEND = "recommend"
WHOLE = "Recommendations are a document that rulescope recommend or the page wrote"
AGAIN = "Learn again."

COMMAND = "rulescope recommend"


def ranking_document(recommended: Recommended) -> dict[str, Any]:
    """The recommendations as standard JSON; restore() is its inverse."""
    ends = recommended.choices.R.indptr.tolist()
    return {
        "schema": doc.SCHEMA,
        "kind": RECOMMEND,
        "versions": versions(),
        "table": {
            "name": recommended.name,
            "digest": recommended.digest,
            "columns": doc.as_json(recommended.roles),
        },
        "asked": recommended.settings.to_dict(),
        "choices": {
            "users": list(recommended.choices.users),
            "items": list(recommended.choices.items),
            "chosen": [recommended.choices.R.indices[a:b].tolist() for a, b in pairwise(ends)],
        },
        "machine": doc.as_json(recommended.machine),
        "methods": doc.as_json(recommended.methods),
        "notices": list(recommended.notices),
        "held": recommended.held,
        "unseen": recommended.unseen,
        "complete": recommended.complete,
    }


def restore(given_document: Mapping[str, Any]) -> Recommended:
    """The recommendations of a document; a DataError in one sentence where it was altered."""
    if given_document.get("schema") == doc.SCHEMA and given_document.get("kind") != RECOMMEND:
        raise DataError(f"{WHOLE}, and this one is of another kind. {AGAIN}")
    given = doc.restored(DocumentShape, given_document, WHOLE, AGAIN)
    return Recommended(
        given["table"]["name"],
        given["table"]["digest"],
        given["table"]["columns"],
        given["asked"],
        given["choices"],
        given["notices"],
        given["machine"],
        given["methods"],
        given["held"],
        given["unseen"],
        given["complete"],
    )


@dataclass(frozen=True)
class _Chosen:
    """The choices as a document holds them."""

    users: tuple[str, ...]
    items: tuple[str, ...]
    chosen: tuple[tuple[int, ...], ...]

    def choices(self) -> Choices:
        n = len(self.items)
        if len(self.chosen) != len(self.users):
            raise ValueError("there must be one list of chosen items for each user")
        if len(set(self.users)) < len(self.users) or len(set(self.items)) < n:
            raise ValueError("no user and no item may stand twice")
        for items in self.chosen:
            if list(items) != sorted({i for i in items if 0 <= i < n}):
                raise ValueError(f"chosen items must be rising numbers from 0 to {n - 1}")
        return Choices(self.users, self.items, table_of(self.chosen, n))


def table_of(chosen: Sequence[Sequence[int]], n_items: int) -> sparse.csr_array:
    """The 0/1 table of users' lists of items, each ascending."""
    ends = np.cumsum([0, *map(len, chosen)])
    at = np.array([i for items in chosen for i in items], dtype=np.int32)
    return sparse.csr_array(
        (np.ones(len(at), np.uint8), at, ends.astype(np.int32)), shape=(len(chosen), n_items)
    )


_Figures = doc.an_object(**dict.fromkeys(NAMES, doc.made(Figure)))
DocumentShape = doc.an_object(
    table=doc.an_object(name=str, digest=str, columns=doc.made(ChoiceRoles)),
    asked=doc.into(dict[str, Any], Recommending.from_dict),
    choices=doc.into(
        doc.made(_Chosen, users=doc.many(str, 2), items=doc.many(str, 2)), _Chosen.choices
    ),
    machine=doc.made(
        Komd, kernel=doc.KernelName, regularisation=doc.Strength, popularity=doc.Power
    ),
    methods=doc.many(
        doc.made(JudgedMethod, figures=_Figures, with_unseen=_Figures, behind=_Figures), least=1
    ),
    notices=doc.many(str),
    held=doc.Count,
    unseen=doc.Count,
    complete=bool,
)


def work(run: RunRequest, reporter: Listening) -> Result | None:
    """The document of what spec["asked"] recommends."""
    what = from_spec(Recommending.from_dict, run.spec["asked"])

    def tell(stage: str, share: float) -> bool:
        return reporter.step({"fraction": min(1.0, share), "doing": stage})

    recommended = recommend(run.table(), what, tell)
    return None if recommended is None else ranking_document(recommended)


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


def present(document: Mapping[str, Any], options: OutputOptions) -> AnswerOutput:
    """The recommendations of a document, in words."""
    if options.exports:
        raise SettingsError(
            "--export writes rules and sums, and this is a ranking. Take its columns with --csv, "
            f"or rank with {COMMAND}."
        )

    def report() -> str:
        raise DataError(f"Rankings have no report; {COMMAND} says and writes all of them.")

    def told() -> list[Block]:
        return words.brief(restore(document))

    return AnswerOutput(dict(document), told, told, report, lambda path: iter(()))


def score(document: Document, table: Table) -> RowsOutput:  # noqa: ARG001
    """Refuses: a ranking has no prediction for a row."""
    raise SettingsError(
        f"A ranking predicts no rows. Rank for a user with {COMMAND}, by --user or --liked."
    )


KIND = Kind(
    page="recommend",
    work=work,
    restore=restore,
    question=_question,
    outcome=_outcome,
    thing="learning",
    button="Learn",
    nothing_yet="Nothing is learnt yet. Press “Learn”: a machine ranks the items for every user, "
    "and is judged beside other methods.",
    kept="The methods that were judged by then are below.",
    present=present,
    score=score,
)
