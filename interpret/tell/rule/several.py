"""The rules of several classes side by side: which rows they share, and whose rule claims which."""

from collections.abc import Sequence

from interpret.data.complaints import counted
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.several import Claims, Several
from interpret.present import wording
from interpret.tell import svg
from interpret.tell.blocks import Block, Drawn, Heading, Table, sentences
from interpret.tell.rule.words import rows_words

DRAFT = " (draft)"  # beside the name of a class
HIGH = 40  # of a class, in pixels
KINDS = (  # of a row of a class: which rules claim it, how that is drawn
    ("its own rule alone", svg.ONE),
    ("several rules", svg.OTHER),
    ("no rule", svg.FAINT),
    ("another rule alone", svg.ONE),  # hatched
)


def several_words(shown: Several) -> str:
    """One sentence on which rows the rules name, share and leave out."""
    counts, rows = shown.together, "unseen rows" if shown.unseen else "rows"
    named = counts.named
    right = f", and it is right on {wording.share_words(named)} of them" if named.n else ""
    return (
        f"Of {len(shown.rows):,} {rows}, {named.n:,} have exactly one rule that says yes{right}; "
        f"{len(counts.several):,} have several, and {len(counts.none):,} have none."
    )


def claimed(shown: Sequence[Claims]) -> str:
    """A bar for each class, as long as its number of rows; below it, what the colours mean."""
    most = max((sum(rows_of.kinds) for rows_of in shown), default=0)
    marks = []
    for i, rows_of in enumerate(shown):
        top, start = HIGH * i, 0.0
        rows = counted(sum(rows_of.kinds), "row")
        marks.append(svg.label(0, top + 12, rows_of.name, svg.WIDTH - 90))
        marks.append(svg.label(svg.WIDTH, top + 12, rows, 90, "end"))
        for n, (kind, colour) in zip(rows_of.kinds, KINDS, strict=True):
            width = svg.WIDTH * n / max(1, most)
            text = f"{rows_of.name}, claimed by {kind}: {counted(n, 'row')}"
            if kind == KINDS[-1][0] and rows_of.others:
                text += f" ({', '.join(f'{name} {own_n:,}' for name, own_n in rows_of.others)})"
            draw = svg.hatched if kind == KINDS[-1][0] else svg.rectangle
            if n:
                marks.append(draw(start, top + 18, (width, 12), colour, text))
            start += width
    bottom = HIGH * len(shown) + 6
    for i, (kind, colour) in enumerate(KINDS):
        x, y = svg.WIDTH / 2 * (i % 2), bottom + 20 * (i // 2)
        draw = svg.hatched if kind == KINDS[-1][0] else svg.rectangle
        marks.append(draw(x, y, (10, 10), colour))
        marks.append(svg.label(x + 16, y + 10, kind, svg.WIDTH / 2 - 16))
    return svg.picture(bottom + 40, claimed_text(shown), marks)


def claimed_text(shown: Sequence[Claims]) -> str:
    """The picture in words."""
    parts = []
    for rows_of in shown:
        alone, several, none, other = rows_of.kinds
        wrongly = "".join(f", {n:,} by that of {name}" for name, n in rows_of.others)
        parts.append(
            f"Of {counted(sum(rows_of.kinds), 'row')} of {rows_of.name} its own rule alone claims "
            f"{alone:,}, several rules {several:,}, no rule {none:,}, another rule alone "
            f"{other:,}{wrongly}"
        )
    return f"{'; '.join(parts)}."


def together(answers: Sequence[Answer], shown: Several) -> list[Block]:
    """The rules of all classes beside each other, on the rows that each is judged on."""
    rows = []
    for a in answers:
        e, part = a.explanation, a.judged.name
        counts = e.rule_form.right[part]
        shares = (e.machine_right[part].accuracy, counts.accuracy, e.rule_form.fidelity[part])
        figures = map(wording.share_words, (*shares, counts.sensitivity))
        rows.append([wording.one_of(e.positive) + DRAFT * e.rule.is_draft, *figures])
    head = ["", "machine right", "rule right", "rule agrees with it", "rule finds"]
    return [
        Heading("What do the rules share?"),
        *sentences(several_words(shown)),
        Drawn(claimed(shown.claims), "Whose rule claims the rows of each class."),
        Table(f"On {rows_words(answers[0].explanation)}, with 95 % intervals", head, rows),
    ]
