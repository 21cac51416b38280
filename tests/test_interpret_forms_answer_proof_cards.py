"""What an answer says is proven of its card, beside every card and every sum that is named.

Written from the sentences, without what the searches are given: small random tables, with
directions, demands, weights and costs, and the answers of the command line.
"""

from itertools import combinations, product

import numpy as np
import pytest

from interpret.data.complaints import DataError
from interpret.data.reading import read_table
from interpret.fit.parts import read_parts, tasks_asked
from interpret.forms.explain import explain_task
from interpret.rules.cards.logistic import RowsToFit, near
from interpret.rules.logic import Clause
from interpret.settings import settings_given
from tests.best_sums import best_sum, objectives
from tests.conftest import ROOT
from tests.every_rule import named_tests
from tests.often import some_now

pytestmark = pytest.mark.slow

BLOCKS, CASES = 6, 25
CATEGORIES = (list("xy"), list("xyz"), ["x", "y", ""])
EVERY = 500  # cards of the same clauses that are looked at: all of them, or so many drawn
CASE_FOLDER = ROOT.parent / "shared" / "cases" / "claims"


def random_table(random):
    """A number that speaks for the class, one that may speak against it, and categories."""
    n = int(random.integers(14, 34))
    speaks = random.integers(0, 7, n)
    contrary = random.integers(0, int(random.choice([3, 8])), n)
    category = random.choice(CATEGORIES[random.integers(3)], n)
    is_yes = speaks + random.choice([-1, 0, 1]) * contrary + 2 * (category == "x") > 4
    is_yes ^= random.random(n) < random.choice([0.0, 0.1, 0.3])
    is_yes[:4] = [True, True, False, False]
    weights = random.integers(1, 4, n)
    columns = zip(speaks, contrary, category, weights, is_yes, strict=True)
    lines = [f'{a},{b},"{c}",{w},{"yes" if y else "no"}' for a, b, c, w, y in columns]
    return read_table("\n".join(["a,b,c,w,class", *lines]).encode(), "small.csv")


def random_settings(random):
    """Directions for two numbers, or demands that leave the proof open, weights and costs."""
    pick = lambda *of: of[random.integers(len(of))]  # noqa: E731
    given = {
        "positive": (pick("yes", "no"),),
        "form": "points",
        "kernel": "linear",
        "C": 1.0,
        "fit_to": "labels",
        "language": pick("monotone", "values"),
        "side": "for",
        "price": 0.0,
        "effort": 500,
        "size": pick("2x1", "2x2"),
        "test": 0.0,
    }
    given |= pick(
        {"only": ("a up",)},
        {"only": ("a down",)},
        {"only": ("a up", "b down")},
        {"only": ("a up", "b up")},
        {"only": ("not a",)},
        {"only": ("not c = x",)},
        {},
    )
    if random.random() < 0.3:
        given["weight"] = "w"
    else:
        given["drop"] = ("w",)
    match random.integers(5):
        case 0:
            given |= {"cost": 6.0}
        case 1:
            given["cost"] = "balanced"
    return given


def answer(table, given):
    """The explanation, and the rows that it was learned from; None where nothing can be."""
    settings = settings_given(given)
    try:
        task = tasks_asked(table, settings)[0]
        train = read_parts(task, settings).train
    except DataError:
        return None
    found = explain_task(task, settings)
    return found, train.counted(found.settings.counting)


def directions(clause, settings):
    """The signs that a clause's points must have: those of its tests of directed numbers."""
    signs = set()
    for test in clause.tests:
        if f"{test.attribute} up" in settings.only:
            signs.add(1 if np.isinf(test.to) else -1)
        if f"{test.attribute} down" in settings.only:
            signs.add(-1 if np.isinf(test.to) else 1)
    return signs


def other_points(random, terms, settings, reach):
    """All points of a card's clauses that keep the directions, or many of them: int (n, k)."""
    own = []
    for term in terms:
        signs = directions(term.clause, settings)
        own.append(range(0 if 1 in signs else -reach, 1 if -1 in signs else reach + 1))
    if np.prod([len(one) for one in own]) <= EVERY:
        return np.array(list(product(*own)))
    drawn = np.array([random.choice(one, EVERY) for one in own]).T
    points = np.array([term.points for term in terms])
    beside = points + np.vstack([np.eye(len(points)), -np.eye(len(points))]).astype(int)
    low, high = ([end(one) for one in own] for end in (min, max))
    allowed = ((beside >= low) & (beside <= high)).all(axis=1)
    return np.vstack([points, drawn, beside[allowed]])


def signed_clauses(train, settings, language, literals):
    """1 or −1 in the rows of each clause that may speak for, or against, the class: (n, m)."""
    demands = settings.demands(train.table, train.attributes)
    found = []
    for sign, denied in ((1.0, False), (-1.0, True)):
        tests = [
            test
            for name in train.attributes
            for test in named_tests(train.table.column(name), language, demands, denied)
        ]
        clauses = [
            Clause(own) for size in range(1, literals + 1) for own in combinations(tests, size)
        ]
        found += [sign * clause.holds(train.table) for clause in clauses]
    return np.unique(np.array(found), axis=0).T


def check(random, table, given):
    """Fails where the card breaks a demand or is beaten by what cannot be; what was proven."""
    found = answer(table, given)
    if found is None:
        return 0, 0
    e, train = found
    scored, settings = e.points, e.settings
    card, proof = scored.card, scored.proof
    for term in card.terms:
        assert directions(term.clause, settings) <= {np.sign(term.points)}, str(card)
    if proof is None:
        return 0, 0
    rows = RowsToFit(train.y.astype(float), train.each, proof.ridge * train.each.sum())
    columns = np.array([term.clause.holds(train.table) for term in card.terms]).T
    every = other_points(random, card.terms, settings, proof.range)
    least = objectives(every, columns, rows).min()
    own = objectives(np.array([[term.points for term in card.terms]]), columns, rows)[0]
    assert own == pytest.approx(proof.objective, abs=1e-7)
    assert proof.of_points <= least + near(least)
    if proof.of_clauses is not None:
        language = settings.language
        signed = signed_clauses(train, settings, language, proof.literals)
        exists = best_sum(signed, rows, proof.total)
        assert proof.of_clauses <= exists + near(exists), (proof, exists)
    return proof.points_proven, proof.of_clauses is not None


@pytest.mark.parametrize("block", some_now(range(BLOCKS), 0))
def test_no_card_and_no_sum_that_is_named_fits_better(block):
    """Of 150 random tables and settings, most of them with directions."""
    of_points, of_clauses = 0, 0
    for seed in range(CASES * block, CASES * (block + 1)):
        random = np.random.default_rng(seed)
        said = check(random, random_table(random), random_settings(random))
        of_points += said[0]
        of_clauses += said[1]
    assert of_points > CASES // 2
    assert of_clauses > CASES // 2


@pytest.mark.parametrize("file", ["directed_17.csv", "directed_21.csv", "directed_22.csv"])
@pytest.mark.parametrize("direction", ["up", "down"])
def test_of_tables_on_which_it_once_was_false(file, direction):
    if not (CASE_FOLDER / file).exists():
        pytest.skip("the shared cases are not beside this folder")
    table = read_table((CASE_FOLDER / file).read_bytes(), file)
    named = {"positive": ("pos",), "form": "points", "target": "y", "fit_to": "labels"}
    named |= {"language": "values", "size": "autox1", "test": 0.0, "effort": 500}
    for column in table.columns:
        if column.is_numeric and column.name not in ("w", "y"):
            check(
                np.random.default_rng(0), table, named | {"only": (f"{column.name} {direction}",)}
            )
