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
    Together,
    shown,
)

BARE = {  # how a chart looks where nobody else says it
    "template": "none",
    "paper_bgcolor": "rgba(0,0,0,0)",
    "plot_bgcolor": "rgba(0,0,0,0)",
    "font": {"family": "system-ui, sans-serif", "size": 12},
}


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
        case Chart(_, figure, text):
            return _chart(type(figure)(figure).update_layout(BARE).to_json(), text)
        case Pair(parts):
            return pair(*map(as_html, parts))
        case Fold(title, parts):
            return f"<details>{tag('summary', title)}{as_html(parts)}</details>\n"
        case Together(parts):
            return f'<div class="one-page">{as_html(parts)}</div>\n'


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


def _chart(plotly_json: str, text: str) -> str:
    """A chart, and its alternative in words beneath, which stands alone where no script runs."""
    for letter in "<>&\u2028\u2029":  # no text in the JSON may end the script
        plotly_json = plotly_json.replace(letter, f"\\u{ord(letter):04x}")
    return (
        f'<figure><div class="plot" role="img" aria-label="{escape(text)}"></div>'
        f'<script type="application/json">{plotly_json}</script>\n'
        f"{tag('figcaption', text)}</figure>\n"
    )
