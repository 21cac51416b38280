"""Whether a rule or a card still holds on the rows of a second file, whose class is known.

“Then” means the rows held out when the rule was found, “now” the rows of the file. Their counts are
compared by exact tests. How often a rule is right depends on how frequent each class is, so it is
compared within each class: if only the shares of the classes change, that is no drift of the rule.
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
MARGIN = 0.05  # how much less often right a rule may be and still hold
SURE = 0.05  # probability that chance alone makes any of the changes that are reported


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
        """How far apart the shares are; 0 where one of them has no rows."""
        return abs(self.now.rate - self.then.rate) if self.then.n and self.now.n else 0.0


@dataclass(frozen=True)
class ClauseThenNow:
    """A clause: the share of rows it covers, and the share of the described class among them."""

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
    """Whether a rule or a card still holds; form: which of the two it is.

    verdict: HOLDS, WEAKER or CANNOT_SAY; why: in a sentence; right: how often the rule is right
    now; expected: how often it would be right if it did on each class as it did then, None where
    unknown; clauses, values: then and now, empty where the document does not hold the figures of
    then; lacks: what the document does not hold, in words. Only a rule has clauses and values here.
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
    """Whether the rule still holds, and the card if there is one; the first form is first.

    scores: what the predictor says of the table.
    """
    of_rule, of_card = still(predictor, scores, table), still_card(predictor, scores, table)
    if of_card is None:
        return (of_rule,)
    return (of_card, of_rule) if predictor.first == POINTS else (of_rule, of_card)


def still_card(predictor: Predictor, scores: Scores, table: Table) -> Still | None:
    """The same for its card; None where there is none."""
    if scores.points is None:
        return None
    known, truth = _classes(scores)
    now = confusion(scores.points.says[known], truth[known])
    then = scores.points.scored.right["test"]
    verdict = _verdict(predictor, POINTS, (then, now), scores, table)
    return Still(verdict[0], verdict[1], now.accuracy, verdict[2], (), (), (), POINTS)


def _classes(scores: Scores) -> tuple[np.ndarray, np.ndarray]:
    """Which rows have a known class, and which are positive; bool (n_rows,) each."""
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
    sure = _surely([*(change.share for change in values), *_of_clauses(clauses)])
    return Still(
        verdict,
        why,
        now.accuracy,
        expected,
        tuple(
            replace(clause, covers=sure[clause.covers], precision=sure[clause.precision])
            for clause in clauses
        ),
        tuple(
            sorted(
                (replace(change, share=sure[change.share]) for change in values),
                key=lambda value: (not value.share.surely, -value.share.size),
            )
        ),
        lacks,
    )


def _names(profile: Profile | None) -> tuple[str, ...]:
    return () if profile is None else tuple(attribute.attribute for attribute in profile.attributes)


def _of_clauses(clauses: Iterable[ClauseThenNow]) -> list[Changed]:
    return [one for clause in clauses for one in (clause.covers, clause.precision)]


def _verdict(
    predictor: Predictor,
    form: str,
    counts: tuple[Confusion | None, Confusion],
    scores: Scores,
    table: Table,
) -> tuple[str, str, float | None]:
    """The verdict, its reason, and how often the form would be right if it did as then.

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
        f"{100 * low:.1f} and {100 * high:.1f} % with 95 % confidence); from the rows held out "
        f"then, {100 * expected:.1f} % were to be expected for these classes"
    )
    if _chance_of_so_few(pairs) < CHANCE:
        return WEAKER, f"{figures}. Chance alone hardly makes such a difference.", expected
    if low >= expected - MARGIN:
        return HOLDS, f"{figures}: no sign of a loss, and any loss is below 5 points.", expected
    return CANNOT_SAY, f"{figures}: too few rows to tell chance from a loss.", expected


def _by_class(counts: Confusion) -> tuple[Share, Share]:
    return counts.sensitivity, counts.specificity


def _chance_of_so_few(pairs: Sequence[tuple[Share, Share]]) -> float:
    """The probability of so few hits now if on each class the rule is right as often as then."""
    sums = chances_of_hits((then.n + now.n, then.hits + now.hits, now.n) for then, now in pairs)
    return float(sums[: sum(now.hits for _, now in pairs) + 1].sum())


def _clauses(
    predictor: Predictor, rows: Table, y: np.ndarray
) -> tuple[list[ClauseThenNow], tuple[str, ...]]:
    """Each clause then and now, and what the document lacks to tell it."""
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
            change = Changed(Share(count, then.rows), Share(counts.pop(value, 0), now.rows))
            named = named_value(predictor.preparation, before.attribute, value)
            found.append(ValueThenNow(before.attribute, named, change))
        left = sum(counts.values()) + after.others
        if before.others or left:
            change = Changed(Share(before.others, then.rows), Share(left, now.rows))
            found.append(ValueThenNow(before.attribute, "any other value", change))
    return found


def _surely(changes: Sequence[Changed]) -> dict[Changed, Changed]:
    """The changes, each marked sure or not: with 95 %, none of the sure ones is chance (Holm)."""
    ordered = sorted(((change.chance, place) for place, change in enumerate(changes)))
    sure = {change: change for change in changes}
    for rank, (chance, place) in enumerate(ordered):
        if chance > SURE / (len(ordered) - rank):
            break
        sure[changes[place]] = replace(changes[place], surely=True)
    return sure
