"""Pictures of the pages, drawn as SVG in their colours when the site is built."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

GOOD, BAD, QUIET, LINE = (
    "var(--color-good)",
    "var(--color-bad)",
    "var(--color-foreground-muted)",
    "var(--color-foreground-primary)",
)
WIDE = 640
FRAME = 'stroke="{}" stroke-width="1.5"'


@dataclass(frozen=True)
class Picture:
    """An SVG that a notebook shows; told: what it shows, in words."""

    parts: Sequence[str]
    height: float
    told: str

    def _repr_html_(self) -> str:
        return (
            f'<figure class="drawn"><svg viewBox="0 0 {WIDE} {self.height:g}" role="img" '
            f'aria-label="{escape(self.told)}">{"".join(self.parts)}</svg></figure>'
        )


def two_rows(names: Sequence[str], x: Sequence[int], z: Sequence[int]) -> Picture:
    """Two examples, variable by variable, with those marked that hold in both."""
    step, left, top = (WIDE - 60) / len(names), 60, 96
    parts = []
    for i, (name, one, other) in enumerate(zip(names, x, z, strict=True)):
        at = left + i * step
        turned = f'transform="rotate(-32 {at + step / 2 - 8:g} {top - 12})"'
        parts.append(text(at + step / 2 - 8, top - 12, name, "start", turned))
        if one and other:
            parts.append(box(at, top - 6, step - 4, 100, "none", FRAME.format(GOOD)))
        for row, holds in enumerate((one, other)):
            fill = GOOD if holds else "var(--color-background-border)"
            parts.append(box(at + 6, top + 4 + 46 * row, step - 16, 36, fill))
            label = f'class="on{"" if holds else " off"}"'
            parts.append(text(at + step / 2 - 2, top + 28 + 46 * row, str(holds), "middle", label))
    parts += [text(20, top + 28 + 46 * row, name) for row, name in enumerate("xz")]
    both = sum(a and b for a, b in zip(x, z, strict=True))
    told = f"Of {len(x)} variables {sum(x)} hold in x, {sum(z)} in z, {both} in both."
    return Picture(parts, top + 106, told)


def similar(names: Sequence[str], matrices: Sequence[np.ndarray], n_positive: int) -> Picture:
    """How similar rows are under each kernel, from 0 to 1, positive rows first."""
    side = (WIDE - 40) / len(matrices)
    parts = []
    for i, (name, matrix) in enumerate(zip(names, matrices, strict=True)):
        left, cell = i * (side + 40), side / len(matrix)
        parts.append(text(left, 16, name))
        for row, line in enumerate(matrix):
            for column, share in enumerate(line):
                at = f'x="{left + column * cell:.1f}" y="{26 + row * cell:.1f}"'
                size = f'width="{cell:.1f}" height="{cell:.1f}"'
                parts.append(f'<rect {at} {size} fill="{GOOD}" opacity="{share:.2f}"/>')
        edge = n_positive * cell
        parts.append(line_(left + edge, 26, left + edge, 26 + side))
        parts.append(line_(left, 26 + edge, left + side, 26 + edge))
    return Picture(parts, side + 30, "How similar rows are: " + ", ".join(names))


def weights(rows: np.ndarray, covered: np.ndarray, told: str) -> Picture:
    """A bar for each row's weight, for the class upwards; those that a formula covers stand out."""
    order = np.argsort(-rows, kind="stable")
    scale, step = 90 / np.abs(rows).max(), WIDE / len(rows)
    parts = []
    for i, row in enumerate(order):
        high = abs(rows[row]) * scale
        top = 100 - high if rows[row] > 0 else 100
        strong = "" if covered[row] else 'opacity="0.22"'
        color = GOOD if rows[row] > 0 else BAD
        parts.append(box(i * step, top, max(step - 0.4, 0.5), high, color, strong))
    parts.append(line_(0, 100, WIDE, 100))
    return Picture(parts, 104 - scale * min(rows.min(), 0), told)


def at_most(
    names: Sequence[str], own: Sequence[float], most: Sequence[float], best: float
) -> Picture:
    """For each test its own weight and the most that any clause with it can weigh."""
    left, high = 170, 26
    scale = (WIDE - left - 10) / max(*most, best)
    parts = []
    for i, (name, weight, limit) in enumerate(zip(names, own, most, strict=True)):
        top, is_left = 30 + i * high, limit < best
        label = 'opacity="0.6"' if is_left else ""
        parts.append(text(left - 10, top + 16, name, "end", label))
        color = QUIET if is_left else GOOD
        parts.append(box(left, top + 2, limit * scale, high - 8, color, 'opacity="0.3"'))
        if weight > 0.5:
            parts.append(box(left, top + 2, weight * scale, high - 8, color))
    at, bottom = left + best * scale, 34 + len(names) * high
    parts.append(line_(at, 24, at, bottom, 'stroke-dasharray="5 4"'))
    parts.append(text(at, 16, f"the best clause found: {best:.1f}", "middle"))
    return Picture(parts, bottom + 4, "The most that a clause with each test can weigh")


def priced(
    v: Sequence[float],
    prices: Sequence[float],
    clauses: Sequence[tuple[Sequence[int], int]],
    price: float,
) -> Picture:
    """What each row counts, its price in it, and the worth of each clause of a rule.

    clauses: the rows that each covers, and its number of tests; price: of a test.
    """
    left, step, unit, base, most = 84, 50, 13, 92, len(clauses)
    shares = [own if value > 0 else -value / most for value, own in zip(v, prices, strict=True)]
    parts = [text(left, 16, "what a row counts, and in strong colour its price")]
    for i, (value, share) in enumerate(zip(v, shares, strict=True)):
        at, color, is_up = left + i * step, GOOD if value > 0 else BAD, value > 0
        for high, more in ((abs(value) * unit, 'opacity="0.3"'), (share * unit, "")):
            parts.append(box(at, base - high * is_up, step - 8, high, color, more))
        beside = base + (18 if is_up else 18 - value * unit)
        parts.append(text(at + step / 2 - 4, beside, f"{value:g}".replace("-", "−"), "middle"))
    top, worths = base + 18 - min(v) * unit, []
    for k, (rows, tests) in enumerate(clauses):
        worths.append(sum(shares[i] * (1 if v[i] > 0 else -1) for i in rows) - price * tests)
        parts.append(text(0, top + 17 + 30 * k, f"clause {k + 1}"))
        for i in rows:
            color = GOOD if v[i] > 0 else BAD
            parts.append(box(left + i * step, top + 30 * k, step - 8, 24, color, 'opacity="0.8"'))
        cost = f"{tests} test{'s' * (tests > 1)}, worth {worths[-1]:g}"
        parts.append(text(WIDE, top + 17 + 30 * k, cost, "end"))
    covered = {i for rows, _ in clauses for i in rows}
    score = sum(v[i] for i in covered) - price * sum(tests for _, tests in clauses)
    spare = sum(value - own for value, own in zip(v, prices, strict=True) if value > 0)
    bound = spare + most * max(worths)
    told = (
        f"spare {spare:g} + {most} · {max(worths):g} = {bound:g} is the bound; "
        f"the rule scores {score:g}"
    )
    parts.append(text(left, top + 22 + 30 * most, told))
    return Picture(parts, top + 30 * (most + 1), told)


def parts_of_rows(held_out: float, folds: int) -> Picture:
    """Which rows train, which of them are left out in turn, and which judge."""
    train = (WIDE - 8) * (1 - held_out)
    step, parts = train / folds, []
    for row in range(3):
        top = 26 + row * 34
        for fold in range(folds):
            color = BAD if fold == row else GOOD
            parts.append(box(fold * step, top, step - 3, 26, color, 'opacity="0.8"'))
        parts.append(box(train + 8, top, WIDE - 9 - train, 26, "none", FRAME.format(LINE)))
    parts += [
        text(0, 16, "training rows: a fold is left out in turn"),
        text(train + 8, 16, "held out: they judge"),
        text(0, 148, "… and so on, a machine and a rule for each choice and fold"),
    ]
    return Picture(parts, 156, "Training rows in folds, and held-out rows that only judge")


def box(x: float, y: float, wide: float, high: float, fill: str, more: str = "") -> str:
    at = f'x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}"'
    return f'<rect {at} rx="2" fill="{fill}" {more}/>'


def text(x: float, y: float, words: str, anchor: str = "start", more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" {more}>{escape(words)}</text>'


def line_(x: float, y: float, to_x: float, to_y: float, more: str = "") -> str:
    at = f'x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}"'
    return f'<line {at} stroke="{LINE}" stroke-width="1.5" {more}/>'
