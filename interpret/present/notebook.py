"""The answer as a notebook shows it: each rule with its verdict, its proof and figures.

No script runs and nothing is asked of another host. Text has the notebook's own colour, whatever
its theme; what is good news has a green for light and one for dark pages, by the theme of the
notebook where it says so, else by the reader's (prefers-color-scheme).
"""

from collections.abc import Iterable, Sequence

from interpret.answer.explanation import Explanation
from interpret.numbers.explanation import NumberExplanation
from interpret.present import markup, number_words, words
from interpret.present.appendix import rule_table
from interpret.present.number_report import number_card, terms_table
from interpret.present.points_tables import cut_words, first_words, term_rows
from interpret.present.report_parts import answer_card

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


def notebook_html(explanations: Sequence[Explanation]) -> str:
    """A piece of HTML with the rule of each class explained."""
    return _piece(
        f"{markup.tag('h4', words.heading(e))}{rule_table(e)}{_points(e)}{answer_card(e)}"
        for e in explanations
    )


def _points(e: Explanation) -> str:
    """The card as a table, where there is one, and which form comes first."""
    if e.points is None:
        return ""
    card = e.points.card
    rows = [[told, words.points_words(points)] for points, told in term_rows(card)]
    name = f"Points: {cut_words(e, card)}; {first_words(e)}"
    return markup.table(name, ["where", "points"], rows)


def notebook_number(e: NumberExplanation) -> str:
    """A piece of HTML with the sum that explains a number."""
    begins = f"{e.target}: {number_words.amount(e.base, e.spread)} to begin with"
    proof = markup.tag("p", number_words.proof_words(e))
    return _piece([markup.tag("h4", begins) + terms_table(e) + number_card(e) + proof])


def _piece(parts: Iterable[str]) -> str:
    return f'<div class="rulescope">{STYLE}{"".join(parts)}</div>'
