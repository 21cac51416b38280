"""What `python -m interpret` does once its arguments are read: learn, score, write, say."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from interpret.answers.rule.answer.answer import Answer, answers
from interpret.answers.rule.answer.explanation import Explanation
from interpret.answers.rule.classes import explain_classes, of_each_class
from interpret.answers.rule.exports.export import answer_lines, with_card
from interpret.answers.rule.sentences import scored, words
from interpret.answers.rule.sentences.beside_truth import now_lines
from interpret.answers.rule.sentences.several import several, several_words
from interpret.answers.rule.sentences.stability_words import stability_lines
from interpret.answers.rule.sentences.still_words import still_lines
from interpret.answers.rule.sentences.wronged import wronged_lines
from interpret.cluster import on_cluster
from interpret.command import OPENML, Results, one_line, source
from interpret.data.apart import read_apart
from interpret.data.complaints import listed
from interpret.data.formats import GZIP, PARQUET
from interpret.data.limits import TooLargeError
from interpret.data.number_task import explains_a_number
from interpret.data.reading import read_table
from interpret.data.table import Table
from interpret.data.two_files import together
from interpret.large.opened import is_large
from interpret.present.csv_file import as_csv
from interpret.settings import DEMANDS, OF_RULES, Settings, SettingsError, settings_given
from interpret.tasks import jobs_asked, on_cores
from kernels.blas import one_thread_for_good

if TYPE_CHECKING:
    from interpret.answers.rule.answer.restated import Restating

RESULTS = ("json", "html", "appendix", "csv", "parquet")
REPORTS = {"html": False, "appendix": True}  # whether each has the appendix


def answered(given: dict[str, Any], stdout: TextIO) -> None:
    """Learns from the table and scores rows, as far as each is asked for."""
    from interpret.answers.document import read_document

    one_thread_for_good()
    path, rows = given.pop("TABLE"), given.pop("predict", None)
    paths = {name: given.pop(name) for name in RESULTS if name in given}
    by, exports = tuple(given.pop("by", ())), tuple(given.pop("export", ()))
    jobs, cluster = jobs_asked(given.pop("jobs", None)), given.pop("dask", None)
    test = given.pop("test", None)
    restating = _restating(given.pop("scale", None), given.pop("no_negative_points", False))
    settings = settings_given(given)
    results = _results(paths, rows, exports, stdout)
    large = is_large(path)
    raw, name, target = (b"", "", None) if large else source("TABLE", path)
    answer = read_document(raw)
    idle = rows is None and not exports
    if answer is not None and (idle or given or by or paths.keys() - {"csv", "parquet"}):
        raise SettingsError(
            f"{path!r} is an answer, which can only predict or be exported: name the rows to score "
            "with --predict FILE, or a file with --export, and of the other options --csv, "
            "--parquet, --scale or --no-negative-points alone."
        )
    if answer is not None:
        answer = restating.of_document(answer)
    in_parts = "parquet" in results
    to_score = None if rows is None or in_parts else read_apart(*source("--predict FILE", rows)[:2])
    said: list[str] = []
    with on_cores(jobs), on_cluster(cluster, jobs) as where:
        if answer is None:
            settings = replace(settings, target=target) if settings.target is None else settings
            table = None if large else _read(raw, name, path)
            if test is not None:
                table, settings = _with_test(table, test, settings, to_score)
            if by and table is None:
                raise SettingsError("Groups are told of tables that fit; leave --by out.")
            if table is None:
                answer, said = _learn_large(path, settings, results, restating)
            else:
                answer, said = _learn_table(table, settings, results, by, restating)
        elif exports:
            from interpret.exporting import export_stored

            said = export_stored(results, answer) or [f"Written: {', '.join(exports)}."]
        if rows is not None and in_parts:
            said += _score_large(answer, rows, paths["parquet"])
    if to_score is not None:
        said += _score(answer, to_score, results)
    said += filter(None, [where])
    results.say("\n\n".join(said))


def _read(raw: bytes, name: str, path: str) -> Table | None:
    """The table of a file; None where it has too many cells, and can be read in portions."""
    try:
        return read_apart(raw, name)
    except TooLargeError:
        if path.startswith(OPENML) or not raw.startswith((PARQUET, GZIP)):
            raise
        return None


def _restating(scale: str | None, no_negative: bool) -> "Restating":
    from interpret.answers.points.scales import scale_of
    from interpret.answers.rule.answer.restated import Restating

    return Restating(None if scale is None else scale_of(scale), no_negative)


def _learn_table(
    table: Table, settings: Settings, results: Results, by: Sequence[str], restating: "Restating"
) -> tuple[dict[str, Any], list[str]]:
    """The document of a table, whether its classes or its number are explained.

    by: columns by whose groups rates are told.
    """
    for name in by:
        table.column(name)
    asks_a_number = not settings.positive and explains_a_number(
        table, settings.target, settings.columns
    )
    if not asks_a_number:
        return _learn(table, settings, results, by, restating)
    if restating:
        raise SettingsError("A number is explained by a sum, which has no card to be told anew.")
    if by:
        raise SettingsError("Rates are of classes, and a number has none; leave --by out.")
    return _learn_number(table, settings, results)


def _learn_large(
    path: str, settings: Settings, results: Results, restating: "Restating"
) -> tuple[dict[str, Any], list[str]]:
    """The document of files that are read in portions, and the answers in words."""
    from interpret.large.explain import explain_large, large_document
    from interpret.large.opened import opened
    from interpret.large.words import sections

    with opened(path) as files:
        found = explain_large(files, settings)
    found = replace(found, explanations=tuple(map(restating.of, found.explanations)))
    answer = large_document(found)
    results.write_json(answer)
    told = answers(found.explanations, found.table)
    _write_reports(results, told, sections(found.explanations, found.judged))
    said = _answers(found.explanations)
    return answer, said + _exported(results, found.explanations)


def _write_reports(
    results: Results, found: Sequence[Answer], more: str = "", by: Sequence[str] = ()
) -> None:
    """The reports that are wanted. more: what goes first; by: columns by whose groups is told."""
    for name, appendix in REPORTS.items():
        if name in results:
            from interpret.answers.rule.report.report import (
                html_report,  # plotly takes a second to load
            )

            results.write(name, html_report(found, more, by=by, appendix=appendix))


def _exported(results: Results, explanations: Sequence[Explanation]) -> list[str]:
    """Writes the rules where that is wanted; in words, which files."""
    if not results.exports:
        return []
    from interpret.exporting import export_rules

    return export_rules(results, explanations)


def _score_large(answer: Mapping[str, Any], rows: str, folder: str) -> list[str]:
    """Scores the rows of files in portions, written as Parquet into a new folder."""
    from interpret.answers.rule.answer.predict import predictors
    from interpret.large.opened import opened
    from interpret.large.score import score
    from interpret.large.words import scored_words

    if "number" in answer:
        raise SettingsError("--parquet holds verdicts on classes; name a --csv for a number.")
    with opened(rows) as files:
        own = predictors(answer)
        counts = score(files, own, Path(folder))
    told = [scored_words(one, n) for one, n in zip(own, counts, strict=True)]
    return ["\n".join(map(one_line, [f"{files.name}:", *told]))]


def _with_test(
    table: Table | None, test: str, settings: Settings, to_score: Table | None
) -> tuple[Table, Settings]:
    """The rows of both files as one table, and the settings by which the second is held out.

    to_score: the rows that --predict names.
    """
    from interpret.answers.rows import check_columns

    if table is None:
        raise SettingsError("Beside a test file the table must fit into memory. Leave out --test.")
    other = read_apart(*source("--test FILE", test)[:2])
    if other.digest == table.digest:
        raise SettingsError(
            f"The rows of --test must not be those to learn from, and {test!r} holds the same "
            "table. Name another file, or leave out --test: then rows are held out of the table."
        )
    if to_score is not None and other.digest == to_score.digest:
        raise SettingsError(
            f"The rows of --predict must not be those of --test, and both hold the table {test!r}: "
            "the answer tells how right the rule is on them. Leave one of the two out."
        )
    check_columns(other, tuple(name for name in table.names if name not in settings.drop))
    raw, held_out = together(table, other)
    both = read_table(raw, table.name)
    target = settings.target if settings.explain else settings.target or table.names[-1]
    both = replace(both, notices=(*table.notices, *both.notices))
    return both, replace(settings, target=target, held_out=held_out)


def _learn(
    table: Table, settings: Settings, results: Results, by: Sequence[str], restating: "Restating"
) -> tuple[dict[str, Any], list[str]]:
    """The document of a table, written where it is wanted, and the answers in words."""
    from interpret.answers.rule.answer.record import document

    explained = explain_classes(table, of_each_class(table, settings))
    found = answers(tuple(map(restating.of, explained)), table)
    answer = document(found)
    results.write_json(answer)
    _write_reports(results, found, by=by)
    said = _answers([a.explanation for a in found])
    if by:
        said += ["\n".join(map(one_line, wronged_lines(a, by))) for a in found]
    if len(found) > 1:
        said.append(f"Together: {several_words(several(found))}")
    return answer, said + _exported(results, [a.explanation for a in found])


def _learn_number(
    table: Table, settings: Settings, results: Results
) -> tuple[dict[str, Any], list[str]]:
    """The document of a table whose number is explained, and the answer in words."""
    from interpret.answers.number.explain import explain_number
    from interpret.answers.number.export import OF_A_NUMBER, number_as_text
    from interpret.answers.number.record import number_document
    from interpret.exporting import check_exports, export_number

    if any(getattr(settings, name) for name in DEMANDS):
        raise SettingsError(
            "Only a rule can hold what is pinned, forbidden or has a direction, and a number is "
            "explained by a sum. Make two classes of it with --above NUMBER, or demand nothing."
        )
    default = Settings()
    idle = [n for n in OF_RULES if getattr(settings, n) != getattr(default, n)]
    if idle:
        told = listed(f"--{name.replace('_', '-')}" for name in idle)
        raise SettingsError(
            f"A number is explained by a sum, which reads no {told}. Leave that out, or make two "
            "classes of the number with --above NUMBER."
        )
    check_exports(results.exports, tuple(OF_A_NUMBER))
    e = explain_number(table, settings)
    answer = number_document(table, e)
    results.write_json(answer)
    export_number(results, e)
    for name in filter(results.__contains__, REPORTS):  # it has no appendix: all stands in it
        from interpret.answers.number.report import number_report  # plotly takes a second to load

        results.write(name, number_report(table, e))
    return answer, [number_as_text(e).rstrip("\n")]


def _score(answer: Mapping[str, Any], table: Table, results: Results) -> list[str]:
    """What an answer's rules say of a table in words; row by row where that is wanted."""
    from interpret.answers.rule.answer.drift import stills
    from interpret.answers.rule.answer.predict import predictors

    if "number" in answer:
        return _score_number(answer, table, results)
    own = predictors(answer)
    scores = [predictor.scores(table) for predictor in own]
    if "csv" in results:
        results.write("csv", as_csv(scored.scored_columns(table, scores)))
    told = (
        *scored.version_words_of(scores),
        *scored.unseen_words(scores),
        *scored.denied_words(scores),
    )
    notes = [f"Note: {note}" for note in told]
    lines = [f"{table.name}:", *map(scored.verdict_words, scores), *notes]
    for predictor, s in zip(own, scores, strict=True):
        if s.truth is not None:
            for own_form in stills(predictor, s, table):
                lines += still_lines(own_form)
        lines += now_lines(s)
        lines += stability_lines(s)
    return ["\n".join(map(one_line, lines))]


def _score_number(answer: Mapping[str, Any], table: Table, results: Results) -> list[str]:
    """What an answer's sum predicts for a table in words; row by row where that is wanted."""
    from interpret.answers.number.predict import number_predictor
    from interpret.answers.number.scored import number_columns, predicted_words

    scores = number_predictor(answer).scores(table)
    if "csv" in results:
        results.write("csv", as_csv(number_columns(table, scores)))
    return [f"{one_line(table.name)}:\n{one_line(predicted_words(scores))}"]


def _answers(explanations: Sequence[Explanation]) -> list[str]:
    """The answer of each class; what is noted of all of them stands once, behind them."""
    first, *others = explanations
    noted = [note for note in first.notices if others and all(note in e.notices for e in others)]
    said = []
    for e in explanations:
        own = tuple(note for note in e.notices if note not in noted)
        said.append(_answer(replace(e, notices=own)))
    if noted:
        said.append("\n".join(["Of every class:", *(one_line(f"Note: {note}") for note in noted)]))
    return said


def _answer(e: Explanation) -> str:
    rates = [
        f"  {name:<40}{rule}, the machine {machine}"
        for name, machine, rule in words.both_rates(e, e.judged_on)[1:]
    ]
    return with_card(e, answer_lines(e, rates=rates, last=[("rule", words.choice_words(e))]))


def _results(
    paths: Mapping[str, str], rows: str | None, exports: tuple[str, ...], stdout: TextIO
) -> Results:
    """Where results go; a SettingsError where one cannot be had, before the work begins."""
    if exports:
        from interpret.exporting import check_exports  # all forms of a rule take time to load

        check_exports(exports)
    if "parquet" in paths and (rows is None or Path(paths["parquet"]).exists()):
        raise SettingsError(
            "--parquet is a new folder for scored rows: name one that is not there, and the rows "
            "to score with --predict FILE."
        )
    if rows is not None and is_large(rows) and "parquet" not in paths:
        raise SettingsError(
            "Rows of several files, or of one too large to be read at once, are scored in "
            "portions: name a new folder for them with --parquet FOLDER."
        )
    if "csv" in paths and rows is None:
        raise SettingsError("--csv holds scored rows: name the rows to score with --predict FILE.")
    return Results(paths, stdout, exports)
