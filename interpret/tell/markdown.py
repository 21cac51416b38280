"""Blocks as Markdown, in which no text from data is read as formatting, link or HTML."""

import re
from collections.abc import Iterable, Sequence

from interpret.data.complaints import one_line
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
