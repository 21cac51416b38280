"""Random cards on small tables."""

import numpy as np

from interpret.data.table import Table
from interpret.rules.card import Card, Term
from tests import small_formulas


def card(rng: np.random.Generator, table: Table, terms: int = 6, tests: int = 3) -> Card:
    """Clauses of one to so many tests, each once, with points from −4 to 4, and some cut."""
    clauses = small_formulas.formula(rng, table, terms, tests).clauses
    made = [Term(int(rng.choice([-4, -3, -2, -1, 1, 2, 3, 4])), clause) for clause in clauses]
    return Card(tuple(made), int(rng.integers(-2, 4)))
