"""Blocks as plain text: every text on one line, and no pictures."""

from collections.abc import Iterable, Sequence

from interpret.data.complaints import counted, one_line
from interpret.tell.blocks import (
    Badge,
    Block,
    Facts,
    Fold,
    Heading,
    Lines,
    Notice,
    Sentence,
    Table,
    inside,
    shown,
)

LONG = 40  # characters of a name: rows with longer ones have it last
RUNNING = (Sentence, Notice, Badge, Fold)  # no empty line between two of them
LINES = 25  # at most of an answer, with its notices and the empty lines between its parts
OF_A_FORM, NOTICES = 12, 3  # lines of a rule, a card or a sum, and notices, that are shown


def as_text(blocks: Iterable[Block]) -> str:
    """The blocks, with an empty line between parts; each line ends."""
    text, before = "", None
    for block in inside(blocks):
        lines = [one_line(line).rstrip() for line in _lines(block)]
        is_joined = isinstance(before, Heading) or (
            isinstance(before, RUNNING) and isinstance(block, RUNNING)
        )
        if lines:
            text += "\n" * (before is not None and not is_joined)
            text += "".join(f"{line}\n" for line in lines)
            before = block
    return text


def _lines(block: Block) -> list[str]:
    match block:
        case Heading(text) | Sentence(text):
            return [text]
        case Badge(headline):
            return [f"{headline}."]
        case Fold(title):
            return [title]
        case Notice(text):
            return [f"Note: {text}"]
        case Facts(facts):
            pairs = [[one.name, f"{one.value}, {one.note}".removesuffix(", ")] for one in facts]
            return _columns(pairs)
        case Lines(caption, lines):
            return [caption, *(f"  {line.in_words}" for line in lines)]
        case Table(caption, head, rows):
            cells = [list(map(shown, row)) for row in rows]
            above = caption if caption.endswith("?") else f"{caption}:"
            return [above] * bool(caption) + _columns([list(head), *cells])
    return []


def _columns(rows: Sequence[list[str]]) -> list[str]:
    """Rows of cells in columns; long names come last, so that figures stand below each other."""
    if any(len(row[0]) > LONG for row in rows):
        rows = [[*row[1:], row[0]] for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
        if any(row)
    ]


def first_notices(notices: Sequence[str]) -> list[Notice]:
    return list(map(Notice, [*notices[:NOTICES], *more_words(len(notices), "note", NOTICES)]))


def more_words(n: int, thing: str, shown: int = OF_A_FORM) -> list[str]:
    """That there is more than is shown, if so."""
    return [f"… and {counted(n - shown, f'more {thing}')}: see --verbose"] if n > shown else []
