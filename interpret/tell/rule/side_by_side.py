"""Two answers side by side: two runs in columns, and what is changed by hand beside what stands."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import RULE, CardForm
from interpret.measures import Confusion, percent
from interpret.present.wording import difference
from interpret.shares import Share
from interpret.tell.blocks import Block, Cell, Heading, Pair, Table, sentences
from interpret.tell.rule.brief import in_brief, made, question, rates
from interpret.tell.rule.card import no_card_words, total_text
from interpret.tell.rule.one_figure import OneFigure, change_words, one_figure
from interpret.tell.rule.truth import truth
from interpret.tell.rule.words import counted_rows

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
    differing = [row for row in _merged(everything(first), everything(second)) if row[1] != row[2]]
    blocks: list[Block] = [Heading("What was asked differently", 3)]
    if differing:
        blocks.append(Table("What was asked differently", head, list(map(_short, differing))))
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


_FigureRow = tuple[str, str, str, str]  # name, value here, value of the changed one, difference


def compared(e: Explanation, now: Explanation, name: str) -> Table:
    """Each figure of a form on the judged rows, that of the changed one, and the difference."""
    part, before, after = e.judged_on, e.form(name), now.form(name)
    one, other = before.right[part], after.right[part]
    rows = [
        _figures(one_figure(e, one), one_figure(e, other)),
        _shares("sensitivity", one.sensitivity, other.sensitivity),
        _shares("specificity", one.specificity, other.specificity),
        _shares("agrees with the machine", before.fidelity[part], after.fidelity[part]),
        _counts("lines", len(before.clauses), len(after.clauses)),
        _counts("conditions", len(before.card), len(after.card)),
    ]
    if name == RULE:
        change = difference(now.rule_form.weight - e.rule_form.weight, e.machine.bound)
        rows.append(("weight", f"{e.rule_form.weight:.4g}", f"{now.rule_form.weight:.4g}", change))
    by_hand = e.version is not None and e.version.form == name
    shown = f"version {e.version.number}" if e.version and by_hand else "found"
    caption = f"The {before.called}, on {counted_rows(e)}"
    return Table(caption, ["", shown, "changed", "difference"], rows)


def _shares(what: str, before: Share, now: Share) -> _FigureRow:
    change = difference(100 * (now.rate - before.rate), 100) if before.n and now.n else "–"
    return what, percent(before.value), percent(now.value), change


def _figures(before: OneFigure, now: OneFigure) -> _FigureRow:
    return before.name, before.text, now.text, change_words(before, now)


def _counts(what: str, before: int, now: int) -> _FigureRow:
    return what, f"{before:,}", f"{now:,}", difference(now - before)


def changed_words(before: CardForm, now: CardForm) -> str:
    """What the chances of a changed card rest on, and what is not known about it."""
    if now.card == before.card:
        return "Nothing is changed yet."
    if now.card.terms == before.card.terms:
        chances = (
            f"The cut alone has changed, from {total_text(before.card.cut)} to "
            f"{total_text(now.card.cut)}: the chance at each total stays."
        )
    elif not now.chances.slope:
        chances = (
            "Among training rows more points do not make the class more probable: each total has "
            "the same chance."
        )
    else:
        chances = (
            "The chance at each total is learned anew from the training rows alone, so that it is "
            "a little too sure."
        )
    return f"{chances} Nothing is proven of a changed card, and none was tried in validation."


def with_cut_moved(e: Explanation, before: Confusion, moved: Confusion) -> Table:
    """What the rule does as it is, and with a cut moved, on the judged rows."""
    as_it_is, then = one_figure(e, before), one_figure(e, moved)
    rows: list[tuple[str, Cell, Cell]] = [
        (as_it_is.name, as_it_is.text, then.text),
        ("finds", before.true_positive, moved.true_positive),
        ("misses", before.false_negative, moved.false_negative),
        ("false alarms", before.false_positive, moved.false_positive),
    ]
    return Table(f"On {counted_rows(e)}", ["", "as it is", "moved"], rows)
