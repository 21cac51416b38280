"""Two runs beside each other: the settings that differ, and each answer in a column of its own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from interpret.forms.answer.explanation import Explanation
from interpret.tell.blocks import Block, Heading, Pair, Table, sentences
from interpret.tell.rule.brief import in_brief, made, question, rates
from interpret.tell.rule.card import no_card_words
from interpret.tell.rule.truth import truth

NEITHER = "–"
DIGEST, SHORT = "digest of the data", 12  # characters that tell two apart
SAME = "Nothing. Data, settings, seed and versions are the same."
TWO_FORMS = (
    "One rule says when the class is met and the other when it is not: no line can be in both."
)
Row = tuple[str, str, str]  # a name, and what each of the runs has there


@dataclass(frozen=True)
class ComparedRun:
    """One of two runs: its kind, its table's name and digest, its spec, and its result.

    rules: the explanations that it found; figures: its other figures by name.
    """

    kind: str
    name: str
    digest: str | None
    spec: Mapping[str, Any]
    rules: tuple[Explanation, ...] = ()
    figures: Mapping[str, str] = field(default_factory=dict)


def side_by_side(first: ComparedRun, second: ComparedRun) -> list[Block]:
    """What was asked differently, then the answers on each class that both runs explain."""
    head = ["setting", "first", "second"]
    asked = [row for row in _merged(everything(first), everything(second)) if row[1] != row[2]]
    blocks: list[Block] = [Heading("What was asked differently", 3)]
    if asked:
        blocks.append(Table("What was asked differently", head, list(map(_short, asked))))
    else:
        blocks += sentences(SAME, quiet=True)
    if figures := _merged(first.figures, second.figures):
        title = "What each came to"
        blocks += [Heading(title, 3), Table(title, ["", *head[1:]], figures)]
    for one, other in _pairs(first.rules, second.rules):
        blocks += _columns(one, other)
    return blocks


def everything(run: ComparedRun) -> dict[str, str]:
    """Every setting of a run and what it was worked on with, by name."""
    spec = run.spec
    facts = {"kind": run.kind, "data": run.name, DIGEST: run.digest or NEITHER}
    facts |= {name.replace("_", " "): _value(value) for name, value in spec["settings"].items()}
    if spec["settings"]["C"] is None:
        facts["C"] = "hard margin"
    if "kernels" in spec:
        facts["kernels"] = _value(spec["kernels"])
    facts |= {f"learn: {name}": _value(value) for name, value in spec.get("asked", {}).items()}
    return facts | {f"version of {n}": v for n, v in spec.get("versions", {}).items()}


def _value(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _merged(first: Mapping[str, str], second: Mapping[str, str]) -> list[Row]:
    return [
        (name, first.get(name, NEITHER), second.get(name, NEITHER))
        for name in dict.fromkeys((*first, *second))
    ]


def _short(row: Row) -> Row:
    """The row with digests cut to their beginning, which tells them apart."""
    name, first, second = row
    return row if name != DIGEST else (name, f"{first[:SHORT]}…", f"{second[:SHORT]}…")


def _pairs(
    first: Sequence[Explanation], second: Sequence[Explanation]
) -> list[tuple[Explanation, Explanation]]:
    """Pairs of answers about the same class; where each run has only one, these two."""
    if len(first) == len(second) == 1:
        return [(first[0], second[0])]
    other = {(e.target, e.positive): e for e in second}
    return [(e, other[e.target, e.positive]) for e in first if (e.target, e.positive) in other]


def _columns(one: Explanation, other: Explanation) -> list[Block]:
    """Two answers part by part, with a mark at each clause and condition that both have."""
    is_of_two = one.rule.formula.denied != other.rule.formula.denied
    titles = (
        [Heading(f"{name}: {question(e)}", 3)] for name, e in (("First", one), ("Second", other))
    )
    blocks: list[Block] = [
        *sentences(TWO_FORMS if is_of_two else "", quiet=True),
        Pair(tuple(titles)),
        Pair((in_brief(one, one.rule_form, other), in_brief(other, other.rule_form, one))),
    ]
    if one.points or other.points:
        blocks.append(Pair((_card(one, other), _card(other, one))))
    return [*blocks, Pair((_made(one), _made(other)))]


def _card(e: Explanation, beside: Explanation) -> list[Block]:
    return in_brief(e, e.points, beside) if e.points else sentences("This answer has no card.")


def _made(e: Explanation) -> list[Block]:
    return [*sentences(no_card_words(e)), *truth(e), rates(e), made(e)]
