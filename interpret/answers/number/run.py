"""A run that explains a number: which conjunctions add to it and which take off."""

from collections.abc import Mapping
from typing import Any

from interpret.answers.number import words
from interpret.answers.number.explain import explain_number
from interpret.answers.number.explanation import NumberExplanation
from interpret.answers.number.record import number_document, restore_number
from interpret.cores import Cancelled
from interpret.rules.search import Progress
from interpret.runs import AskedRun, Listening, Result, RunKind


def work(asked: AskedRun, reporter: Listening) -> Result | None:
    """The document of the number explained; None where it was stopped before."""
    settings, table = asked.settings, asked.table()

    def tell(progress: Progress) -> bool:
        return reporter.step({"stage": progress.stage, "fraction": progress.fraction})

    try:
        return number_document(table, explain_number(table, settings, tell))
    except Cancelled:
        return None


def _asked(spec: Mapping[str, Any]) -> str:
    return f"the number {spec['settings']['target'] or 'in the last column'}"


def _came(e: NumberExplanation) -> str:
    explained = words.share_words(e.judged[e.judged_on].explained).split(" (")[0]
    return f"{explained} explained, {words.size_words(e)}"


def _figures(e: NumberExplanation) -> dict[str, str]:
    judged_on_rows = e.judged[e.judged_on]
    return {
        "variation explained": words.share_words(judged_on_rows.explained),
        "typical error": words.estimate_words(judged_on_rows.error, e),
        "length": words.size_words(e),
    }


RUN = RunKind(
    page="explain_number",
    also=("predict",),
    work=work,
    restore=restore_number,
    asked=_asked,
    came=_came,
    figures=_figures,
    thing="explanation",
    button="Explain the number",
    nothing_yet="The number is not explained yet. Press “Explain the number”: a machine over every "
    "combination of tests is learnt, and the few that move the number are shown.",
    kept="What was found by then is below.",
)
