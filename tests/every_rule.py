"""The best score of any rule in the class that an answer's proof names, by enumeration.

Written from the sentence (`interpret.forms.answer.proof`), without what the searches are
given: every test that it names, every clause of them, every union of clauses.
"""

from itertools import combinations, pairwise
from math import floor

import numpy as np

from interpret.data.cuts import readable
from interpret.data.table import Column, Table, every_possible_row
from interpret.fit.machine import decision
from interpret.forms.answer.answer import Answer
from interpret.rules.demands import NOTHING, Demands
from interpret.rules.logic import Between, Clause, Is, IsNot, Test


def named_tests(
    column: Column, language: str, demands: Demands = NOTHING, denied: bool = False
) -> list[Test]:
    """Every test on a column that the sentence names, told by the values of the training rows."""
    name, pairs = column.name, zip(column.values, column.counts, strict=True)
    values = [value for value, n in pairs if n]
    numbers = sorted({float(v) for v in values if v is not None}) if column.is_numeric else []
    whole = all(number.is_integer() for number in numbers)
    between = [readable(a, b) for a, b in pairwise(numbers)]
    places = column.cuts or [floor(cut) if whole else cut for cut in between]
    own: list[Test] = []
    if name in demands.forbidden:
        return own
    if name in (*demands.above, *demands.below):
        upward = (name in demands.above) != denied
        own = [Between(name, above=at) if upward else Between(name, to=at) for at in places]
    else:
        askable = [None] if column.cuts and None in values else [] if column.cuts else values
        own = [Is(name, (value,)) for value in askable]
        if language == "values":
            own += [IsNot(name, (value,)) for value in askable]
        if column.cuts or (language == "values" and len(numbers) > 2):
            own += [Between(name, to=at) for at in places]
            own += [Between(name, above=at) for at in places]
    barred = {value for attribute, value in demands.values if attribute == name}
    own = [test for test in own if isinstance(test, Between) or not barred & {*test.values}]
    return [test for test in own if 0 < sum(map(test.accepts, values)) < len(values)]


def worth_of(a: Answer) -> tuple[Table, np.ndarray]:
    """The rows that the score is of, and what it is worth to cover each, as the sentence says."""
    e, table, y = a.explanation, a.train.table, a.train.y
    signs = np.where(y, 1.0, -1.0)
    if e.settings.is_balanced:
        each = np.where(y, len(y) / 2 / y.sum(), len(y) / 2 / (~y).sum())
    else:
        miss, alarm = e.settings.costs.miss, e.settings.costs.false_alarm
        each = np.where(y, 2 * miss, 2 * alarm) / (miss + alarm)
    decided = np.clip(a.train.scores, -1, 1)
    match e.rule_choice.fit_to:
        case "labels":
            worth = each * signs
        case "mix":
            worth = each * (signs + decided) / 2
        case "weights":
            worth = np.array(e.machine.weights)
        case _:
            table = every_possible_row(table, e.attributes)
            found = np.clip(decision(e.machine, a.train.table, e.attributes)(table), -1, 1)
            worth = found * len(y) / table.n_rows
    return table, -worth if e.rule_choice.side == "against" else worth


def best_score(a: Answer, table: Table, worth: np.ndarray) -> float:
    """The highest score of every rule within the limits that keeps the demands."""
    e = a.explanation
    choice, price = e.rule_choice, e.rule.price
    demands, denied = choice.demands, choice.side == "against"
    columns = [a.train.table.column(name) for name in e.attributes]
    tests = [test for own in columns for test in named_tests(own, choice.language, demands, denied)]
    fewest: dict[bytes, int] = {}  # tests that a clause needs to cover just these rows
    for size in range(1, choice.literals + 1):
        for chosen in combinations(tests, size):
            covered = Clause(chosen).holds(table)
            fewest.setdefault(covered.tobytes(), size)
    covers = np.array(
        [np.zeros(table.n_rows, dtype=bool), *(np.frombuffer(own, dtype=bool) for own in fewest)]
    )
    covers, of = np.unique(covers, axis=1, return_inverse=True)  # rows that no clause tells apart
    worth = np.bincount(of.ravel(), worth)
    names = np.random.default_rng(0).integers(2**40, size=len(worth)) * 1.0  # sets by their sums
    states, covers, spent = covers[:1], covers[1:], np.zeros(1)
    top = float(worth[states[0]].sum())
    for left in reversed(range(choice.clauses if len(covers) else 0)):
        unions = (states[:, None] | covers[None]).reshape(-1, len(worth))
        lengths = (spent[:, None] + [*fewest.values()]).ravel()
        values, keys = (unions @ np.column_stack([worth, names])).T
        top = max(top, float((values - price * lengths).max()))
        if left:
            order = np.argsort(lengths, kind="stable")
            first = order[np.unique(keys[order], return_index=True)[1]]
            states, spent = unions[first], lengths[first]
    return top


def score_of(a: Answer, table: Table, worth: np.ndarray) -> float:
    """The score of the answer's own rule, as the sentence says."""
    e = a.explanation
    found = e.rule.formula.denial if e.rule_choice.side == "against" else e.rule.formula
    length = sum(map(len, found.clauses))
    return float(worth[found.holds(table)].sum()) - e.rule.price * length
