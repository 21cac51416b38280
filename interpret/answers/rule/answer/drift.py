"""Whether a rule or a card still holds on the rows of a second file, whose class is known.

Then are the rows held out when the rule was found, now those of the file. What is compared are
counts, by exact tests. How often a rule is right depends on how frequent each class is, so it is
compared within the rows of each class: other shares of the classes are no drift of the rule.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from interpret.answers.points.scored import NAMES, POINTS, RULE
from interpret.answers.rule.answer.evidence import CHANCE, chance_apart, chances_of_hits
from interpret.answers.rule.answer.predictor import Predictor, Scores
from interpret.answers.rule.answer.profile import Profile, named_value, profile_of
from interpret.answers.rule.answer.truth import AS_THE_MODEL
from interpret.data.complaints import quoted
from interpret.data.table import Table
from interpret.measures import ClauseFigures, Confusion, Share, clause_figures, confusion
from interpret.rules.logic import Clause

HOLDS, WEAKER, CANNOT_SAY = "holds", "weaker", "cannot say"
MARGIN = 0.05  # how much less often right a rule may be that still holds
SURE = 0.05  # probability that any of the changes told is chance alone


@dataclass(frozen=True)
class Changed:
    """Two shares, then and now; surely: they differ by more than chance."""

    then: Share
    now: Share
    surely: bool = False

    @property
    def chance(self) -> float:
        """The probability that chance alone makes them differ as much (Fisher's exact test)."""
        if not self.then.n or not self.now.n:
            return 1.0
        return chance_apart(self.then, self.now)

    @property
    def size(self) -> float:
        """How far apart they are; 0 where one is of no rows."""
        return abs(self.now.rate - self.then.rate) if self.then.n and self.now.n else 0.0


@dataclass(frozen=True)
class ClauseThenNow:
    """A clause: the share of rows it covers, and of these the share of the class described."""

    clause: Clause
    covers: Changed
    precision: Changed


@dataclass(frozen=True)
class ValueThenNow:
    """The share of rows with a value of an attribute, a number's interval in words."""

    attribute: str
    value: str
    share: Changed


@dataclass(frozen=True)
class Still:
    """What became of a rule, or of a card, of which form says which it is.

    verdict: HOLDS, WEAKER or CANNOT_SAY; why: in a sentence; right: how often the rule is right
    now; expected: how often it would be by what it did then on each class, None where unknown;
    clauses, values: then and now, empty where the document does not hold what was then; lacks: what
    the document does not hold, in words. Clauses and values are told with the rule alone.
    """

    verdict: str
    why: str
    right: Share
    expected: float | None
    clauses: tuple[ClauseThenNow, ...]
    values: tuple[ValueThenNow, ...]
    lacks: tuple[str, ...]
    form: str = RULE


def stills(predictor: Predictor, scores: Scores, table: Table) -> tuple[Still, ...]:
    """Whether the rule still holds, and the card where there is one; the form that is first first.

    scores: what the predictor says of the table.
    """
    of_rule, of_card = still(predictor, scores, table), still_card(predictor, scores, table)
    if of_card is None:
        return (of_rule,)
    return (of_card, of_rule) if predictor.first == POINTS else (of_rule, of_card)


def still_card(predictor: Predictor, scores: Scores, table: Table) -> Still | None:
    """The same of its card, None where there is none."""
    if scores.points is None:
        return None
    known, truth = _classes(scores)
    now = confusion(scores.points.says[known], truth[known])
    then = scores.points.scored.right["test"]
    own = _verdict(predictor, POINTS, (then, now), scores, table)
    return Still(own[0], own[1], now.accuracy, own[2], (), (), (), POINTS)


def _classes(scores: Scores) -> tuple[np.ndarray, np.ndarray]:
    """Of which rows the class is known, and which are positive; bool."""
    if scores.known is None or scores.truth is None:
        none = np.zeros(len(scores.rule), dtype=bool)
        return none, none
    return scores.known, scores.truth


def still(predictor: Predictor, scores: Scores, table: Table) -> Still:
    """Whether a document's rule still holds. scores: what the predictor says of the table."""
    read = predictor.preparation.table(table)
    known, truth = _classes(scores)
    now = confusion(scores.rule[known], truth[known])
    rows = read.rows(np.flatnonzero(known))
    then = predictor.then
    clauses, lacks = _clauses(predictor, rows, truth[known])
    values = _values(then.profile, profile_of(read, _names(then.profile)), predictor)
    if then.profile is None:
        lacks = (*lacks, "how frequent each value was")
    verdict, why, expected = _verdict(predictor, RULE, (then.rule, now), scores, table)
    sure = _surely([*(own.share for own in values), *_of_clauses(clauses)])
    return Still(
        verdict,
        why,
        now.accuracy,
        expected,
        tuple(
            replace(own, covers=sure[own.covers], precision=sure[own.precision]) for own in clauses
        ),
        tuple(
            sorted(
                (replace(own, share=sure[own.share]) for own in values),
                key=lambda own: (not own.share.surely, -own.share.size),
            )
        ),
        lacks,
    )


def _names(profile: Profile | None) -> tuple[str, ...]:
    return () if profile is None else tuple(own.attribute for own in profile.attributes)


def _of_clauses(clauses: Iterable[ClauseThenNow]) -> list[Changed]:
    return [one for own in clauses for one in (own.covers, own.precision)]


def _verdict(
    predictor: Predictor,
    form: str,
    counts: tuple[Confusion | None, Confusion],
    scores: Scores,
    table: Table,
) -> tuple[str, str, float | None]:
    """The verdict, why, and how often a form would be right by what it did then.

    counts: what it did then and does now.
    """
    (then, now), target, name = counts, predictor.target, NAMES[form]
    if table.digest == predictor.then.digest and predictor.then.trained:
        return (
            CANNOT_SAY,
            f"this is the table that the {name} was learnt from, and {predictor.then.trained:,} of "
            "its rows were trained on. Name rows that it has not seen.",
            None,
        )
    if scores.truth is None:
        return CANNOT_SAY, f"the file has no column {quoted(target)} to judge by.", None
    if not now.n:
        return CANNOT_SAY, f"no row has a class in {quoted(target)} that the {name} knows.", None
    if then is None or not then.n:
        return (
            CANNOT_SAY,
            f"no rows were held out when the {name} was found, to compare with.",
            None,
        )
    pairs = [
        (own_then, own_now)
        for own_then, own_now in zip(_by_class(then), _by_class(now), strict=True)
        if own_now.n
    ]
    if any(not own_then.n for own_then, _ in pairs):
        return CANNOT_SAY, "the rows held out then had one class only.", None
    expected = sum(own_now.n * own_then.rate for own_then, own_now in pairs) / now.n
    low, high = now.accuracy.ends
    right = AS_THE_MODEL if predictor.of_model else "is right"
    figures = (
        f"it {right} on {100 * now.accuracy.rate:.1f} % of {now.n:,} rows (between "
        f"{100 * low:.1f} and {100 * high:.1f} % with 95 % confidence); by the rows held out then, "
        f"{100 * expected:.1f} % were to be expected of these classes"
    )
    if _chance_of_so_few(pairs) < CHANCE:
        return WEAKER, f"{figures}. Chance alone hardly makes such a difference.", expected
    if low >= expected - MARGIN:
        return HOLDS, f"{figures}: no sign of less, and less than 5 points are lost.", expected
    return CANNOT_SAY, f"{figures}: too few rows to tell chance from a loss.", expected


def _by_class(counts: Confusion) -> tuple[Share, Share]:
    return counts.sensitivity, counts.specificity


def _chance_of_so_few(pairs: Sequence[tuple[Share, Share]]) -> float:
    """The probability of as few hits now where a rule is right as often as then on each class.

    Given all hits of a class, those of now are drawn by chance.
    """
    sums = chances_of_hits((then.n + now.n, then.hits + now.hits, now.n) for then, now in pairs)
    return float(sums[: sum(now.hits for _, now in pairs) + 1].sum())


def _clauses(
    predictor: Predictor, rows: Table, y: np.ndarray
) -> tuple[list[ClauseThenNow], tuple[str, ...]]:
    """Each clause then and now; and what the document lacks for that."""
    then, n_then = predictor.then.clauses, predictor.then.rule
    if n_then is None or not n_then.n or len(then) != len(predictor.formula.clauses):
        return [], ("what each clause did on rows held out",)
    now = clause_figures(predictor.formula, rows, y)
    pairs = zip(predictor.formula.clauses, then, now, strict=True)
    return [
        ClauseThenNow(
            clause,
            Changed(Share(before.rows, n_then.n), Share(after.rows, len(y))),
            Changed(_precision(before), _precision(after)),
        )
        for clause, before, after in pairs
    ], ()


def _precision(figures: ClauseFigures) -> Share:
    return Share(figures.right, figures.rows)


def _values(then: Profile | None, now: Profile, predictor: Predictor) -> list[ValueThenNow]:
    """The share of every value then and now; what was rare then is counted together."""
    if then is None:
        return []
    found = []
    for before, after in zip(then.attributes, now.attributes, strict=True):
        counts = dict(zip(after.values, after.counts, strict=True))
        for value, count in zip(before.values, before.counts, strict=True):
            own = Changed(Share(count, then.rows), Share(counts.pop(value, 0), now.rows))
            named = named_value(predictor.preparation, before.attribute, value)
            found.append(ValueThenNow(before.attribute, named, own))
        left = sum(counts.values()) + after.others
        if before.others or left:
            own = Changed(Share(before.others, then.rows), Share(left, now.rows))
            found.append(ValueThenNow(before.attribute, "any other value", own))
    return found


def _surely(changes: Sequence[Changed]) -> dict[Changed, Changed]:
    """Each change with whether it is sure: of all together, none is chance with 95 % (Holm)."""
    ordered = sorted(((own.chance, place) for place, own in enumerate(changes)))
    sure = {own: own for own in changes}
    for rank, (chance, place) in enumerate(ordered):
        if chance > SURE / (len(ordered) - rank):
            break
        sure[changes[place]] = replace(changes[place], surely=True)
    return sure
