"""How stable a card's totals are on new rows, in a sentence."""

from typing import TYPE_CHECKING

from interpret.answers.points.credit import LARGE, SMALL, PointsStability, gini, ks, stability
from interpret.data.complaints import counted

if TYPE_CHECKING:  # what reads documents takes time to load
    from interpret.answers.rule.answer.predictor import Scores


def stability_words(found: PointsStability) -> str:
    """The index with what it means by the limits that are usual in credit."""
    if found.index < SMALL:
        means = f"below {SMALL:.2f}: the points lie as they did"
    elif found.index < LARGE:
        means = f"from {SMALL:.2f} to {LARGE:.2f}: the points lie somewhat differently"
    else:
        means = f"{LARGE:.2f} or more: the points lie much differently, and the card needs a look"
    return (
        f"The stability index of the points is {found.index:.2f} ({means}), of "
        f"{counted(found.now, 'row')} beside {found.then:,} in {counted(found.parts, 'range')} of "
        f"totals; chance alone makes about {found.by_chance:.2f}."
    )


def stability_lines(s: "Scores") -> list[str]:
    """How stable a card's totals are on scored rows, with KS and Gini where the class is known."""
    if s.points is None:
        return []
    found = stability(s.points.scored.chances.bands, s.points.totals)
    lines = [] if found is None else [stability_words(found)]
    if s.truth is not None and s.known is not None:
        totals, y = s.points.totals[s.known], s.truth[s.known]
        figures = ks(totals, y), gini(totals, y)
        if figures[0] is not None and figures[1] is not None:
            lines.append(
                f"By the points KS is {figures[0]:.3f} and Gini {figures[1]:.3f} on these rows."
            )
    return lines
