"""Texts in SQL: names and values as they are quoted, and texts that are rewritten in steps."""

from collections.abc import Iterable, Sequence

DIGITS = "0123456789"
AT_ONCE = 12  # texts that are replaced in one expression: SQLite reads no more than some 20 deep
Steps = list[dict[str, str]]  # the columns that each step adds, by name


def literal(text: str) -> str:
    """A text as SQL quotes it."""
    return "'" + text.replace("'", "''") + "'"


def identifier(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def literals(texts: Iterable[str]) -> str:
    return f"({', '.join(map(literal, texts))})"


def replaced(name: str, text: str, pairs: Sequence[tuple[str, str]]) -> Steps:
    """Steps to a text in which the first of each pair is replaced by the second, in their order."""
    steps: Steps = []
    for start in range(0, max(1, len(pairs)), AT_ONCE):
        for old, new in pairs[start : start + AT_ONCE]:
            text = f"REPLACE({text}, {literal(old)}, {literal(new)})"
        is_last = start + AT_ONCE >= len(pairs)
        steps.append({name if is_last else f"{name}{start}": text})
        text = f"{name}{start}"
    return steps


def before(text: str, rest: str) -> str:
    """What stands in a text before the rest of it."""
    return f"SUBSTR({text}, 1, LENGTH({text}) - LENGTH({rest}))"
