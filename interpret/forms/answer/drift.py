"""Whether a rule or a card still holds on the rows of a second file, whose class is known.

“Then” means the rows held out when the rule was found, “now” the rows of the file. Their counts are
compared by exact tests. How often a rule is right depends on how frequent each class is, so rules
are compared within each class: a change in the classes' shares alone is no drift of the rule.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from interpret.data.complaints import quoted
from interpret.data.preparation import Preparation
from interpret.data.table import Table
from interpret.forms.answer.evidence import (
    CHANCE,
    chance_apart,
    chances_of_hits,
    counts_of,
    not_by_chance,
)
from interpret.forms.answer.form import Form, RuleForm
from interpret.forms.answer.predictor import FormScores, Scores
from interpret.forms.answer.spread import Profile, named_value, profile_of
from interpret.measures import Confusion, clause_figures
from interpret.rules.logic import Clause
from interpret.shares import Share, sum_ends

HOLDS, WEAKER, CANNOT_SAY = "holds", "weaker", "cannot say"
MARGIN = 0.05  # how much less often right a rule may be and still hold


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
    """Whether a form still holds.

    verdict: HOLDS, WEAKER or CANNOT_SAY; why: in a sentence; right: how often the rule is right
    now; expected: how often it would be right if it did on each class as it did then, None where
    unknown; clauses, values: then and now, of a rule alone. There are no clauses where no rows were
    held out then.
    """

    form: Form
    verdict: str
    why: str
    right: Share
    expected: float | None
    clauses: tuple[ClauseThenNow, ...] = ()
    values: tuple[ValueThenNow, ...] = ()


def stills(scores: Scores, table: Table) -> tuple[Still, ...]:
    """Whether each form still holds; the first form comes first.

    scores: what a predictor says of the table.
    """
    return tuple(still(scores, of_form, table) for of_form in scores.forms)


def still(scores: Scores, of_form: FormScores, table: Table) -> Still:
    """Whether a form still holds."""
    form, now = of_form.form, scores.right(of_form.says)
    verdict, why, expected = _verdict(scores, form, now, table)
    result = Still(form, verdict, why, now.accuracy, expected)
    return _with_changes(result, form, scores, table) if isinstance(form, RuleForm) else result


def _with_changes(result: Still, form: RuleForm, scores: Scores, table: Table) -> Still:
    """The verdict on a rule with its clauses and the values of the rows, then and now."""
    e, then = scores.predictor.e, scores.predictor.profile
    read = e.preparation.table(table)
    clauses = _clauses(scores, form, read)
    names = [attribute.attribute for attribute in then.attributes]
    values = _values(then, profile_of(read, names, scores.groups), e.preparation)
    changes = [value.share for value in values]
    changes += [one for clause in clauses for one in (clause.covers, clause.precision)]
    sure = {changes[place] for place in not_by_chance([change.chance for change in changes])}

    def marked(change: Changed) -> Changed:
        return replace(change, surely=change in sure)

    clauses = [
        replace(clause, covers=marked(clause.covers), precision=marked(clause.precision))
        for clause in clauses
    ]
    values = [replace(value, share=marked(value.share)) for value in values]
    values.sort(key=lambda value: (not value.share.surely, -value.share.size))
    return replace(result, clauses=tuple(clauses), values=tuple(values))


def _verdict(
    scores: Scores, form: Form, now: Confusion, table: Table
) -> tuple[str, str, float | None]:
    """The verdict, its reason, and how often the form would be right if it did as then.

    now: what it does now.
    """
    then, e, name = form.right["test"], scores.predictor.e, form.called
    if table.digest == e.digest:
        return (
            CANNOT_SAY,
            f"this is the table that the {name} was learnt from, and {len(e.rows['train']):,} of "
            "its rows were trained on. Name rows that it has not seen.",
            None,
        )
    if scores.truth is None:
        return CANNOT_SAY, f"the file has no column {quoted(e.target)} to judge by.", None
    if not now.n:
        return (
            CANNOT_SAY,
            f"no row has a class in {quoted(e.target)} that the {name} knows.",
            None,
        )
    if not then.n:
        return (
            CANNOT_SAY,
            f"no rows were held out when the {name} was found, to compare with.",
            None,
        )
    pairs = _by_class(then, now)
    if any(not before.n for before, _ in pairs):
        return CANNOT_SAY, "the rows held out then had one class only.", None
    expected, most_lost = expectation(then, now)
    low, high = now.accuracy.ends
    figures = (
        f"it is right on {100 * now.accuracy.rate:.1f} % of {now.n:,} rows (between "
        f"{100 * low:.1f} and {100 * high:.1f} % with 95 % confidence); from the rows held out "
        f"then, {100 * expected:.1f} % were to be expected for these classes"
    )
    group = e.settings.roles.group
    if group is not None and scores.groups is None:
        figures += (
            f"; as the file has no column {quoted(group)}, each of its rows is taken to stand alone"
        )
    if _chance_of_so_few(pairs) < CHANCE:
        return WEAKER, f"{figures}. Chance alone hardly makes such a difference.", expected
    if most_lost <= MARGIN:
        return HOLDS, f"{figures}: no sign of a loss, and any loss is below 5 points.", expected
    few = f"the rows are too few to rule out a loss of {100 * most_lost:.1f} points"
    return CANNOT_SAY, f"{figures}: {few}, with those of then.", expected


def _by_class(then: Confusion, now: Confusion) -> list[tuple[Share, Share]]:
    """How often a verdict was and is right, on each class that there is now."""
    both = ((then.sensitivity, now.sensitivity), (then.specificity, now.specificity))
    return [(before, after) for before, after in both if after.n]


def expectation(then: Confusion, now: Confusion) -> tuple[float, float]:
    """How often a verdict would be right now if it did on each class as it did then, and the most
    that may be lost: the upper end of the 95 % interval of that less how often it is right. What
    was to be expected is itself estimated from the rows of then.
    """
    as_then = [(after.n / now.n, before) for before, after in _by_class(then, now)]
    expected = sum(weight * before.rate for weight, before in as_then)
    return expected, sum_ends([*as_then, (-1.0, now.accuracy)])[1]


def _chance_of_so_few(pairs: Sequence[tuple[Share, Share]]) -> float:
    """The probability of so few hits now if on each class the rule is right as often as then."""
    alone = [(counts_of(then), counts_of(now)) for then, now in pairs]
    sums = chances_of_hits(
        (sum(then) + sum(now), then[0] + now[0], sum(now)) for then, now in alone
    )
    return float(sums[: sum(now[0] for _, now in alone) + 1].sum())


def _clauses(scores: Scores, form: RuleForm, read: Table) -> list[ClauseThenNow]:
    """Each clause then and now; none where no rows were held out. read: the table prepared."""
    formula, then = form.formula, form.of_clauses["test"]
    if not form.right["test"].n:
        return []
    places = np.zeros(0, int) if scores.truth is None else np.flatnonzero(scores.truth.known)
    y = np.zeros(0, bool) if scores.truth is None else scores.truth.y[places]
    groups = None if scores.groups is None else scores.groups[places]
    now = clause_figures(formula, read.rows(places), y, groups)
    pairs = zip(formula.clauses, then, now, strict=True)
    return [
        ClauseThenNow(
            clause,
            Changed(before.coverage, after.coverage),
            Changed(before.probability, after.probability),
        )
        for clause, before, after in pairs
    ]


def _values(then: Profile, now: Profile, preparation: Preparation) -> list[ValueThenNow]:
    """The share of every value then and now; what was rare then is counted together."""
    values = []
    for before, after in zip(then.attributes, now.attributes, strict=True):
        counts = dict(zip(after.values, after.counts, strict=True))
        for value, count in zip(before.values, before.counts, strict=True):
            is_now = now.share(after, counts.pop(value, 0))
            change = Changed(then.share(before, count), is_now)
            named = named_value(preparation, before.attribute, value)
            values.append(ValueThenNow(before.attribute, named, change))
        left = sum(counts.values()) + after.others
        if before.others or left:
            change = Changed(then.share(before, before.others), now.share(after, left))
            values.append(ValueThenNow(before.attribute, "any other value", change))
    return values
