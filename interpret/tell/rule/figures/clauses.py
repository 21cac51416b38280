"""Where judged rows lie in the lines of a rule."""

from itertools import accumulate

from interpret.data.complaints import counted
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.spread import (
    Ribbon,
    in_first_line,
)
from interpret.present import wording
from interpret.tell import svg
from interpret.tell.rule.brief import places
from interpret.tell.rule.words import counted_rows

WIDE = 440  # of the picture, in pixels
HIGH = 120  # of the bar of all rows
TOP = 20  # above it
SOURCE, TARGET = 10, 56  # the width of the bar of all rows, and of those that it is divided into
FROM, TO = SOURCE, 280  # where a ribbon begins and ends
LEAST = 11  # pixels from one line's bar to the next: as high as its number
GAP = 4
ROOM, LETTERS = 9, 48  # lines of text, and letters in one, for lines with a ribbon of their own


def n_shown(e: Explanation) -> int:
    """How many lines are shown first, each with its ribbon: those for which there is room."""
    texts = (wording.clause_words(e.rule.formula.clauses[place]) for place in places(e))
    ends = accumulate(-(-len(text) // LETTERS) for text in texts)
    return max(1, sum(end <= ROOM for end in ends))


def ribbons_of(a: Answer) -> tuple[Ribbon, ...]:
    """The ribbons of the lines that are shown first, of all further ones together, and the rest."""
    return in_first_line(a, places(a.explanation), n_shown(a.explanation))


def ribbons(a: Answer, role: str = "img") -> str:
    """The picture: the rows with a wrong verdict are hatched, and the ribbon that is pointed at or
    has the focus is lit and says how many rows it has.

    role: of each ribbon, "button" where a click on it does something.
    """
    e, shown = a.explanation, ribbons_of(a)
    n = max(1, sum(one.n for one in shown))
    each = HIGH / n
    marks = [
        svg.label(0, 12, counted_rows(e), FROM + TO),
        svg.rectangle(0, TOP, (SOURCE, HIGH), "currentColor"),
    ]
    drawn = []
    source, target = float(TOP), float(TOP) - GAP
    for number, one in enumerate(shown, 1):
        is_last, high = number == len(shown), each * one.n
        target += GAP * (1 + is_last)
        drawn.append(_ribbon(one, source, target, each))
        beside = "" if len(shown) == 2 else "…" if number > n_shown(e) else str(number)
        if not is_last:
            marks.append(svg.label(TO + TARGET + 8, target + max(10, high / 2 + 4), beside))
        source, target = source + high, target + max(high, 0 if is_last else LEAST)
    flagged = sum(one.n for one in shown if one.yes)
    sides = {True: f"{flagged:,} flagged", False: f"{n - flagged:,} not flagged"}
    first, last = shown[0].yes if len(shown) > 1 else not shown[-1].yes, shown[-1].yes
    marks.append(svg.label(TO, 12, sides[first], WIDE - TO))
    marks.append(svg.label(TO, target + 14, sides[last], WIDE - TO))
    low = max(target, TOP + HIGH)
    for place, (one, inner) in enumerate(zip(shown, drawn, strict=True)):
        if one.n:
            inner.append(svg.label(0, low + 14, _rows_words(one), TO, "start", "numbers"))
            marks.append(svg.part(place, role, ribbon_words(a, one), inner))
    return svg.picture(low + 20, ribbons_text(a, shown), marks, WIDE, "group")


def _ribbon(one: Ribbon, source: float, target: float, each: float) -> list[str]:
    """The ribbon from the height `source` to `target`, and its rows, right and wrong, at its end.

    each: the height of a row.
    """
    colour, right, wrong = svg.YES if one.yes else svg.NO, each * one.right, each * one.wrong
    return [
        svg.ribbon((FROM, source), (TO, target), right + wrong, colour),
        svg.rectangle(TO, target, (TARGET, right), colour),
        svg.hatched(TO, target + right, (TARGET, wrong), colour),
    ]


def ribbon_words(a: Answer, one: Ribbon) -> str:
    """How many rows a ribbon has, and on how many of them the verdict is right."""
    e = a.explanation
    said = e.yes_words if one.yes else e.no_words
    return f"{line_name(e, one.places)}: {_rows_words(one)} {said}"


def line_name(e: Explanation, places: tuple[int, ...]) -> str:
    """A line by its place in the rule, several that share a ribbon, or none."""
    if len(places) == 1:
        return wording.clause_words(e.rule.formula.clauses[places[0]])
    return f"any of {len(places)} further lines" if places else "no line"


def _rows_words(one: Ribbon) -> str:
    return f"{counted(one.n, 'row')}, {one.right:,} of them rightly"


def ribbons_text(a: Answer, shown: tuple[Ribbon, ...]) -> str:
    """The picture in words."""
    words = "; ".join(ribbon_words(a, one) for one in shown)
    return f"{counted_rows(a.explanation)}, each in the first line that covers it: {words}."
