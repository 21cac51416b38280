"""What --export writes: files that hold a rule as the endings of their names say."""

from collections.abc import Mapping, Sequence
from typing import Any

from interpret.answers.number.explanation import NumberExplanation
from interpret.answers.number.export import OF_A_NUMBER
from interpret.answers.rows import ending, endings_words
from interpret.answers.rule.answer.explanation import Explanation
from interpret.answers.rule.exports.exports import ENDINGS, exported
from interpret.command import Results
from interpret.data.complaints import DataError, one_line, quoted
from interpret.settings import SettingsError


def check_exports(paths: Sequence[str], endings: Sequence[str] = ENDINGS) -> None:
    """A SettingsError unless the name of each file ends like something that can be written."""
    for path in paths:
        if ending(path) not in endings:
            what = "a rule" if endings is ENDINGS else "the sum that explains a number"
            raise SettingsError(
                f"--export writes {what} to a file whose name ends in {endings_words(endings)}; "
                f"got {path!r}. Name another file."
            )


def export_rules(results: Results, explanations: Sequence[Explanation]) -> list[str]:
    """Writes the files; in words, which ones, where their names are not those asked for."""
    files = [own for path in results.exports for own in exported(path, explanations)]
    for path, content in files:
        results.write_file(path, content)
    others = [path for path, _ in files if path not in results.exports]
    return [one_line(f"A file for each rule: {', '.join(others)}.")] if others else []


def export_number(results: Results, e: NumberExplanation) -> None:
    """Writes the files."""
    for path in results.exports:
        results.write_file(path, OF_A_NUMBER[ending(path)](e))


def export_stored(results: Results, document: Mapping[str, Any]) -> list[str]:
    """Writes the files from the document of an answer; a DataError where it holds none."""
    if "number" in document:
        from interpret.answers.number.record import restore_number

        check_exports(results.exports, tuple(OF_A_NUMBER))
        export_number(results, restore_number(document))
        return []
    if "explanations" not in document:
        kind = quoted(str(document.get("kind", "another kind")))
        raise DataError(
            f"What is exported must be an answer with rules or of a number, and this is {kind}. "
            "Name the file that --json wrote of a table."
        )
    from interpret.answers.rule.answer.record import restore

    return export_rules(results, restore(document))
