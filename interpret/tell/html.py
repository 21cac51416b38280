"""Blocks as HTML. Whatever is passed as text is escaped here, and only here."""

from collections.abc import Iterable, Sequence
from html import escape

from interpret.tell import svg
from interpret.tell.blocks import (
    Badge,
    Block,
    Cell,
    Chart,
    Drawn,
    Facts,
    Fold,
    Heading,
    Lines,
    Notice,
    Pair,
    Sentence,
    Table,
    shown,
)


def as_html(blocks: Iterable[Block]) -> str:
    return "".join(map(_block, blocks))


def _block(block: Block) -> str:
    match block:
        case Heading(text, level):
            return tag(f"h{level}", text)
        case Sentence(text) | Notice(text):
            return tag("p", text)
        case Facts(facts):
            return f"<dl>{''.join(_fact(one.name, one.value, one.note) for one in facts)}</dl>"
        case Badge(headline, good, parts):
            name = f"card{' good' * good}"
            return f'<div class="{name}">{tag("h3", headline)}{as_html(parts)}</div>\n'
        case Lines():
            return _lines(block)
        case Table(caption, head, rows):
            return table(caption, head, rows)
        case Drawn(markup, caption, _, framed):
            return drawn(markup, caption) if framed else markup
        case Chart(_, _, text):  # pages alone draw it
            return tag("p", text)
        case Pair(parts):
            return pair(*map(as_html, parts))
        case Fold(title, parts):
            return f"<details>{tag('summary', title)}{as_html(parts)}</details>\n"


def tag(name: str, text: str) -> str:
    return f"<{name}>{escape(text)}</{name}>\n"


def paragraphs(texts: Iterable[str]) -> str:
    """A paragraph for each text; an empty text has none."""
    return "".join(tag("p", text) for text in texts if text)


def _fact(name: str, value: str, note: str) -> str:
    return f"<div>{tag('dt', name)}<dd>{escape(value)}{tag('small', note)}</dd></div>\n"


def _cell(text: str) -> str:
    """A cell in which no line begins with a percent sign."""
    return tag("td", text.replace(" %", "\N{NO-BREAK SPACE}%"))


def table(caption: str, head: Sequence[str], rows: Sequence[Sequence[Cell]]) -> str:
    """The first cell of each row names it."""
    top = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    body = "".join(
        f'<tr><th scope="row">{escape(name)}</th>{"".join(map(_cell, cells))}</tr>'
        for name, *cells in (map(shown, row) for row in rows)
    )
    return (
        f"<table>{tag('caption', caption)}<thead><tr>{top}</tr></thead>\n"
        f"<tbody>{body}</tbody></table>\n"
    )


def _lines(block: Lines) -> str:
    """Lines without rows as a list; the others with their bars and figures beside them."""
    most = max((line.right + line.wrong for line in block.lines), default=0)
    if not most:
        items = "".join(tag("li", line.text) for line in block.lines)
        return f"{tag('p', block.caption)}<ul>{items}</ul>\n"
    rows = "".join(
        f'<tr><th scope="row">{escape(line.text)}</th>'
        f"<td>{svg.bar(line.right, line.wrong, most)}</td>"
        f"{''.join(map(_cell, line.cells))}</tr>\n"
        for line in block.lines
    )
    return f'<table class="rule">{tag("caption", block.caption)}<tbody>{rows}</tbody></table>\n'


def drawn(picture: str, caption: str = "") -> str:
    """A picture (SVG) with what is to be known of it."""
    beneath = tag("figcaption", caption) if caption else ""
    return f"<figure>{picture}\n{beneath}</figure>\n"


def pair(*parts: str) -> str:
    """Parts side by side where there is room."""
    return f'<div class="pair">{"".join(f"<div>{part}</div>" for part in parts)}</div>\n'
