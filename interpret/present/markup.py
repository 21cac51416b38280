"""HTML of a document that stands alone: a page, its style, tables and charts.

Whatever is passed as text is escaped here; nothing else makes markup of it.
"""

from collections.abc import Sequence
from html import escape

# No address may be asked for anything, whatever stands in the page.
POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    "img-src data: blob:; base-uri 'none'; form-action 'none'"
)
STYLE = """
:root {
  color-scheme: light dark;
  --page: #FCFBF8; --panel: #F3F1EA; --text: #1E2422; --quiet: #555E5B; --line: #DDD9CD;
  --good: #0B6E69;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --page: #15191A; --panel: #1E2425; --text: #E8E6E0; --quiet: #A9B0AD; --line: #343C3D;
    --good: #4FB7AE;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text);
  font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 712px; margin: 0 auto; padding: 32px 16px 64px; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 8px; }
h2 { font-size: 1.4rem; line-height: 1.3; margin: 40px 0 8px; }
h3 { font-size: 1.1rem; line-height: 1.3; margin: 28px 0 8px; }
h2, h3, caption { break-after: avoid; }
p { margin: 0 0 8px; }
small, caption, figcaption, thead th { color: var(--quiet); font-size: .875rem; }
.card { border: 1px solid var(--line); border-radius: 8px; padding: 16px 16px 8px;
  background: var(--panel); break-inside: avoid; }
.card h3 { margin: 0 0 8px; font-size: 1.25rem; }
.good h3 { color: var(--good); }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(220px, 1fr)); gap: 16px;
  margin: 16px 0 8px; }
dd { margin: 0; font-size: 1.4rem; line-height: 1.2; }
dd small { display: block; margin-top: 4px; }
table { border-collapse: collapse; width: 100%; font-size: .9375rem; }
caption { text-align: left; padding-bottom: 4px; }
th, td { text-align: left; vertical-align: top; padding: 6px 8px 6px 0; font-weight: normal;
  border-bottom: 1px solid var(--line); font-variant-numeric: tabular-nums; }
tbody th { min-width: 6.5em; }
thead th, td { overflow-wrap: normal; min-width: 3em; }
td:last-child { overflow-wrap: anywhere; }
td:nth-child(3):last-child { min-width: 7em; }
tr, figure { break-inside: avoid; }
figure { margin: 8px 0 0; }
.plot .infolayer text, .plot .textpoint text, .plot [class$="tick"] text {
  fill: var(--text) !important; }
.plot .gridlayer path, .plot path.zl { stroke: var(--line) !important; }
@page { margin: 15mm; }
@media print {
  main { padding: 0; }
  .on-screen { display: none; }
  section + section { break-before: page; }
}
"""
PRINT_IT = '<p class="on-screen"><small>Print it to keep it as PDF: Ctrl+P, or ⌘P.</small></p>\n'
DRAW = """
for (const figure of document.querySelectorAll("figure")) {
  const {data, layout} = JSON.parse(figure.querySelector("script").textContent);
  const config = {displayModeBar: false, responsive: true};
  Plotly.newPlot(figure.querySelector("div"), data, layout, config);
}
"""


def page(title: str, facts: str, sections: Sequence[str], origin: str, plotly_js: str) -> str:
    """The document; sections and origin: markup of this module."""
    body = "".join(f"<section>{section}</section>\n" for section in sections)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f"{tag('title', title)}<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"{tag('h1', title)}{tag('p', facts)}{PRINT_IT}{body}<footer>{origin}</footer>\n</main>\n"
        f"<script>{plotly_js}</script>\n<script>{DRAW}</script>\n</body>\n</html>\n"
    )


def tag(name: str, text: str) -> str:
    return f"<{name}>{escape(text)}</{name}>\n"


def card(
    headline: str,
    paragraphs: Sequence[str],
    good: bool,
    facts: Sequence[tuple[str, str, str]],
) -> str:
    """An answer and its figures; facts: name, value, note."""
    shown = "".join(
        f"<div>{tag('dt', name)}<dd>{escape(value)}{tag('small', note)}</dd></div>\n"
        for name, value, note in facts
    )
    return (
        f'<div class="card{" good" * good}">{tag("h3", headline)}'
        f"{''.join(tag('p', text) for text in paragraphs)}<dl>{shown}</dl></div>\n"
    )


def table(caption: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """The first cell of each row names it."""
    top = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    body = "".join(
        f'<tr><th scope="row">{escape(name)}</th>{"".join(tag("td", cell) for cell in cells)}</tr>'
        for name, *cells in rows
    )
    return (
        f"<table>{tag('caption', caption)}<thead><tr>{top}</tr></thead>\n"
        f"<tbody>{body}</tbody></table>\n"
    )


def chart(plotly_json: str, text: str) -> str:
    """A chart, and its alternative in words beneath, which stands alone where no script runs."""
    for letter in "<>&\u2028\u2029":  # no text in the JSON may end the script
        plotly_json = plotly_json.replace(letter, f"\\u{ord(letter):04x}")
    return (
        f'<figure><div class="plot" role="img" aria-label="{escape(text)}"></div>'
        f'<script type="application/json">{plotly_json}</script>\n'
        f"{tag('figcaption', text)}</figure>\n"
    )
