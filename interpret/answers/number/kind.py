"""The entry of numbers in the table of kinds: how one is explained, told and predicted."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from interpret.answers.number import words
from interpret.answers.number.explain import explain_number
from interpret.answers.number.explanation import NumberExplanation
from interpret.answers.number.export import OF_A_NUMBER, number_as_text
from interpret.answers.number.predict import number_predictor
from interpret.answers.number.predicted_rows import number_columns, predicted_words, unread_words
from interpret.answers.number.record import number_document, restore_number
from interpret.answers.rows import ending
from interpret.answers.unread import Unread
from interpret.cores import Cancelled
from interpret.data.complaints import listed
from interpret.data.table import Table
from interpret.registry import AskedRun, Kind, Listening, Result, RowsTold, Telling, Told
from interpret.rules.search import Progress
from interpret.settings import DEMANDS, OF_RULES, Settings, SettingsError


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


def learned(table: Table, settings: Settings, telling: Telling) -> Told:
    """The sum that explains a table's number."""
    _check(telling)
    if any(getattr(settings, name) for name in DEMANDS):
        raise SettingsError(
            "Only a rule can hold what is pinned, forbidden or has a direction, and a number is "
            "explained by a sum. Make two classes of it with --above NUMBER, or demand nothing."
        )
    default = Settings()
    idle = [n for n in OF_RULES if getattr(settings, n) != getattr(default, n)]
    if idle:
        said = listed(f"--{name.replace('_', '-')}" for name in idle)
        raise SettingsError(
            f"A number is explained by a sum, which reads no {said}. Leave that out, or make two "
            "classes of the number with --above NUMBER."
        )
    e = explain_number(table, settings)
    return _told(number_document(table, e), lambda: e, table)


def told(document: Mapping[str, Any], telling: Telling) -> Told:
    """The sum of a document; its report leaves out the parts that need rows."""
    _check(telling)
    return _told(dict(document), lambda: restore_number(document), None)


def _told(
    document: dict[str, Any], explained: Callable[[], NumberExplanation], table: Table | None
) -> Told:
    def report(_: bool) -> str:  # there is no appendix: all stands in the report
        from interpret.answers.number.report import number_report  # plotly takes a second to load

        return number_report(table, explained())

    def files(path: str) -> Iterator[tuple[str, str | bytes]]:
        yield path, OF_A_NUMBER[ending(path)](explained())

    def words() -> list[str]:
        return [number_as_text(explained()).rstrip("\n")]

    return Told(document, words, report, files)


def _check(telling: Telling) -> None:
    """A SettingsError where something is asked for that a sum does not have."""
    telling.check_exports("the sum that explains a number", tuple(OF_A_NUMBER))
    if telling.scale:
        raise SettingsError("A number is explained by a sum, which no --scale can change.")
    if telling.by:
        raise SettingsError("Rates are of classes, and a number has none; leave --by out.")


def of_rows(document: Mapping[str, Any], table: Table, unread: Unread) -> RowsTold:
    """What the sum of a document predicts for a table."""
    scores = number_predictor(document).scores(table, unread)
    notes = [f"Note: {note}" for note in (*scores.read, *unread_words(scores))]
    columns = partial(number_columns, table, scores)
    return RowsTold([predicted_words(scores), *notes], columns, len(table.names))


KIND = Kind(
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
    learned=learned,
    told=told,
    scored=of_rows,
    needs=lambda document: number_predictor(document).attributes,
)
