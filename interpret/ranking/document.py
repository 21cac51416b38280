"""Recommendations as standard JSON, with all that is needed to rank for a new user.

{"schema": 1, "kind": "recommend", "table": …, "choices": {"users", "items", "chosen"}, "machine":
…, "methods": […], "asked": …, and from the command line "rankings": one entry for each user asked.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from scipy import sparse

from interpret import documents as doc
from interpret.data.complaints import DataError
from interpret.ranking.choices import ChoiceRoles, Choices
from interpret.ranking.judging import NAMES, Figure, JudgedMethod
from interpret.ranking.methods import Komd
from interpret.ranking.reasons import JudgedDegree
from interpret.ranking.recommend import Recommended
from interpret.ranking.settings import Recommending
from interpret.versions import versions

KIND = "recommend"
WHOLE = "Recommendations are a document that rulescope recommend or the page wrote"
AGAIN = "Learn again."


def document(recommended: Recommended) -> dict[str, Any]:
    """The recommendations as standard JSON; restore() is its inverse."""
    ends = recommended.choices.R.indptr.tolist()
    return {
        "schema": doc.SCHEMA,
        "kind": KIND,
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
        "degrees": doc.as_json(recommended.degrees),
        "notices": list(recommended.notices),
        "held": recommended.held,
        "unseen": recommended.unseen,
        "complete": recommended.complete,
    }


def restore(given_document: Mapping[str, Any]) -> Recommended:
    """The recommendations of a document; a DataError in one sentence where it was altered."""
    if given_document.get("schema") == doc.SCHEMA and given_document.get("kind") != KIND:
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
        given["degrees"],
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
    degrees=doc.many(doc.made(JudgedDegree, family=doc.one_of(("mC", "mD")))),
    notices=doc.many(str),
    held=doc.Count,
    unseen=doc.Count,
    complete=bool,
)
