"""Files to take a rule away in, by the ending of their names."""

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import PurePath

from interpret.answer.explanation import Explanation
from interpret.data.complaints import listed
from interpret.numbers.explanation import NumberExplanation
from interpret.present.dmn import as_dmn
from interpret.present.export import as_python, as_sql
from interpret.present.markdown import as_markdown
from interpret.present.number_export import number_as_python, number_as_sql
from interpret.present.pmml import as_pmml
from interpret.present.points_pmml import as_scorecard, first_as_pmml
from interpret.present.workbook import as_workbook

OF_A_RULE: dict[str, Callable[[Explanation], str]] = {
    "sql": as_sql,
    "py": as_python,
    "pmml": first_as_pmml,
    "dmn": as_dmn,
}
OF_A_FORM: dict[str, Callable[[Explanation], str]] = {
    ".rule.pmml": as_pmml,
    ".scorecard.pmml": as_scorecard,
}
OF_ALL: dict[str, Callable[[Sequence[Explanation]], str | bytes]] = {
    "xlsx": as_workbook,
    "md": as_markdown,
}
OF_A_NUMBER: dict[str, Callable[[NumberExplanation], str]] = {
    "sql": number_as_sql,
    "py": number_as_python,
}
ENDINGS = (*OF_A_RULE, *OF_ALL)
_NO_NAME = re.compile(r"[^\w.-]+")


def ending(path: str) -> str:
    """The ending of a file's name, in small letters, without its dot."""
    return PurePath(path).suffix[1:].lower()


def endings_words(endings: Sequence[str]) -> str:
    """The endings in words: ".sql, .py"."""
    return listed(f".{own}" for own in endings)


def exported(path: str, explanations: Sequence[Explanation]) -> Iterator[tuple[str, str | bytes]]:
    """The files that a path comes to, each with its content.

    Where a file holds one rule and there are several, each class has a file of its own, with the
    class in its name: rule.sql becomes rule-yes.sql and rule-no.sql. PMML holds the form that comes
    first, or the one that the name asks for.
    """
    kind = ending(path)
    if kind in OF_ALL:
        yield path, OF_ALL[kind](explanations)
        return
    forms = (write for end, write in OF_A_FORM.items() if path.lower().endswith(end))
    write = next(forms, OF_A_RULE[kind])
    for e, own in zip(explanations, _paths(path, explanations), strict=True):
        yield own, write(e)


def _paths(path: str, explanations: Sequence[Explanation]) -> list[str]:
    if len(explanations) == 1:
        return [path]
    whole = PurePath(path)
    names = [_NO_NAME.sub("-", "-".join(e.positive)).strip("-.") for e in explanations]
    folded = [name.casefold() for name in names]
    told = [
        name if name and folded.count(name.casefold()) == 1 else f"{name or 'class'}-{number}"
        for number, name in enumerate(names, 1)
    ]
    return [str(whole.with_name(f"{whole.stem}-{name}{whole.suffix}")) for name in told]
