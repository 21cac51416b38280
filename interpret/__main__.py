"""The command line: `python -m interpret TABLE` prints the rule inside a machine trained on it."""

import argparse
import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import Field, fields, replace
from pathlib import Path
from typing import Any, TextIO

from interpret.answer.answer import answers
from interpret.answer.explanation import Explanation
from interpret.answer.proof import proof_words
from interpret.data.complaints import DataError
from interpret.data.number_task import explains_a_number
from interpret.data.openml import fetch
from interpret.data.reading import read_table
from interpret.data.table import Table
from interpret.data.task import tasks
from interpret.explain import explain
from interpret.numbers.explain import explain_number
from interpret.present import scored, words
from interpret.present.number_export import number_as_text
from interpret.present.number_scored import number_columns, predicted_words
from interpret.present.several import several, several_words
from interpret.present.verdict import verdict
from interpret.settings import REPEATED, Settings, SettingsError

OPENML = "openml:"
RESULTS = ("json", "html", "csv")


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> None:  # type: ignore[override]
        raise SettingsError(f"{message}. See python -m interpret --help.")


def main(argv: Sequence[str], stdout: TextIO, stderr: TextIO) -> int:
    """Runs one command; 0, or 2 with one line on stderr that says what is wrong with the input."""
    parser = _argument_parser()
    try:
        if {"-h", "--help"} & set(argv):
            stdout.write(parser.format_help())
            return 0
        given = {
            name: value
            for name, value in vars(parser.parse_args(argv)).items()
            if value is not None
        }
        _obey(given, stdout)
    except (DataError, SettingsError) as error:
        stderr.write(f"{_one_line(str(error))}\n")
        return 2
    return 0


def _obey(given: dict[str, Any], stdout: TextIO) -> None:
    """Learns from the table and scores rows, as far as each is asked for."""
    from interpret.answer.predict import read_document  # pydantic takes time to load

    path, rows = given.pop("TABLE"), given.pop("predict", None)
    results = {name: given.pop(name) for name in RESULTS if name in given}
    settings = Settings(**given)
    _check_results(results, rows)
    raw, name, target = _source("TABLE", path)
    answer = read_document(raw)
    if answer is not None and (rows is None or given or results.keys() - {"csv"}):
        raise SettingsError(
            f"{path!r} is an answer, which can only predict: name the rows to score with "
            "--predict FILE, and of the other options --csv alone."
        )
    to_score = None if rows is None else read_table(*_source("--predict FILE", rows)[:2])
    said: list[str] = []
    if answer is None:
        settings = replace(settings, target=target) if settings.target is None else settings
        table = read_table(raw, name)
        asks_a_number = not settings.positive and explains_a_number(
            table, settings.target, settings.columns
        )
        learn = _learn_number if asks_a_number else _learn
        answer, said = learn(table, settings, results, stdout)
    if to_score is not None:
        said += _score(answer, to_score, results.get("csv"), stdout)
    if "-" not in results.values():
        stdout.write("\n\n".join(said) + "\n")


def _learn(
    table: Table, settings: Settings, results: Mapping[str, str], stdout: TextIO
) -> tuple[dict[str, Any], list[str]]:
    """The document of a table, written where it is wanted, and the answers in words."""
    from interpret.answer.record import document

    explanations = _explain_all(table, settings)
    answer = document(table, explanations)
    _write_json(answer, results, stdout)
    if "html" in results:
        from interpret.present.report import html_report  # plotly takes a second to load

        _write(results["html"], html_report(answers(explanations, table)), stdout)
    said = list(map(_answer, explanations))
    if len(explanations) > 1:
        said.append(f"Together: {several_words(several(answers(explanations, table)))}")
    return answer, said


def _learn_number(
    table: Table, settings: Settings, results: Mapping[str, str], stdout: TextIO
) -> tuple[dict[str, Any], list[str]]:
    """The document of a table whose number is explained, and the answer in words."""
    from interpret.numbers.record import number_document

    e = explain_number(table, settings)
    answer = number_document(table, e)
    _write_json(answer, results, stdout)
    if "html" in results:
        from interpret.present.number_report import number_report  # so does this

        _write(results["html"], number_report(table, e), stdout)
    return answer, [number_as_text(e).rstrip("\n")]


def _write_json(answer: Mapping[str, Any], results: Mapping[str, str], stdout: TextIO) -> None:
    if "json" in results:
        ascii_only = results["json"] == "-"  # whatever the encoding of standard output
        text = json.dumps(answer, allow_nan=False, ensure_ascii=ascii_only)
        _write(results["json"], text + "\n", stdout)


def _score(
    answer: Mapping[str, Any], table: Table, csv_path: str | None, stdout: TextIO
) -> list[str]:
    """What an answer's rules say of a table in words; row by row where that is wanted."""
    from interpret.answer.predict import predictors

    if "number" in answer:
        return _score_number(answer, table, csv_path, stdout)
    scores = [predictor.scores(table) for predictor in predictors(answer)]
    if csv_path is not None:
        _write(csv_path, scored.as_csv(scored.scored_columns(table, scores)), stdout)
    told = (*scored.unseen_words(scores), *scored.denied_words(scores))
    notes = [f"Note: {note}" for note in told]
    lines = [f"{table.name}:", *map(scored.verdict_words, scores), *notes]
    return ["\n".join(map(_one_line, lines))]


def _score_number(
    answer: Mapping[str, Any], table: Table, csv_path: str | None, stdout: TextIO
) -> list[str]:
    """What an answer's sum predicts for a table in words; row by row where that is wanted."""
    from interpret.numbers.predict import number_predictor

    scores = number_predictor(answer).scores(table)
    if csv_path is not None:
        _write(csv_path, scored.as_csv(number_columns(table, scores)), stdout)
    return [f"{_one_line(table.name)}:\n{_one_line(predicted_words(scores))}"]


def _explain_all(table: Table, settings: Settings) -> list[Explanation]:
    """One explanation, or one for each class where there are more than two."""
    asked = tasks(table, settings.target, settings.positive, settings.columns)
    return [explain(table, replace(settings, positive=task.positive)) for task in asked]


def _answer(e: Explanation) -> str:
    part = e.judged_on
    found = verdict(e)
    figures = [
        ("right", words.share_words(e.rule_right[part].accuracy)),
        ("agrees with the machine", words.share_words(e.fidelity[part])),
        ("the machine is right", words.share_words(e.machine_right[part].accuracy)),
        ("the majority guess is right", words.percent(e.majority[part].value)),
    ]
    lines = [
        words.heading(e),
        *(f"  {line}" for line in words.rule_lines(e.rule.formula)),
        "",
        f"{found.headline}. {found.sentence}",
        proof_words(e),
        "",
        f"On {words.counted_rows(e)}:",
        *(f"  {label:<28}{value}" for label, value in figures),
        *(
            f"  {name:<40}{rule}, the machine {machine}"
            for name, machine, rule in words.both_rates(e, part)[1:]
        ),
        f"  {'length':<28}{words.length_words(e.rule.formula)}",
        *(f"  {label:<28}{value}" for label, value in words.score_lines(e)),
        f"  {'machine':<28}{words.machine_words(e)}",
        f"  {'rule':<28}{words.choice_words(e)}",
        *(f"Note: {note}" for note in (words.landmarks_words(e), *e.notices) if note),
    ]
    return "\n".join(map(_one_line, lines))


def _one_line(text: str) -> str:
    """The text without line breaks and what else a terminal would obey."""
    return "".join(c if c.isprintable() else " " for c in text)


def _source(what: str, path: str) -> tuple[bytes, str, str | None]:
    """A file's bytes, its name, and the column to predict where the source names one."""
    if path.startswith(OPENML):
        number = path.removeprefix(OPENML)
        if not number.isdecimal() or int(number) < 1:
            raise DataError(f"A table of OpenML is named like {OPENML}61; got {path!r}.")
        name, raw, target = fetch(int(number))
        return raw, name, target
    try:
        raw = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        raise DataError(
            f"{what} must be a file that can be read; {path!r}: {_reason(error)}."
        ) from None
    return raw, os.fsencode(Path(path).name).decode("utf-8", "replace"), None


def _check_results(results: Mapping[str, str], rows: str | None) -> None:
    """Says before the work what would be said after it."""
    if "csv" in results and rows is None:
        raise SettingsError("--csv holds scored rows: name the rows to score with --predict FILE.")
    if list(results.values()).count("-") > 1:
        raise SettingsError("Standard output can hold one result; name a FILE for the other.")
    for path in results.values():
        if path != "-" and (Path(path).is_dir() or not Path(path).parent.is_dir()):
            raise SettingsError(
                f"The result must go to a file in a folder that exists, and {path!r} cannot be one."
            )


def _write(path: str, text: str, stdout: TextIO) -> None:
    if path == "-":
        stdout.write(text)
        return
    try:
        Path(path).write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        raise SettingsError(
            f"The result must go to a file that can be written; {path!r}: {_reason(error)}."
        ) from None


def _reason(error: OSError | ValueError) -> str:
    return (getattr(error, "strerror", None) or str(error)).lower()


def _argument_parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m interpret",
        description="Find the rule inside a support vector machine trained on a table.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "TABLE",
        help="a file with a header (CSV, TSV, Excel, OpenDocument, Parquet or ARFF, also gzipped), "
        f"or {OPENML}NUMBER for a table of openml.org, or the answer that --json wrote",
    )
    for setting in fields(Settings):
        _add(parser, setting)
    parser.add_argument("--json", metavar="FILE", help="write the whole answer; - for stdout")
    parser.add_argument("--html", metavar="FILE", help="write a report to open in a browser")
    parser.add_argument("--predict", metavar="FILE", help="score the rows of a second table")
    parser.add_argument("--csv", metavar="FILE", help="write the scored rows; - for stdout")
    return parser


def _add(parser: argparse.ArgumentParser, setting: Field) -> None:
    """One option from one setting."""
    limits = setting.metadata
    flag = "--" + setting.name.replace("_", "-")
    text = limits["help"].replace("%", "%%")
    if setting.name in REPEATED:
        parser.add_argument(flag, action="append", metavar="TEXT", help=text, default=None)
    elif setting.type is bool:
        parser.add_argument(flag, action="store_true", help=text, default=None)
    else:
        shown = "|".join(limits["choices"]) if "choices" in limits else None
        parser.add_argument(flag, type=_reader(setting), metavar=shown, help=text, default=None)


def _reader(setting: Field):
    """What turns an option's text into its value; its name stands in the complaint."""
    if setting.type in (str, str | None):
        return str
    number = int if setting.type in (int, int | str) else float
    words = {setting.default, setting.metadata.get("also")}

    def read(text: str) -> object:
        return text if text in words else number(text)

    read.__name__ = "whole number" if number is int else "number"
    return read


def _run() -> int:
    """main as a program: quiet where the reader of its output leaves or the user stops it."""
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        status = main(sys.argv[1:], sys.stdout, sys.stderr)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    return status


if __name__ == "__main__":
    sys.exit(_run())
