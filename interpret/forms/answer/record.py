"""The document of an answer: what --json, the store and downloads hold, and predictions need.

`document` writes explanations as standard JSON and `restore` reads them back, figure by figure;
nothing is fitted again. The C of a hard margin is null, and so is a figure on rows that do not
exist. What a document must hold is defined in interpret.forms.answer.shapes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

import numpy as np

from interpret import documents as doc
from interpret.answers.document import WHOLE, of_table
from interpret.data.encoding import Variable
from interpret.data.splits import PARTS
from interpret.fit.machine import Support, support
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.calibration import calibrated
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import CardForm
from interpret.forms.answer.proof import proof_words
from interpret.forms.answer.shapes import PartShape
from interpret.forms.answer.spread import profile_of

AGAIN = "Find the rule again."


def document(answers: Sequence[Answer]) -> dict[str, Any]:
    """The document of one table's answers, one at least: an explanation for each class explained.

    It has the rows that each machine compares others with, and so all that predictions need.
    """
    parts = []
    for answer in answers:
        e, part = answer.explanation, to_dict(answer.explanation)
        held = support(e.machine, answer.train.table, e.attributes)
        part["profile"] = doc.as_json(profile_of(answer.explained, e.attributes, answer.groups))
        part["calibration"] = doc.as_json(calibrated(answer))
        part["machine"]["support_rows"] = support_to_dict(held)
        parts.append(part)
    return of_table(answers[0].in_file) | {"explanations": parts}


def _explanations(given: Mapping[str, Any]) -> tuple[Explanation, ...]:
    name, digest = given["table"]["name"], given["table"]["digest"]
    return tuple(replace(part, table=name, digest=digest) for part in given["explanations"])


AnswerShape = doc.into(
    doc.an_object(
        table=doc.an_object(name=str, digest=str), explanations=doc.many(PartShape, least=1)
    ),
    _explanations,
)


def restore(document: Mapping[str, Any]) -> tuple[Explanation, ...]:
    """The explanations of a document; a DataError in one sentence where it was altered."""
    found: tuple[Explanation, ...] = doc.restored(AnswerShape, document, WHOLE, AGAIN)
    return found


def to_dict(e: Explanation) -> dict[str, Any]:
    """One explanation as the document has it, not yet studied."""
    right, written, rule = e.machine_right, doc.as_json(e), e.rule_form
    del written["table"], written["digest"]  # the document says these once
    figures = {
        "rule": rule.right,
        "fidelity": rule.fidelity,
        "clauses": rule.of_clauses,
        "apart": rule.apart,
    }
    return written | {
        "rule": doc.as_json(e.rule) | {"weight": rule.weight, "proof": proof_words(e)},
        "points": doc.as_json(e.points),
        "figures": written["figures"] | doc.as_json(figures),
        "machine": written["machine"]
        | {"bound": e.machine.bound}
        | {f"{part}_accuracy": right[part].accuracy.value for part in PARTS}
        | {f"{part}_auc": e.machine_auc[part] for part in PARTS},
        "accuracy": {part: rule.right[part].accuracy.value for part in PARTS},
        "fidelity": {part: rule.fidelity[part].value for part in PARTS},
        "search": {
            "name": e.found.search,
            "seconds": e.found.seconds,
            "generations": e.rule.generations,
            "stopped_by": e.rule.stopped_by,
        },
        "first": e.first,
        "study": None,
        **({"by_hand": True} if e.by_hand else {}),
    }


def support_to_dict(s: Support) -> dict[str, Any]:
    """The variables; for each support row, which of them hold in it, and its weight."""
    return {
        "variables": [_variable_to_dict(v) for v in s.encoding.variables],
        "holds": [np.flatnonzero(example).tolist() for example in s.examples],
        "weights": s.weights.tolist(),
    }


def _variable_to_dict(variable: Variable) -> dict[str, Any]:
    """The attribute and, under "is", its value; where there is a cut, that is the side of it."""
    cut = {} if variable.cut is None else {"cut": variable.cut}
    return {"attribute": variable.attribute, "is": [variable.value]} | cut


@doc.as_json.register
def _(scored: CardForm) -> dict[str, Any]:
    """The card's terms and its cut, above which a row is positive, beside what is told of it."""
    names = [field.name for field in fields(scored) if field.name not in ("card", "way")]
    card = {"terms": doc.as_json(scored.card.terms), "cut": scored.card.cut}
    return card | {name: doc.as_json(getattr(scored, name)) for name in names}
