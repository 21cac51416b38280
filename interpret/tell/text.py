"""Blocks as text: plain, every text on one line and without pictures, and as Markdown.

In Markdown no text from data is read as formatting, link or HTML.
"""

import re
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


READ = re.compile(  # as formatting; some marks only where a line begins
    r"([\\`*_{}\[\]<>#|~!$&^@]|:(?=\w)|^[-+=](?=\s|[-=]*\s*$)|^\d+(?=[.)](?:\s|$)))"
)
BARE_LINK = re.compile(r"(?i)(https?|ftp|www|mailto|xmpp)(?=[:.])")
JOINER = "\u2060"  # has no width; it stops programs that look for links in plain text


def as_markdown(blocks: Iterable[Block]) -> str:
    """The blocks; pictures are left out."""
    return "\n\n".join(filter(None, map(_block, inside(blocks)))) + "\n"


def escaped(text: str) -> str:
    """The text on one line, shown as it stands by any reader of Markdown."""
    line = BARE_LINK.sub(rf"\1{JOINER}", one_line(text))
    return READ.sub(_spared, line)


def _spared(mark: re.Match[str]) -> str:
    """The mark with a backslash in front; a number that would begin a list, with one behind."""
    return f"{mark[0]}\\" if mark[0].isdigit() else f"\\{mark[0]}"


def _block(block: Block) -> str:
    match block:
        case Heading(text, level):
            return f"{'#' * (level - 1)} {escaped(text)}"
        case Sentence(text):
            return escaped(text)
        case Notice(text):
            return f"- Note: {escaped(text)}"
        case Facts(facts):
            values = [(one.name, f"{one.value}, {one.note}".removesuffix(", ")) for one in facts]
            return "\n".join(f"- {escaped(name)}: {escaped(value)}" for name, value in values)
        case Badge(headline):
            return f"**{escaped(headline)}.**"
        case Fold(title):
            return f"**{escaped(title)}**"
        case Lines(caption, lines):
            width = max((len(line.cells) for line in lines), default=0)
            return _table([caption, *[""] * width], [[line.text, *line.cells] for line in lines])
        case Table(caption, head, rows):
            named = list(head) or [""] * len(rows[0])
            return _table([named[0] or caption, *named[1:]], [[*map(shown, row)] for row in rows])
    return ""


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    cells = [f"| {' | '.join(map(escaped, row))} |" for row in [head, *rows]]
    return "\n".join([cells[0], f"|{' --- |' * len(head)}", *cells[1:]])
