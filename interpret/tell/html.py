"""Blocks as HTML, for a page and a notebook. What is passed as text is escaped here, and only here.

In a notebook no script runs and nothing is asked of another host. Text has the notebook's own
colour, whatever its theme; what is good news has a green for light and one for dark pages, by the
theme of the notebook where it says so, else by the reader's (prefers-color-scheme).
"""

from collections.abc import Iterable, Sequence
from html import escape

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
    """Lines without rows as a list; the others with their figures beside them."""
    if not any(line.right + line.wrong for line in block.lines):
        items = "".join(tag("li", line.text) for line in block.lines)
        return f"{tag('p', block.caption)}<ul>{items}</ul>\n"
    rows = "".join(
        f'<tr><th scope="row">{escape(line.text)}</th>{"".join(map(_cell, line.cells))}</tr>\n'
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


GOOD, GOOD_ON_DARK = "#0B6E69", "#4FB7AE"
DARK = '[data-jp-theme-light="false"], .vscode-dark, .vscode-high-contrast, [data-theme="dark"]'
LIGHT = '[data-jp-theme-light="true"], .vscode-light, [data-theme="light"]'
STYLE = f"""<style>
.rulescope {{ --rulescope-good: {GOOD}; max-width: 46em; font-family: system-ui, sans-serif;
  color: inherit; overflow-wrap: break-word; }}
@media (prefers-color-scheme: dark) {{ .rulescope {{ --rulescope-good: {GOOD_ON_DARK}; }} }}
:is({LIGHT}) .rulescope {{ --rulescope-good: {GOOD}; }}
:is({DARK}) .rulescope {{ --rulescope-good: {GOOD_ON_DARK}; }}
.rulescope .card {{ border: 1px solid #8886; border-radius: 8px; padding: 12px 16px; }}
.rulescope .card h3, .rulescope h4 {{ margin: 0 0 8px; }}
.rulescope .good h3 {{ color: var(--rulescope-good); }}
.rulescope dl {{ display: flex; flex-wrap: wrap; gap: 8px 32px; margin: 8px 0; }}
.rulescope dt, .rulescope small, .rulescope caption {{ font-size: .85em; opacity: .8; }}
.rulescope dt {{ font-weight: normal; }}
.rulescope dd {{ margin: 0; font-size: 1.2em; }}
.rulescope dd small {{ display: block; }}
.rulescope table {{ border-collapse: collapse; margin: 8px 0; background: none; }}
.rulescope caption {{ text-align: left; color: inherit; }}
.rulescope tbody th {{ overflow-wrap: anywhere; min-width: 12em; }}
.rulescope tr, .rulescope tbody tr:nth-child(odd) {{ background: none; }}
.rulescope th, .rulescope td {{ text-align: left; padding: 4px 12px 4px 0; font-weight: normal;
  border: 0; border-bottom: 1px solid #8884; color: inherit; font-variant-numeric: tabular-nums; }}
</style>"""


def as_piece(blocks: Iterable[Block]) -> str:
    return f'<div class="rulescope">{STYLE}{as_html(blocks)}</div>'
