"""How a notebook shows an answer: a piece of HTML with a style of its own.

No script runs and nothing is asked of another host. Text has the notebook's own colour, whatever
its theme; what is good news has a green for light and one for dark pages, by the theme of the
notebook where it says so, else by the reader's (prefers-color-scheme).
"""

from collections.abc import Iterable

from interpret.tell.blocks import Block
from interpret.tell.html import as_html

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
