"""Two runs beside each other: the settings that differ, the clauses of each, their figures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from interpret.answers.points.shown.words import form_words, more_than, points_text
from interpret.answers.rule.sentences import words
from interpret.data.complaints import counted
from interpret.forms.answer.card_figures import POINTS, RULE
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.version import version_words
from interpret.present import wording
from interpret.rules.logic import Formula

T = TypeVar("T")
NEITHER = "–"
DIGEST, SHORT = "digest of the data", 12  # characters that tell two apart
TWO_FORMS = (
    "One rule says when the class is met and the other when it is not: no clause can be in both."
)
BOTH, FIRST, SECOND = "in both", "only in the first", "only in the second"


@dataclass(frozen=True)
class Asked:
    """One of two runs: its kind, its table's name and digest, its spec, and its result.

    rules: the explanations that it found; figures: its other figures by name.
    """

    kind: str
    name: str
    digest: str | None
    spec: Mapping[str, Any]
    rules: tuple[Explanation, ...] = ()
    figures: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Line:
    """One thing of both runs, in words."""

    what: str
    first: str
    second: str

    @property
    def differs(self) -> bool:
        return self.first != self.second


@dataclass(frozen=True)
class Clauses:
    """The clauses of two rules for one class, each with where it stands: BOTH, FIRST or SECOND.

    note: what to bear in mind where one rule is denied and the other is not; kind: "rule", or
    "points" where they are the conditions of two cards.
    """

    title: str
    lines: tuple[tuple[str, str], ...]
    note: str = ""
    kind: str = RULE


@dataclass(frozen=True)
class Beside:
    settings: tuple[Line, ...]
    figures: tuple[Line, ...]
    rules: tuple[Clauses, ...]


def beside(first: Asked, second: Asked) -> Beside:
    """What differs between two runs, and the result of each; digests are cut short."""
    pairs = _pairs(first.rules, second.rules)
    settings = _merged(everything(first), everything(second))
    figures = [line for pair in pairs for line in _figures(*pair, len(pairs) > 1)]
    return Beside(
        settings=tuple(_short(line) for line in settings if line.differs),
        figures=(*figures, *_merged(first.figures, second.figures)),
        rules=tuple(
            beside_line for pair in pairs for beside_line in (_clauses(*pair), *_terms(*pair))
        ),
    )


def everything(run: Asked) -> dict[str, str]:
    """Every setting of a run and what it was worked on with, by name."""
    spec = run.spec
    facts = {"kind": run.kind, "data": run.name, DIGEST: run.digest or NEITHER}
    facts |= {name.replace("_", " "): _said(value) for name, value in spec["settings"].items()}
    if spec["settings"]["C"] is None:
        facts["C"] = "hard margin"
    if "kernels" in spec:
        facts["kernels"] = _said(spec["kernels"])
    facts |= {f"learn: {name}": _said(value) for name, value in spec.get("asked", {}).items()}
    return facts | {f"version of {n}": v for n, v in spec.get("versions", {}).items()}


def clause_lines(first: Formula, second: Formula) -> tuple[tuple[str, str], ...]:
    """Each clause with where it stands, those in both first.

    Clauses of a rule and of a denied one are never the same: one says when, the other when not.
    """
    both = second.clauses if first.denied == second.denied else ()
    lines = _placed(first.clauses, second.clauses, [c for c in first.clauses if c in both])
    return tuple((where, wording.clause_words(clause)) for where, clause in lines)


def _placed(first: Sequence[T], second: Sequence[T], both: Sequence[T]) -> list[tuple[str, T]]:
    """Each part with where it stands, those in both first."""
    return [
        *((BOTH, one) for one in both),
        *((FIRST, one) for one in first if one not in both),
        *((SECOND, one) for one in second if one not in both),
    ]


def _said(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _merged(first: Mapping[str, str], second: Mapping[str, str]) -> list[Line]:
    return [
        Line(name, first.get(name, NEITHER), second.get(name, NEITHER))
        for name in dict.fromkeys((*first, *second))
    ]


def _short(line: Line) -> Line:
    """The line with digests cut to their beginning, which tells them apart."""
    if line.what != DIGEST:
        return line
    return Line(line.what, *(f"{text[:SHORT]}…" for text in (line.first, line.second)))


def _pairs(
    first: Sequence[Explanation], second: Sequence[Explanation]
) -> list[tuple[Explanation, Explanation]]:
    """Pairs of answers about the same class; where each run has only one, these two."""
    if len(first) == len(second) == 1:
        return [(first[0], second[0])]
    other = {(e.target, e.positive): e for e in second}
    return [(e, other[e.target, e.positive]) for e in first if (e.target, e.positive) in other]


def _figures(first: Explanation, second: Explanation, many: bool) -> list[Line]:
    about = f" ({first.yes_words})" if many else ""
    return [
        Line(line.what + about, line.first, line.second)
        for line in _merged(_answer(first), _answer(second))
    ]


def _answer(e: Explanation) -> dict[str, str]:
    part, rule = e.judged_on, e.rule
    auc = e.machine_auc[part]
    return {
        "judged on": words.counted_rows(e),
        **_card(e),
        "rule right": wording.share_words(e.rule_right[part].accuracy),
        "agrees with the machine": wording.share_words(e.fidelity[part]),
        "length": wording.length_words(rule.formula),
        **dict(words.score_lines(e)),
        "proven": "yes" if rule.proven else "no",
        "rule": words.choice_words(e),
        **({} if e.version is None else {"version": version_words(e.version)}),
        "search": f"{e.best.search}, {e.best.seconds:.1f} s",
        "machine": words.machine_words(e),
        "machine right": wording.share_words(e.machine_right[part].accuracy),
        "AUC of the machine": NEITHER if auc is None else f"{auc:.4f}",
    }


def _card(e: Explanation) -> dict[str, str]:
    """What is told of the card, and which form comes first; nothing where there is none."""
    if e.points is None:
        return {}
    part, card = e.judged_on, e.points.card
    first_form = form_words(e) or e.first
    return {
        "comes first": first_form,
        "points right": wording.share_words(e.points.right[part].accuracy),
        "points agree with the machine": wording.share_words(e.points.fidelity[part]),
        "points": f"{counted(len(card.terms), 'condition')}, {counted(len(card), 'test')}, "
        f"yes with {more_than(card.cut)}",
    }


def _terms(first: Explanation, second: Explanation) -> list[Clauses]:
    """The conditions of both cards with their points; nothing where one has none."""
    if first.points is None or second.points is None:
        return []
    one, other = first.points.card.terms, second.points.card.terms
    terms = (
        (where, f"{points_text(term.points)} if {wording.clause_words(term.clause)}")
        for where, term in _placed(one, other, [term for term in one if term in other])
    )
    return [Clauses(_about(first, second), tuple(terms), kind=POINTS)]


def _about(first: Explanation, second: Explanation) -> str:
    return " and ".join(dict.fromkeys(e.yes_words for e in (first, second)))


def _clauses(first: Explanation, second: Explanation) -> Clauses:
    one, other = first.rule.formula, second.rule.formula
    note = "" if one.denied == other.denied else TWO_FORMS
    return Clauses(_about(first, second), clause_lines(one, other), note)
