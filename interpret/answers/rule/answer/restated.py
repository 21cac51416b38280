"""Answers with their cards restated: on another scale, or without negative points."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from interpret.answers.points.scales import CreditScale, on_scale, without_negative
from interpret.answers.rule.answer.explanation import Explanation
from interpret.answers.rule.answer.record import restore
from interpret.data.complaints import DataError
from interpret.documents import as_json

NO_CARD = (
    "--scale and --no-negative-points tell a card in another way, and this answer has none. Leave "
    "them out, or find a card with --form auto or points."
)


@dataclass(frozen=True)
class Restating:
    """How cards are to be restated: first without negative points, then on a scale, if asked."""

    scale: CreditScale | None = None
    no_negative: bool = False

    def __bool__(self) -> bool:
        return self.scale is not None or self.no_negative

    def of(self, e: Explanation) -> Explanation:
        """The explanation with its card restated; a DataError where it has none."""
        if not self:
            return e
        if e.points is None:
            raise DataError(NO_CARD)
        points = e.points
        if self.no_negative:
            fills = [fill for fill in e.preparation.fills if fill.of_class is None]
            points = without_negative(points, {fill.attribute for fill in fills})
        if self.scale is not None:
            points = on_scale(points, self.scale)
        return replace(e, points=points)

    def of_document(self, document: Mapping[str, Any]) -> dict[str, Any]:
        """The document of an answer with its cards restated."""
        if not self:
            return dict(document)
        cards = [as_json(self.of(e).points) for e in restore(document)]
        parts = zip(document["explanations"], cards, strict=True)
        return {**document, "explanations": [part | {"points": points} for part, points in parts]}
