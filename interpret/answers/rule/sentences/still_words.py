"""Whether a rule or a card still holds on other rows, in words and rows of tables."""

from typing import TYPE_CHECKING

from interpret.answers.points.card_figures import NAMES
from interpret.answers.points.credit import LARGE, SMALL, PointsStability, gini, ks, stability
from interpret.answers.rule.answer.drift import CANNOT_SAY, HOLDS, WEAKER, Changed, Still
from interpret.data.complaints import counted
from interpret.present import wording

if TYPE_CHECKING:  # what reads documents takes time to load
    from interpret.answers.rule.answer.predictor import Scores

TITLES = {
    HOLDS: "The {} still holds",
    WEAKER: "The {} is weaker than it was",
    CANNOT_SAY: "Whether the {} still holds cannot be said",
}
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


def clause_rows(found: Still) -> list[dict[str, str]]:
    """Each clause with its coverage and precision then and now."""
    return [
        {
            "clause": wording.clause_words(clause.clause),
            "covered then": wording.share_words(clause.covers.then),
            "now": wording.share_words(clause.covers.now),
            "right then": wording.share_words(clause.precision.then),
            "right now": wording.share_words(clause.precision.now),
            "changed": _changed(clause.covers, clause.precision),
        }
        for clause in found.clauses
    ]


def value_rows(found: Still, most: int = MOST_TOLD) -> list[dict[str, str]]:
    """The values whose shares changed most, the sure changes first."""
    return [
        {
            "column": value.attribute,
            "value": value.value,
            "then": wording.percent(value.share.then.value),
            "now": wording.percent(value.share.now.value),
            "changed": _changed(value.share),
        }
        for value in found.values[:most]
        if value.share.surely or value.share.size >= LEAST_CHANGE
    ]


def still_lines(found: Still) -> list[str]:
    """All of it as lines of text."""
    lines = [still_words(found)]
    lines += [
        f"  {row['clause']}: covered {row['covered then']}, now {row['now']}; right "
        f"{row['right then']}, now {row['right now']}; {row['changed']}"
        for row in clause_rows(found)
    ]
    sure = sum(value.share.surely for value in found.values)
    lines += [
        f"  {row['column']} = {row['value']}: {row['then']} of the rows then, {row['now']} now"
        for row in value_rows(found, min(sure, MOST_TOLD))
    ]
    return [line for line in (*lines, lacks_words(found)) if line]


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
