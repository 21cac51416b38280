"""The answer as a notebook shows it: each rule with its verdict and figures; no script runs."""

from collections.abc import Sequence

from interpret.answer.explanation import Explanation
from interpret.present import markup, words
from interpret.present.appendix import rule_table
from interpret.present.report_parts import answer_card

STYLE = """<style>
.rulescope { max-width: 46em; font-family: system-ui, sans-serif; }
.rulescope .card { border: 1px solid #8886; border-radius: 8px; padding: 12px 16px; }
.rulescope .card h3, .rulescope h4 { margin: 0 0 8px; }
.rulescope .good h3 { color: #16877f; }
.rulescope dl { display: flex; flex-wrap: wrap; gap: 8px 32px; margin: 8px 0; }
.rulescope dt, .rulescope small, .rulescope caption { font-size: .85em; opacity: .75; }
.rulescope dd { margin: 0; font-size: 1.2em; }
.rulescope dd small { display: block; }
.rulescope table { border-collapse: collapse; margin: 8px 0; }
.rulescope caption { text-align: left; }
.rulescope th, .rulescope td { text-align: left; padding: 4px 12px 4px 0; font-weight: normal; }
</style>"""


def notebook_html(explanations: Sequence[Explanation]) -> str:
    """A piece of HTML with the rule of each class explained."""
    parts = [
        f"{markup.tag('h4', words.heading(e))}{rule_table(e)}{answer_card(e)}" for e in explanations
    ]
    return f'<div class="rulescope">{STYLE}{"".join(parts)}</div>'
