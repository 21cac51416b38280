"""Random cards on small tables, and a card with all its figures put beside a rule found."""

from dataclasses import replace

import numpy as np

from interpret.answer.answer import Answer
from interpret.answer.explanation import PARTS, Explanation
from interpret.data.table import Table
from interpret.measures import Share, agreement, auc
from interpret.points.card import Card, Term
from interpret.points.scored import Band, Chances, Forms, Scored
from tests import small_formulas


def card(rng: np.random.Generator, table: Table, terms: int = 6, tests: int = 3) -> Card:
    """Clauses of one to so many tests, each once, with points from −4 to 4, and some cut."""
    clauses = small_formulas.formula(rng, table, terms, tests).clauses
    made = [Term(int(rng.choice([-4, -3, -2, -1, 1, 2, 3, 4])), clause) for clause in clauses]
    return Card(tuple(made), int(rng.integers(-2, 4)))


def scored(a: Answer, shown: Card, slope: float = 0.8, width: int = 1) -> Scored:
    """The card with its figures on the answer's rows; its chances are ½ where it begins to say yes.

    width: of a band of totals.
    """
    parts = {name: a.part(name) for name in PARTS}
    totals = {name: shown.totals(part.table) for name, part in parts.items()}
    chances = Chances(slope, -slope * (shown.cut + 0.5), len(parts["train"].y))
    judged = a.judged
    own = totals[judged.name]
    bands = []
    for low in range(int(own.min()), int(own.max()) + 1, width):
        inside = (own >= low) & (own < low + width)
        if inside.any():
            share = Share(int(judged.y[inside].sum()), int(inside.sum()))
            chance = float(chances.of(own[inside]).mean())
            bands.append(Band(low, low + width - 1, chance, share))
    right = {name: part.counts(totals[name] > shown.cut) for name, part in parts.items()}
    worth = []
    for term in shown.terms:
        without = own - term.points * term.clause.holds(judged.table)
        hits = judged.counts(without > shown.cut).accuracy
        worth.append(right[judged.name].accuracy.rate - hits.rate)
    return Scored(
        card=shown,
        fitted_to="labels",
        chances=replace(chances, bands=tuple(bands)),
        right=right,
        fidelity={
            name: agreement(totals[name] > shown.cut, part.scores > 0, part.groups)
            for name, part in parts.items()
        },
        auc={name: auc(totals[name].astype(float), part.y) for name, part in parts.items()},
        worth=tuple(worth),
    )


FORMS = Forms(rule=79.0, points=88.0, n=100, error=0.025, rule_tests=4, points_tests=14, folds=5)


def with_card(a: Answer, shown: Card, forms: Forms | None = FORMS, **more: int) -> Explanation:
    """The explanation with this card beside its rule."""
    return replace(a.explanation, points=scored(a, shown, **more), forms=forms)
