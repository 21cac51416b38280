"""The files that a rule can be written to, by the ending of their names."""

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import PurePath

from interpret.answers.rows import ending
from interpret.forms.answer.explanation import Explanation
from interpret.forms.exports.code import as_python, as_sql
from interpret.forms.exports.pmml import as_pmml, as_rule_set, as_scorecard
from interpret.forms.exports.workbook import as_workbook
from interpret.present.code import UNKNOWN, Kinds
from interpret.tell.rule.brief import at_length
from interpret.tell.text import as_markdown

OF_A_RULE: dict[str, Callable[[Explanation], str]] = {
    "sql": as_sql,
    "py": as_python,
    "pmml": as_pmml,
}
OF_A_FORM: dict[str, Callable[[Explanation], str]] = {
    ".rule.pmml": as_rule_set,
    ".scorecard.pmml": as_scorecard,
}
OF_ALL: dict[str, Callable[[Sequence[Explanation]], str | bytes]] = {
    "xlsx": as_workbook,
    "md": lambda explanations: as_markdown(at_length(explanations)),
}
ENDINGS = (*OF_A_RULE, *OF_ALL)
_NO_NAME = re.compile(r"[^\w.-]+")


def exported(
    path: str, explanations: Sequence[Explanation], kinds: Kinds = UNKNOWN
) -> Iterator[tuple[str, str | bytes]]:
    """The files that a path stands for, each with its content.

    Where a file holds one rule and there are several, each class has a file of its own, with the
    class in its name: rule.sql becomes rule-yes.sql and rule-no.sql. PMML holds the form that comes
    first, or the one that the name asks for. kinds: what an engine says that the columns hold.
    """
    kind = ending(path)
    if kind in OF_ALL:
        yield path, OF_ALL[kind](explanations)
        return
    forms = (write for end, write in OF_A_FORM.items() if path.lower().endswith(end))
    write = next(forms, OF_A_RULE[kind])
    for e, target in zip(explanations, _paths(path, explanations), strict=True):
        yield target, as_sql(e, kinds=kinds) if kind == "sql" else write(e)


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
