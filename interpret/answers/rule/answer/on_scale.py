"""Answers with their cards on a credit scale."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from interpret.answers.points.scales import CreditScale, on_scale
from interpret.answers.rule.answer.explanation import Explanation
from interpret.answers.rule.answer.record import restore
from interpret.data.complaints import DataError
from interpret.documents import as_json


def explanation_on_scale(e: Explanation, scale: CreditScale | None) -> Explanation:
    """The explanation with its card on the scale, if there is one; a DataError without a card."""
    if scale is None:
        return e
    if e.points is None:
        raise DataError(
            "--scale puts a card on a credit scale, and this answer has none. Leave it out, or "
            "find a card with --form auto or points."
        )
    return replace(e, points=on_scale(e.points, scale))


def document_on_scale(document: Mapping[str, Any], scale: CreditScale | None) -> dict[str, Any]:
    """The document of an answer with its cards on the scale, if there is one."""
    if scale is None:
        return dict(document)
    cards = [as_json(explanation_on_scale(e, scale).points) for e in restore(document)]
    parts = zip(document["explanations"], cards, strict=True)
    return {**document, "explanations": [part | {"points": points} for part, points in parts]}
