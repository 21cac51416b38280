"""Whether a rule or a card still holds on other rows, in words and rows of tables."""

from typing import TYPE_CHECKING

from interpret.data.complaints import counted
from interpret.forms.answer.card_figures import NAMES
from interpret.forms.answer.drift import CANNOT_SAY, HOLDS, WEAKER, Changed, Still
from interpret.forms.answer.totals import LARGE, SMALL, PointsStability, gini, ks, stability
from interpret.present import wording
from interpret.tell.blocks import Block, Sentence, Table, sentences

if TYPE_CHECKING:  # what reads documents takes time to load
    from interpret.forms.answer.predictor import Scores

TITLES = {
    HOLDS: "The {} still holds",
    WEAKER: "The {} is weaker than it was",
    CANNOT_SAY: "Whether the {} still holds cannot be said",
}
CLAUSES = "Each clause with its coverage and precision then and now"
CLAUSE_HEAD = ["", "covered then", "now", "right then", "right now", "changed"]
THEN = (
    "Then: the rows held out when the rule was found. Now: the rows of this file whose class is "
    "known. With 95 % confidence, no change called sure is due to chance."
)
VALUES = "The values whose shares of the rows changed most"
MOST_TOLD = 10  # values, those that changed most
LEAST_CHANGE = 0.005  # of a share, to be told


def still_words(found: Still) -> str:
    """The verdict in one sentence or two."""
    return f"{TITLES[found.verdict].format(NAMES[found.form])}: {found.why}"


def lacks_words(found: Still) -> str:
    """What the document does not hold; "" if it holds everything."""
    if not found.lacks:
        return ""
    return (
        f"The document does not hold {' and '.join(found.lacks)}: that cannot be compared. A rule "
        "found with this version, with rows held out, holds it."
    )


def still_blocks(found: Still) -> list[Block]:
    """Each clause then and now, the values whose shares changed most, and what is not known."""
    clauses = [
        (
            wording.clause_words(clause.clause),
            wording.share_words(clause.covers.then),
            wording.share_words(clause.covers.now),
            wording.share_words(clause.precision.then),
            wording.share_words(clause.precision.now),
            _changed(clause.covers, clause.precision),
        )
        for clause in found.clauses
        if found.right.n
    ]
    values = [
        (
            f"{value.attribute} = {value.value}",
            wording.percent(value.share.then.value),
            wording.percent(value.share.now.value),
            _changed(value.share),
        )
        for value in found.values[:MOST_TOLD]
        if value.share.surely or value.share.size >= LEAST_CHANGE
    ]
    blocks = sentences(lacks_words(found), quiet=True)
    if clauses:
        blocks += [Table(CLAUSES, CLAUSE_HEAD, clauses), Sentence(THEN, quiet=True)]
    return blocks + ([Table(VALUES, ["", "then", "now", "changed"], values)] if values else [])


def _changed(*changes: Changed) -> str:
    return "surely" if any(change.surely for change in changes) else "not surely"


def stability_words(found: PointsStability) -> str:
    """The index, and what it means by the limits that are usual in credit."""
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
    if s.points is None or s.points.form.chances is None:
        return []
    is_known = ~s.points.is_open
    found = stability(s.points.form.chances.bands, s.points.totals[is_known])
    lines = [] if found is None else [stability_words(found)]
    if s.truth is not None:
        is_known &= s.truth.known
        totals, y = s.points.totals[is_known], s.truth.y[is_known]
        figures = ks(totals, y), gini(totals, y)
        if figures[0] is not None and figures[1] is not None:
            lines.append(
                f"By the points KS is {figures[0]:.3f} and Gini {figures[1]:.3f} on these rows."
            )
    return lines
