"""A document of blocks that stands alone: its style, its head and foot, and its scripts.

A page runs no script but the one that its forms need, and asks no address for anything.
"""

from base64 import b64encode
from collections.abc import Iterable
from datetime import UTC, datetime
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from platform import python_version

from interpret.tell.blocks import Block, Drawn, Page, inside
from interpret.tell.html import as_html, paragraphs, tag
from interpret.versions import RULESCOPE

LIBRARIES = ("numpy", "scipy", "scikit-learn", "deap", "plotly")
# No address may be asked for anything, whatever stands in the page.
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; "
    "form-action 'none'"
)
HERE = Path(__file__).parent
POSTER_STYLE = (HERE / "poster.css").read_text(encoding="utf-8")
# The letters of Latin scripts, as the dashboard has them; all others are the reader's own.
LETTERS = b64encode((HERE / "letters" / "source-sans-3.woff2").read_bytes()).decode()
FONT = (
    '@font-face { font-family: "Source Sans 3"; font-weight: 200 900; '
    f'src: url("data:font/woff2;base64,{LETTERS}") format("woff2"); }}\n'
)
OWN_STYLE = """
:root {
  color-scheme: light dark;
  --page: #FCFBF8; --panel: #F3F1EA; --text: #1E2422; --quiet: #555E5B; --line: #DDD9CD;
  --good: #0B6E69; --yes: #3E6FB0; --no: #64727F; --bad: #B8431C;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --page: #15191A; --panel: #1E2425; --text: #E8E6E0; --quiet: #A9B0AD; --line: #343C3D;
    --good: #4FB7AE; --yes: #7FA6DB; --no: #9AA7B5; --bad: #F08A63;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text);
  font: 16px/1.5 "Source Sans 3", system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 760px; margin: 0 auto; padding: 32px 16px 64px; }
h1 { font-size: 2.125rem; line-height: 1.2; margin: 0 0 8px; }
h2 { font-size: 1.375rem; line-height: 1.3; margin: 32px 0 8px; }
h3 { font-size: 1rem; line-height: 1.3; margin: 20px 0 8px; }
h1, h2, h3, caption { break-after: avoid; }
p, details { margin: 0 0 8px; }
summary { cursor: pointer; color: var(--quiet); }
small, caption, figcaption, thead th { color: var(--quiet); font-size: .8125rem; }
.card { border: 1px solid var(--line); border-radius: 8px; padding: 12px 16px;
  background: var(--panel); break-inside: avoid; }
.card h3 { margin: 0 0 8px; font-size: 1.375rem; }
.rule + p { margin-top: 8px; }
.rule + p + .card { margin-top: 16px; }
.good h3 { color: var(--good); }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(220px, 1fr)); gap: 16px;
  margin: 16px 0 8px; }
dd { margin: 0; font-size: 1.375rem; line-height: 1.2; }
dd small { display: block; margin-top: 4px; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; padding-bottom: 4px; }
th, td { text-align: left; vertical-align: top; padding: 6px 8px 6px 0; font-weight: normal;
  border-bottom: 1px solid var(--line); font-variant-numeric: tabular-nums; }
tbody th { min-width: 6.5em; }
thead th, td { overflow-wrap: normal; min-width: 3em; }
td:last-child { overflow-wrap: anywhere; }
td:nth-child(3):last-child { min-width: 7em; }
tr, figure { break-inside: avoid; }
figure { margin: 8px 0 0; }
figure svg { max-width: 100%; height: auto; }
.rule { break-inside: avoid; }
.rule caption { color: var(--text); font-size: 1rem; font-weight: 600; }
.rule td { white-space: nowrap; width: 1%; overflow-wrap: normal; vertical-align: middle; }
.rule tr:last-child > * { border-bottom: 0; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 320px), 1fr));
  gap: 8px 24px; align-items: start; }
.pair h2, .pair h3 { margin-top: 16px; }
.bad-yes { --yes: var(--bad); }
.bad-no { --no: var(--bad); }
.poster { break-inside: avoid; }
.poster h2 { margin: 0; }
.poster .lines li, .poster th, .poster td { font-size: 1rem; }
.poster table svg, .picture { display: block; width: 100%; }
.poster td.bar svg { width: 132px; }
.fill-in { break-inside: avoid; }
.fill-in[hidden] { display: none; }
.asked { display: grid; gap: 6px 24px; align-items: start; margin-bottom: 12px;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 300px), 1fr)); }
.fill-in fieldset { border: 0; padding: 0; margin: 0; min-width: 0; }
.fill-in legend { padding: 0; font-weight: 600; }
.fill-in label { display: inline-block; margin-right: 12px; padding-left: 1.6em;
  text-indent: -1.6em; }
.fill-in meter { width: 120px; vertical-align: middle; }
.fill-in button { font: inherit; color: inherit; background: var(--page); cursor: pointer;
  border: 1px solid var(--line); border-radius: 6px; padding: 4px 12px; }
@media (max-width: 480px) {
  table { font-size: .8125rem; }
  th, td { padding-right: 4px; }
  .rule tr { display: flex; flex-wrap: wrap; gap: 0 12px; align-items: center;
    border-bottom: 1px solid var(--line); padding: 6px 0; }
  .rule th { flex: 1 0 100%; }
  .rule th, .rule td { border: 0; padding: 0; width: auto; }
  .rule td:empty { display: none; }
}
@page { size: A4; margin: 12mm 14mm; }
@media print {
  :root { color-scheme: light; --page: #fff; }
  body { font-size: 12px; line-height: 1.3; }
  main { padding: 0; max-width: none; }
  h1 { font-size: 22px; }
  h2 { font-size: 16px; margin: 10px 0 4px; }
  h3 { font-size: 12px; margin: 8px 0 4px; }
  p { margin: 0 0 4px; orphans: 3; widows: 3; }
  table, small, caption, figcaption, thead th { font-size: 11px; }
  th, td { padding: 2px 8px 2px 0; }
  .card { padding: 8px 12px; }
  .card h3 { font-size: 16px; }
  .rule caption { font-size: 12px; }
  .poster { grid-template-columns: minmax(0, 1fr) minmax(0, 46%);
    gap: 0 24px; padding-bottom: 6px; }
  .poster h2 { font-size: 16px; line-height: 1.25; }
  .poster .flags { margin: 0 0 4px; font-size: 12px; line-height: 1.3; }
  .poster .lines li, .poster th, .poster td { font-size: 12px; line-height: 1.2; }
  .poster .place, .poster small, .poster .measured, .poster .claims li { font-size: 11px; }
  .poster .lines li { gap: 8px; padding: 0 !important; }
  .poster .lines small { max-width: 108px; text-align: right; }
  .poster .measured { margin: 2px 0; }
  .poster .claims { gap: 2px 4px; }
  .poster .claims li { padding: 0 6px; }
  .poster svg.picture { max-height: 33mm; }
  .poster td.bar svg { width: 72px; }
  figure .picture { max-height: 30mm; }
  .fill-in, .on-screen, details:not([open]) { display: none; }
}
"""
STYLE = f"{FONT}{POSTER_STYLE}{OWN_STYLE}"
PRINT_IT = '<p class="on-screen"><small>Print it to keep it as PDF: Ctrl+P, or ⌘P.</small></p>\n'


def as_page(page: Page) -> str:
    """The document: its title and facts, its sections, and where it comes from."""
    body = "".join(
        f'<section class="{name}">{as_html(blocks)}</section>\n'.replace(' class=""', "", 1)
        for name, blocks in page.sections
    )
    policy, scripts = _scripts([block for _, blocks in page.sections for block in blocks])
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f"{tag('title', page.title)}<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"{tag('h1', page.title)}{paragraphs([*page.facts, _written()])}{PRINT_IT}{body}"
        f"<footer>{_origin(page)}</footer>\n</main>\n{scripts}</body>\n</html>\n"
    )


def _scripts(blocks: Iterable[Block]) -> tuple[str, str]:
    """The policy of the page, and what fills its forms in: ours alone, known by its digest."""
    every = inside(blocks)
    ours = [block.script for block in every if isinstance(block, Drawn) and block.script]
    if not ours:
        return POLICY, ""
    known = b64encode(sha256(ours[0].encode()).digest()).decode()
    return f"{POLICY}; script-src 'sha256-{known}'", f"<script>{ours[0]}</script>\n"


def _origin(page: Page) -> str:
    """Where an answer comes from, at the foot of a report."""
    libraries = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    written = f"Written by Rulescope with Python {python_version()}, {libraries}."
    source = f"{page.table}, SHA-256 {page.digest}" if page.digest else ""
    return tag("h2", "Where does this come from?") + paragraphs([source, written])


def _written() -> str:
    """Which version wrote a report on which day."""
    today = datetime.now(UTC).date()
    return f"Written by Rulescope {RULESCOPE} on {today.day} {today:%B %Y}."
