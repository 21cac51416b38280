"""One HTML file with the whole answer on a number; it needs no network, and can be printed."""

import plotly.graph_objects as go
from plotly.offline import get_plotlyjs

from interpret.answers.number import sum_figures, words
from interpret.answers.number.explanation import NumberExplanation, explained_rows, holds_of
from interpret.answers.settings_words import settings_table
from interpret.data.table import Table
from interpret.present import markup
from interpret.present.report_page import origin, written
from interpret.present.wording import clause_words

BARE = {
    "template": "none",
    "paper_bgcolor": "rgba(0,0,0,0)",
    "plot_bgcolor": "rgba(0,0,0,0)",
    "font": {"family": "system-ui, sans-serif", "size": 12},
}


def number_report(table: Table | None, e: NumberExplanation) -> str:
    """The report on a table's number; table: None where only the document is at hand."""
    held_out = len(e.rows["test"])
    where = f"{held_out:,} unseen rows" if held_out else "the same rows"
    facts = (
        f"{e.table} · {held_out + len(e.rows['train']):,} rows · {len(e.attributes)} attributes · "
        f"learnt from {len(e.rows['train']):,} rows, judged on {where}"
    )
    parts = {
        "What does each condition do?": _terms(e),
        "How well is the number predicted?": _chart(
            sum_figures.observed(e), sum_figures.observed_text(e)
        ),
        "What is left where a condition holds?": _left(table, e),
        "What would simple ways reach?": _beside(e),
        "How long must it be?": _chart(sum_figures.lengths(e), sum_figures.lengths_text(e)),
        "What does the machine weigh?": _machine(e),
        "How was it made?": _made(e),
    }
    if not e.terms:
        parts |= {"What does each condition do?": "", "What is left where a condition holds?": ""}
    filled = {name: part for name, part in parts.items() if part}
    section = number_card(e) + "".join(
        markup.tag("h2", name) + text for name, text in filled.items()
    )
    title = f"What moves {e.target}?"
    return markup.page(
        title,
        [facts, written()],
        [markup.section(section)],
        origin(e.table, e.digest),
        get_plotlyjs(),
    )


def number_card(e: NumberExplanation) -> str:
    judged_on_rows, mean = e.judged[e.judged_on], e.mean_judged[e.judged_on]
    facts = [
        (
            "Variation explained",
            words.share_words(judged_on_rows.explained),
            f"on {words.rows_words(e)}",
        ),
        (
            "Typical error",
            words.estimate_words(judged_on_rows.error, e),
            f"of the mean: {words.estimate_words(mean.error, e)}",
        ),
        ("Length", words.size_words(e), ""),
    ]
    said = [words.sentence(e), *filter(None, [words.scale_words(e)])]
    return markup.card(words.headline(e), said, words.is_good(e), facts)


def _left(table: Table | None, e: NumberExplanation) -> str:
    """What observed values differ by where a condition holds; "" without the rows."""
    if table is None:
        return ""
    held = holds_of(e, explained_rows(e, table))
    return _chart(sum_figures.residuals(e, held), sum_figures.residuals_text(e, held))


def _terms(e: NumberExplanation) -> str:
    few = "".join(markup.tag("p", said) for said in words.carried_words(e))
    return _chart(sum_figures.terms(e), sum_figures.terms_text(e)) + terms_table(e) + few


def terms_table(e: NumberExplanation) -> str:
    """What each condition adds, with its interval and its rows."""
    rows = [
        [
            clause_words(term.clause),
            words.amount(term.effect, e.spread),
            words.between_words(term, e),
            f"{term.rows['train']:,}",
            f"{term.rows['test']:,}",
            words.term_words(term),
        ]
        for term in e.terms
    ]
    head = ["", "adds", f"95 % on {words.rows_words(e)}", "training rows", "unseen rows"]
    return markup.table(words.interval_words(e), [*head, "in the machine"], rows)


def _beside(e: NumberExplanation) -> str:
    judged_on_rows = e.judged[e.judged_on]
    rows = [["this sum", words.share_words(judged_on_rows.explained), words.size_words(e)]]
    rows += [[b.name, words.share_words(b.judged.explained), b.size] for b in e.beside]
    return markup.table("On unseen rows, with 95 % intervals", ["", "explained", "size"], rows)


def _machine(e: NumberExplanation) -> str:
    rows = [list(heavy) for heavy in words.heaviest_words(e)]
    chart = _chart(sum_figures.gamma_path(e), sum_figures.gamma_text(e))
    return chart + markup.table(words.proof_words(e), ["", "weight"], rows)


def _made(e: NumberExplanation) -> str:
    notes = [
        f"The machine: {words.machine_words(e)}.",
        words.folds_words(e),
        words.source_words(e),
        *filter(None, [words.fewer_words(e), words.searched_words(e)]),
        *e.notices,
    ]
    return "".join(markup.tag("p", note) for note in notes) + settings_table(e.settings)


def _chart(figure: go.Figure, text: str) -> str:
    return markup.chart(figure.update_layout(BARE).to_json(), text)
