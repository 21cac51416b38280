"""The files that a rule can be written to, by the ending of their names."""

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePath

from interpret.answers.rows import ending
from interpret.forms.answer.explanation import Explanation
from interpret.forms.exports.code import as_python, as_sql
from interpret.present.code import UNKNOWN, Kinds

_NO_NAME = re.compile(r"[^\w.-]+")


def exported(
    path: str, explanations: Sequence[Explanation], kinds: Kinds = UNKNOWN
) -> Iterator[tuple[str, str]]:
    """The files that a path stands for, each with its content.

    Where there are several rules, each class has a file of its own, with the class in its name:
    rule.sql becomes rule-yes.sql and rule-no.sql. kinds: what an engine says that columns hold.
    """
    is_sql = ending(path) == "sql"
    for e, target in zip(explanations, _paths(path, explanations), strict=True):
        yield target, as_sql(e, kinds=kinds) if is_sql else as_python(e)


def _paths(path: str, explanations: Sequence[Explanation]) -> list[str]:
    if len(explanations) == 1:
        return [path]
    whole = PurePath(path)
    names = [_NO_NAME.sub("-", "-".join(e.positive)).strip("-.") for e in explanations]
    folded = [name.casefold() for name in names]
    distinct = [
        name if name and folded.count(name.casefold()) == 1 else f"{name or 'class'}-{number}"
        for number, name in enumerate(names, 1)
    ]
    return [str(whole.with_name(f"{whole.stem}-{name}{whole.suffix}")) for name in distinct]
