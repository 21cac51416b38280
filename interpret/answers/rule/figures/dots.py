"""What the rule or the card does on the rows that it is judged on, as a hundred dots."""

from interpret.answers.rule.sentences import words
from interpret.data.complaints import counted
from interpret.forms.answer.card_figures import NAMES, RULE
from interpret.forms.answer.explanation import Explanation
from interpret.measures import Confusion
from interpret.tell import svg

MOST = 100  # dots; where there are no more rows than that, each is a row
ABREAST, STEP, RADIUS = 20, 17.2, 5.6
KINDS = (  # found, missed, false alarms, left out: in the order in which they are shown
    ("found", svg.RIGHT, True),
    ("missed", svg.WRONG, False),
    ("false alarm", svg.WRONG, True),
    ("rightly left out", svg.RIGHT, False),
)


def hundred(e: Explanation, form: str = RULE) -> str:
    """A dot for about each hundredth of the rows, and below them how many rows each kind has.

    Full where the form, "rule" or "points", says yes; round where it is right, else square.
    """
    counts = rows_of(e.form(form).right[e.judged_on])
    kinds = [kind for kind, n in enumerate(dots_of(counts)) for _ in range(n)]
    marks = [
        _dot(
            kind,
            RADIUS + 2 + STEP * (i % ABREAST),
            RADIUS + 2 + STEP * (i // ABREAST),
            counts[kind],
        )
        for i, kind in enumerate(kinds)
    ]
    top = STEP * -(-len(kinds) // ABREAST) + 18
    for kind, (name, *_) in enumerate(KINDS):
        x, y = svg.WIDTH / 2 * (kind % 2), top + 20 * (kind // 2)
        plural = "s" if name == "false alarm" and counts[kind] != 1 else ""
        marks.append(_dot(kind, x + RADIUS + 2, y - 4, counts[kind]))
        marks.append(svg.label(x + 22, y, f"{counts[kind]:,} {name}{plural}", svg.WIDTH / 2 - 22))
    return svg.picture(top + 26, hundred_text(e, form), marks)


def hundred_text(e: Explanation, form: str = RULE) -> str:
    """The picture in words."""
    found, missed, alarms, left_out = rows_of(e.form(form).right[e.judged_on])
    return (
        f"Of {words.counted_rows(e)} the {NAMES[form]} finds {found:,} with "
        f"{e.yes_words} and misses {missed:,}; it raises "
        f"{counted(alarms, 'false alarm')} and rightly leaves out {left_out:,}."
    )


def dots_words(e: Explanation, form: str = RULE) -> str:
    """What a dot is, and how its kinds look."""
    n = e.rule_right[e.judged_on].n
    each = "a row" if n <= MOST else f"about {n / MOST:.3g} rows"
    return f"A dot is {each}: full where the {NAMES[form]} says yes, round where it is right."


def rows_of(counts: Confusion) -> tuple[int, int, int, int]:
    """How many rows there are of each kind."""
    return (
        counts.true_positive,
        counts.false_negative,
        counts.false_positive,
        counts.true_negative,
    )


def dots_of(rows: tuple[int, ...]) -> tuple[int, ...]:
    """How many dots each kind has: together MOST, or one for each row where there are fewer. Shared
    out by largest remainders; of equal ones the first kind gets the dot.
    """
    n = sum(rows)
    if n <= MOST:
        return rows
    whole = [MOST * row // n for row in rows]
    rest = sorted(range(len(rows)), key=lambda kind: -(MOST * rows[kind] % n))
    for kind in rest[: MOST - sum(whole)]:
        whole[kind] += 1
    return tuple(whole)


def _dot(kind: int, x: float, y: float, rows: int) -> str:
    name, colour, filled = KINDS[kind]
    text = f"{name}: {counted(rows, 'row')}"
    if colour == svg.RIGHT:
        return svg.circle(x, y, RADIUS - (not filled), colour, text, filled=filled)
    side = 1.8 * RADIUS
    return svg.rectangle(x - side / 2, y - side / 2, (side, side), colour, text, filled=filled)
