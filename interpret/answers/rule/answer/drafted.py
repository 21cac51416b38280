"""The result of a draft, kept beside the settled answer to tell what has changed since."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from interpret.answers.document import WHOLE
from interpret.answers.rule.answer.explanation import Explanation
from interpret.answers.rule.answer.record import AGAIN
from interpret.documents import Cost, an_object, as_json, made, many, may_lack, read
from interpret.rules.logic import Formula
from interpret.shares import Share


@dataclass(frozen=True)
class Drafted:
    """The rule of a draft, how often it is right, and the machine. C: inf is the hard margin."""

    positive: tuple[str, ...]
    rule: Formula
    right: Share
    kernel: str
    C: float

    @classmethod
    def of(cls, e: Explanation) -> "Drafted":
        right = e.rule_right[e.judged_on].accuracy
        return cls(e.positive, e.rule.formula, right, e.machine.kernel, e.machine.C)


def with_drafts(document: dict[str, Any], drafts: tuple[Drafted, ...]) -> dict[str, Any]:
    """The document of an answer, with the results of its drafts."""
    return document | {"drafts": as_json(drafts)} if drafts else document


def restore_drafts(document: Mapping[str, Any]) -> tuple[Drafted, ...]:
    """The results of a document's drafts; a DataError if the document was altered."""
    found: tuple[Drafted, ...] = read(DraftsShape, document, WHOLE, AGAIN).get("drafts", ())
    return found


DraftsShape = an_object(drafts=may_lack(many(made(Drafted, C=Cost))))
