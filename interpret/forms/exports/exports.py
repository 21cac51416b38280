"""The files that a rule can be written to, by the ending of their names."""

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePath

from interpret.forms.answer.explanation import Explanation
from interpret.forms.exports.code import as_python, as_sql
from interpret.present.dialects import DIALECTS, dialect_of
from interpret.present.sql import UNKNOWN, Kinds

_NO_NAME = re.compile(r"[^\w.-]+")


def exported(
    path: str, explanations: Sequence[Explanation], kinds: Kinds = UNKNOWN
) -> Iterator[tuple[str, str]]:
    """The files that a path stands for, each with its content.

    Where there are several rules, each class has a file of its own, with the class in its name:
    rule.spark.sql becomes rule-yes.spark.sql and rule-no.spark.sql. kinds: what an engine says
    that columns hold.
    """
    dialect = dialect_of(path)
    for e, target in zip(explanations, _paths(path, explanations), strict=True):
        yield target, as_python(e) if dialect is None else as_sql(e, kinds=kinds, dialect=dialect)


def _paths(path: str, explanations: Sequence[Explanation]) -> list[str]:
    if len(explanations) == 1:
        return [path]
    whole = PurePath(path)
    inner = PurePath(whole.stem).suffix
    ends = f"{inner if inner[1:].lower() in DIALECTS else ''}{whole.suffix}"
    stem = whole.name.removesuffix(ends)
    names = [_NO_NAME.sub("-", "-".join(e.positive)).strip("-.") for e in explanations]
    folded = [name.casefold() for name in names]
    distinct = [
        name if name and folded.count(name.casefold()) == 1 else f"{name or 'class'}-{number}"
        for number, name in enumerate(names, 1)
    ]
    return [str(whole.with_name(f"{stem}-{name}{ends}")) for name in distinct]
