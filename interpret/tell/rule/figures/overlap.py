"""Which lines of the rule cover the same rows, as an UpSet plot (Lex et al., TVCG 20, 2014)."""

from collections.abc import Sequence

from interpret.data.complaints import counted
from interpret.forms.answer.spread import MOST_SETS, CoveredSet, Overlap
from interpret.tell import svg

HIGH, LINE = 80, 36  # pixels: of the bars, and of a line
STEP = svg.WIDTH / MOST_SETS


def drawn_overlap(shown: Overlap) -> str:
    """A bar for each set, right and wrong; beneath it a full dot for each of its clauses."""
    most = max((set_.rows for set_ in shown.sets), default=1)
    top = HIGH + 52
    marks = [svg.label(0, 12, f"{most:,} rows"), svg.line((0, 18), (svg.WIDTH, 18), width=0.4)]
    for line, name in enumerate(shown.clauses):
        y = top + LINE * line
        marks.append(svg.label(0, y - 11, name))
        marks.append(svg.line((0, y - 24), (svg.WIDTH, y - 24), width=0.3))
    for place, set_ in enumerate(shown.sets):
        x, text = STEP * place, _told(shown, set_)
        wrong = HIGH * (set_.rows - set_.right) / most
        right = HIGH * set_.right / most
        base = 18 + HIGH
        width = STEP - 8
        marks.append(svg.rectangle(x, base - right, (width, right), svg.YES, text))
        if wrong:
            marks.append(svg.hatched(x, base - right - wrong, (width, wrong), svg.YES, text))
        middle = x + width / 2
        ends = [top + LINE * set_.clauses[end] for end in (0, -1)]
        marks.append(svg.line((middle, ends[0]), (middle, ends[1]), "currentColor", 2))
        for line in range(len(shown.clauses)):
            is_in = line in set_.clauses
            colour, radius = ("currentColor", 4.5) if is_in else (svg.FAINT, 1.5)
            marks.append(svg.circle(middle, top + LINE * line, radius, colour, text))
    return svg.picture(top + LINE * len(shown.clauses) - 24, overlap_text(shown), marks)


def overlap_text(shown: Overlap) -> str:
    """The picture in words."""
    return f"{'; '.join(_told(shown, set_) for set_ in shown.sets) or 'No line covers a row'}."


def overlap_words(shown: Overlap) -> str:
    """How the picture is read, and what it leaves out."""
    left = []
    if shown.left_clauses:
        left.append(f"{counted(shown.left_clauses, 'line')} that cover fewer rows are left out.")
    if shown.left_rows:
        left.append(f"{counted(shown.left_rows, 'row')} in rarer sets are left out.")
    read = "A bar is the rows that just the lines with a full dot cover; hatched: they are wrong."
    return " ".join([read, *left])


def _told(shown: Overlap, set_: CoveredSet) -> str:
    names: Sequence[str] = [shown.clauses[place] for place in set_.clauses]
    alone = "only " if len(names) == 1 else ""
    return f"{alone}{' + '.join(names)}: {counted(set_.rows, 'row')}, right on {set_.right:,}"
