"""What `python -m interpret` does once its arguments are read: learn, score, write, say."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from interpret.answers.document import read_document
from interpret.answers.rows import check_columns
from interpret.command import Results, read_table_at, source, with_sheet
from interpret.cores import jobs_asked, on_cores
from interpret.data.complaints import one_line
from interpret.data.limits import LIMITS, ReadingLimits, TooLargeError
from interpret.data.numbers import number
from interpret.data.read_again import read_as_asked, together
from interpret.data.reading import GZIP, PARQUET
from interpret.data.sandbox.read_apart import read_apart
from interpret.data.table import Table
from interpret.large.source import SAMPLE, is_database, is_large
from interpret.present.csv_file import as_csv
from interpret.registry import AnswerOutput, OutputOptions, kind_in, kind_of, name_asked
from interpret.settings import Settings, SettingsError, aimed, read_settings, settings_given
from interpret.tell.blocks import Heading
from interpret.tell.text import as_text
from kernels.blas import one_thread_for_good

if TYPE_CHECKING:
    from interpret.large.source import Source


@dataclass(frozen=True)
class InDatabase:
    """What is asked for of a database: a table or a query, the column that tells its rows apart,
    and whether all rows of a warehouse may be read and what --into names may be replaced.
    """

    table: str | None = None
    query: str | None = None
    key: str | None = None
    yes: bool | None = None


STORED = (
    "is an answer, which can only predict or be exported: name the rows to score with --predict "
    "FILE, or a file with --export, and of the other options --csv or --into alone."
)
RESULTS = ("json", "html", "csv")


def answered(
    given: dict[str, Any],
    stdout: TextIO,
    limits: ReadingLimits = LIMITS,
    sample: int = SAMPLE,
) -> None:
    """Learns from the table and scores rows, as far as each is asked for."""
    one_thread_for_good()
    (path, sheet), rows = with_sheet(given.pop("TABLE")), given.pop("predict", None)
    paths = {name: given.pop(name) for name in RESULTS if name in given}
    exports, into = tuple(given.pop("export", ())), given.pop("into", None)
    asked = InDatabase(**{name: given.pop(name, None) for name in ("table", "query", "key", "yes")})
    test = given.pop("test", None)
    verbose = given.pop("verbose", False)
    options = _options(given, exports)
    settings = replace(settings_given(read_settings(given)), sheet=sheet)
    _check_results(paths, path, rows, into, asked, limits)
    inputs = (path, *(with_sheet(other)[0] for other in (rows, test) if other))
    results = Results(paths, stdout, exports, inputs)
    large = bool(path) and is_large(path, limits)
    raw, name = (b"", "") if large else source("TABLE", path)
    stored = read_document(raw)
    idle = rows is None and not exports
    others = given or test or options.by or options.others or verbose or paths.keys() - {"csv"}
    if stored is not None and (idle or others):
        raise SettingsError(f"{path!r} {STORED}")
    to_score = None
    if rows is not None and into is None:
        to_score = read_table_at("--predict FILE", rows, limits)
    said: list[str] = []
    with on_cores(jobs_asked()):
        if stored is None:
            table = None if large else _read(raw, name, limits, sheet)
            if table is not None:
                settings = aimed(settings, table.names)
            if test is not None:
                table, settings = _tested(table, test, settings, to_score, limits)
            if table is None:
                output = _learned_large(path, asked, settings, options, sample)
            else:
                output = kind_of(name_asked(table, settings)).learn(table, settings, options)
            said = [_told(output, verbose), *_written(results, output)]
        else:
            output = kind_of(kind_in(stored)).present(stored, options)
            if exports:
                said = _exported(results, output) or [f"Written: {', '.join(exports)}."]
        answer = output.document
        if rows is not None and into is not None:
            said += _score_large(answer, rows, asked, into, sample)
    if to_score is not None:
        said += _score(answer, to_score, results)
    results.say("\n\n".join(said))


def _options(given: dict[str, Any], exports: tuple[str, ...]) -> OutputOptions:
    """How the answer is to be presented; takes what says so out of the arguments."""
    return OutputOptions(
        exports,
        by=tuple(given.pop("by", ())),
        others=given.pop("others", False),
    )


def _told(answer: AnswerOutput, verbose: bool) -> str:
    """An answer as it is printed."""
    return as_text(answer.at_length() if verbose else answer.at_a_glance()).rstrip()


def _written(results: Results, answer: AnswerOutput) -> list[str]:
    """Writes an answer in every form asked for; returns in words which files got other names."""
    results.write_json(answer.document)
    if "html" in results:
        results.write("html", answer.report())
    return _exported(results, answer)


def _exported(results: Results, answer: AnswerOutput) -> list[str]:
    """Writes the files to export; returns their names in words if they are not those given."""
    files = [file for path in results.exports for file in answer.files(path)]
    for path, content in files:
        results.write_file(path, content)
    others = [path for path, _ in files if path not in results.exports]
    return [one_line(f"A file for each rule: {', '.join(others)}.")] if others else []


def _read(raw: bytes, name: str, limits: ReadingLimits, sheet: str | None) -> Table | None:
    """The table of a file; None where it has too many cells, and may be read by DuckDB."""
    try:
        return read_apart(raw, name, limits, sheet)
    except TooLargeError:
        if not raw.startswith((PARQUET, GZIP)):
            raise
        return None


@contextmanager
def _source_of(path: str, asked: InDatabase, sample: int) -> Iterator["Source"]:
    """A table that stays where it is: files, or a table of a database."""
    from interpret.large.database import connected
    from interpret.large.files import opened

    if is_database(path):
        options = (asked.table, asked.query, asked.key, bool(asked.yes), sample)
        with connected(path, *options) as source:
            yield source
    else:
        with opened(path, sample) as source:
            yield source


def _learned_large(
    path: str, asked: InDatabase, settings: Settings, options: OutputOptions, sample: int
) -> AnswerOutput:
    """The answer of a table that stays where it is."""
    from interpret.large.explain import large_output

    if options.by or options.others:
        raise SettingsError("--by and --others need a table that fits into memory; leave them out.")
    with _source_of(path, asked, sample) as rows:
        return large_output(rows, settings, options)


def _score_large(
    answer: Mapping[str, Any],
    rows: str,
    asked: InDatabase,
    into: str,
    sample: int,
) -> list[str]:
    """Scores rows where they are, and keeps them under a name."""
    from interpret.large.judge import score

    predictors = kind_of(kind_in(answer)).predictors
    if predictors is None:
        raise SettingsError("--into holds verdicts on classes; name a --csv for a number.")
    with _source_of(rows, asked, sample) as source:
        lines = score(source, predictors(answer), into)
    return ["\n".join(map(one_line, [f"{source.name}:", *lines]))]


def _tested(
    table: Table | None,
    test: str,
    settings: Settings,
    to_score: Table | None,
    limits: ReadingLimits,
) -> tuple[Table | None, Settings]:
    """The table and the settings by which rows are held out: those that a column of that name
    marks, a share of them, or those of a second file. table: None where it stays where it is.
    """
    share = number(test)
    if table is not None and test in table.names:
        return table, replace(settings, test=test)
    if share is not None:
        return table, replace(settings, test=share)
    if table is None and not Path(with_sheet(test)[0]).exists():
        return table, replace(settings, test=test)
    return _with_test(table, test, settings, to_score, limits)


def _with_test(
    table: Table | None,
    test: str,
    settings: Settings,
    to_score: Table | None,
    limits: ReadingLimits,
) -> tuple[Table, Settings]:
    """The rows of both files as one table, and the settings by which the second is held out.

    to_score: the rows that --predict names.
    """
    if table is None:
        raise SettingsError("Beside a test file the table must fit into memory. Leave out --test.")
    other = read_table_at("--test, no column and no share here,", test, limits)
    if other.digest == table.digest:
        raise SettingsError(
            f"The rows of --test must not be those to learn from, and {test!r} holds the same "
            "table. Name another file, or leave out --test."
        )
    if to_score is not None and other.digest == to_score.digest:
        raise SettingsError(
            "The rows of --predict must not be those of --test, and both hold the table "
            f"{test!r}. Leave one of the two out."
        )
    table = read_as_asked(table, settings.columns.cells_asked)
    used = [name for name in table.names if name not in settings.drop]
    check_columns(other.names, used)
    both, held_out = together(table, other, used)
    return both, replace(settings, target=settings.target or table.names[-1], test=held_out)


def _score(answer: Mapping[str, Any], table: Table, results: Results) -> list[str]:
    """What an answer says of a table in words; row by row where that is wanted."""
    rows = kind_of(kind_in(answer)).score(answer, table)
    if "csv" in results:
        results.write("csv", as_csv(rows.columns()))
    return [as_text([Heading(f"{table.name}:"), *rows.brief]).rstrip()]


def _check_results(
    paths: Mapping[str, str],
    path: str,
    rows: str | None,
    into: str | None,
    asked: InDatabase,
    limits: ReadingLimits,
) -> None:
    """A SettingsError, before the work begins, where a result is impossible."""
    if (asked.table or asked.query or asked.key) and not any(
        map(is_database, (path or "", rows or ""))
    ):
        raise SettingsError(
            "--table, --query and --key need a database, such as postgresql://HOST/NAME. Name one."
        )
    is_file = into is not None and (into.endswith(".parquet") or "://" not in (rows or ""))
    if into is not None and (rows is None or (is_file and not into.endswith(".parquet"))):
        raise SettingsError(
            "--into NAME.parquet holds scored rows: name a file of that ending, or a view where "
            "the rows are in a database, and the rows to score with --predict."
        )
    if into is not None and is_file and Path(into).exists() and not asked.yes:
        raise SettingsError(
            f"The scored rows would replace {into!r}, which is there already. Say --yes if they "
            "may, or name another file."
        )
    if rows is not None and is_large(rows, limits) and into is None:
        raise SettingsError(
            "Rows of a database, of several files, or of one too large to be read at once, are "
            "scored where they are: name a file for them with --into NAME.parquet."
        )
    if "csv" in paths and rows is None:
        raise SettingsError("--csv holds scored rows: name the rows to score with --predict FILE.")
