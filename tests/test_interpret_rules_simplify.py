from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from math import inf

import numpy as np
import pytest

from interpret.data.reading import read_table
from interpret.data.table import Column, Table
from interpret.data.task import tasks
from interpret.rules.logic import Between, Clause, Formula, Is, IsNot
from interpret.rules.price_path import tree_clauses
from interpret.rules.search import RuleProblem
from interpret.rules.simplify import penalised, simplify, validated
from interpret.rules.single_tests import single_tests

ENOUGH = 60e9  # additions


def table_of(columns: dict[str, tuple[str | None, ...]], cells: np.ndarray) -> Table:
    """A table whose columns know these values. cells: codes of shape (n_rows, n_columns)."""
    return Table(
        "t.csv",
        "",
        tuple(
            Column(name, values, codes.astype(np.int32), "category")
            for (name, values), codes in zip(columns.items(), cells.T, strict=True)
        ),
    )


def possible_rows(columns: dict[str, tuple[str | None, ...]]) -> np.ndarray:
    return np.array(list(product(*(range(len(values)) for values in columns.values()))))


def rows_of(table: Table) -> Iterator[dict[str, str | None]]:
    for codes in zip(*(column.codes for column in table.columns), strict=True):
        yield {c.name: c.values[code] for c, code in zip(table.columns, codes, strict=True)}


COLUMNS = {
    "colour": ("blue", "green", "red", None),
    "size": ("1", "2", "2.0", "5", None),
    "shape": ("flat", "round"),
}


def random_test(rng: np.random.Generator, name: str, values: tuple[str | None, ...]):
    some = tuple(values[i] for i in rng.permutation(len(values))[: rng.integers(1, len(values))])
    kind = rng.integers(5 if name == "size" else 2)
    if kind < 2:
        return (Is, IsNot)[kind](name, some)
    below, beyond = sorted(rng.choice([0.0, 1.0, 1.5, 2.0, 3.0, 5.0], 2, replace=False).tolist())
    return Between(name, (-inf, below, below)[kind - 2], (beyond, inf, beyond)[kind - 2])


def random_formula(rng: np.random.Generator, columns=COLUMNS) -> Formula:
    return Formula(
        tuple(
            Clause(
                tuple(
                    random_test(rng, name, values)
                    for name, values in columns.items()
                    for _ in range(rng.integers(3))
                )
            )
            for _ in range(rng.integers(6))
        ),
        bool(rng.integers(2)),
    )


def random_case(seed: int, n_rows: int = 20) -> tuple[Formula, Table, np.random.Generator]:
    rng = np.random.default_rng(seed)
    everything = possible_rows(COLUMNS)
    cells = everything[rng.integers(len(everything), size=n_rows)]
    return random_formula(rng), table_of(COLUMNS, cells), rng


def test_clauses_that_differ_in_one_attribute_become_one_with_a_set():
    colours = ("blue", "green", "pink", "red", "white")
    columns = {"colour": colours, "size": ("big", "small")}
    table = table_of(columns, possible_rows(columns))
    big = Is("size", ("big",))
    rule = Formula(tuple(Clause((Is("colour", (c,)), big)) for c in ("red", "green")))
    expected = Formula((Clause((Is("colour", ("green", "red")), big)),))
    assert simplify(rule, table).after == expected
    denied = Formula(rule.clauses, denied=True)
    assert simplify(denied, table).after == Formula(expected.clauses, denied=True)


def test_a_run_of_denials_becomes_one_set_or_the_shorter_rest():
    columns = {"colour": ("blue", "green", "pink", "red", "white")}
    table = table_of(columns, possible_rows(columns))

    def without(*colours):
        return Formula((Clause(tuple(IsNot("colour", (c,)) for c in colours)),))

    two = simplify(without("blue", "green"), table).after
    assert two == Formula((Clause((IsNot("colour", ("blue", "green")),)),))
    four = simplify(without("blue", "green", "pink", "red"), table).after
    assert four == Formula((Clause((Is("colour", ("white",)),)),))


def test_ranges_meet_and_join_with_the_cuts_they_came_with():
    columns = {"size": ("1", "2", "3", "4", "5", "6", "7")}
    table = table_of(columns, possible_rows(columns))
    inside = Formula((Clause((Between("size", above=2.2), Between("size", to=5.9))),))
    assert simplify(inside, table).after == Formula((Clause((Between("size", 2.2, 5.9),)),))
    side_by_side = Formula(
        (Clause((Between("size", to=3.3),)), Clause((Between("size", 3.3, 5.1),)))
    )
    assert simplify(side_by_side, table).after == Formula((Clause((Between("size", to=5.1),)),))


@pytest.mark.slow
@pytest.mark.parametrize("language", ["values", "monotone"])
def test_an_exact_simplification_keeps_every_verdict_and_is_idempotent(language):
    for seed in range(100):
        formula, table, _ = random_case(seed)
        found = simplify(formula, table, language, ENOUGH)
        assert (found.before, found.mode) == (formula, "exact")
        assert (found.after.holds(table) == formula.holds(table)).all()
        assert len(found.after) <= len(formula)
        assert simplify(found.after, table, language, ENOUGH).after == found.after


def cheapest(accepted: frozenset[int], n_values: int, language: str) -> float:
    if len(accepted) == n_values:
        return 0
    if language == "monotone":
        return 1 if len(accepted) == 1 else inf
    return min(len(accepted), n_values - len(accepted))


def fewest_tests(table: Table, attributes: tuple[str, ...], verdict: np.ndarray, language: str):
    """By definition: every clause over the values seen, then every set of covered rows."""
    codes = np.stack([table.column(name).codes for name in attributes])
    rows = {tuple(row): bool(v) for row, v in zip(codes.T.tolist(), verdict, strict=True)}
    inside = [row for row, v in rows.items() if v]
    seen = [sorted({row[a] for row in rows}) for a in range(len(attributes))]
    sets = [
        [frozenset(some) for n in range(1, len(v) + 1) for some in combinations(v, n)] for v in seen
    ]
    clauses: dict[int, float] = {}
    for box in product(*sets):
        held = [row for row in rows if all(v in own for v, own in zip(row, box, strict=True))]
        if held and all(rows[row] for row in held):
            bits = sum(1 << inside.index(row) for row in held)
            length = sum(cheapest(own, len(v), language) for own, v in zip(box, seen, strict=True))
            clauses[bits] = min(length, clauses.get(bits, inf))
    everything = (1 << len(inside)) - 1

    @cache
    def fewest(covered: int) -> float:
        if covered == everything:
            return 0
        first = next(i for i in range(len(inside)) if not covered >> i & 1)
        return min(
            (n + fewest(covered | bits) for bits, n in clauses.items() if bits >> first & 1),
            default=inf,
        )

    return fewest(0)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["values", "monotone"])
def test_shortest_is_the_fewest_tests_there_are(language):
    columns = {"p": tuple("abcd"), "q": tuple("abc"), "r": tuple("ab")}
    proven = 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        everything = possible_rows(columns)
        table = table_of(columns, everything[rng.permutation(len(everything))[:16]])
        formula = random_formula(rng, columns)
        if language == "monotone":
            kept = tuple(
                Clause(tuple(Is(name, (value,)) for name, value in row.items()))
                for row in rows_of(table)
                if rng.random() < 0.5
            )
            formula = Formula(kept, formula.denied)
        found = simplify(formula, table, language, ENOUGH)
        if not found.shortest:
            continue
        proven += 1
        covered = formula.holds(table) != formula.denied
        attributes = formula.attributes or table.names
        least = fewest_tests(table, attributes, covered, language) if covered.any() else 0
        assert len(found.after) == least
    assert proven > 55


def test_that_a_number_which_is_cut_is_there_is_one_test_where_a_language_has_it():
    column = Column("a", ("1", "2", "3", None), np.arange(4, dtype=np.int32), "number", (1.5, 2.5))
    sides = Between("a", to=1.5), Between("a", above=1.5)
    rule = Formula(tuple(Clause((side,)) for side in sides))
    table = Table("t.csv", "", (column,))
    found = simplify(rule, table, "values", ENOUGH)
    assert found.after == Formula((Clause((IsNot("a", (None,)),)),))
    assert found.shortest
    assert simplify(rule, table, "monotone", ENOUGH).after == rule


def test_a_full_tree_of_tic_tac_toe_becomes_its_eight_lines(root):
    table = read_table((root / "sample_data" / "tic-tac-toe.csv").read_bytes(), "t.csv")
    task = tasks(table)[0]
    rows = np.random.default_rng(0).permutation(table.n_rows)[:670]
    train, y = table.rows(rows), task.y[rows]
    single = single_tests(train, task.attributes, "values")
    tree = single.formula(tree_clauses(RuleProblem(single, np.where(y, 1.0, -1.0))))
    found = simplify(tree, train, work=ENOUGH)
    assert len(tree) > 200
    assert (len(found.after.clauses), len(found.after), found.shortest) == (8, 24, True)
    assert all(len(clause) == 3 for clause in found.after.clauses)
    assert (found.after.holds(table) == task.y).all()


def test_six_clauses_of_the_third_monk_become_one(root):
    table = read_table((root / "sample_data" / "monks-3.csv").read_bytes(), "monks-3.csv")
    body, jacket = ("round", "square"), ("green", "red", "yellow")
    monotone = Formula(
        (
            *(Clause((Is("body", (b,)), Is("jacket", (j,)))) for b in body for j in jacket),
            Clause((Is("holding", ("sword",)), Is("jacket", ("green",)))),
        )
    )
    short = Formula(
        (
            Clause((IsNot("body", ("octagon",)), IsNot("jacket", ("blue",)))),
            Clause((Is("holding", ("sword",)), Is("jacket", ("green",)))),
        )
    )
    assert (len(monotone.clauses), len(monotone)) == (7, 14)
    assert simplify(monotone, table, work=ENOUGH).after == short
    stays = simplify(monotone, table, "monotone", ENOUGH)
    assert (stays.after, stays.shortest) == (monotone, True)


def score(formula: Formula, table: Table, weights: np.ndarray, price: float) -> float:
    return float(weights[formula.holds(table)].sum()) - price * len(formula)


def test_a_penalised_rule_scores_no_less_is_no_longer_and_stays_as_it_is():
    for seed in range(150):
        formula, table, rng = random_case(seed, 40)
        weights = rng.normal(size=40)
        price = float(rng.choice([0.0, 0.1, 0.5, 1.0, 3.0]))
        after = penalised(formula, table, weights, price).after
        before = score(formula, table, weights, price)
        assert score(after, table, weights, price) >= before - 1e-6
        assert len(after) <= len(formula)
        assert penalised(after, table, weights, price).after == after


def test_what_is_worth_less_than_its_price_goes():
    columns = {"colour": ("blue", "green", "red"), "size": ("big", "small")}
    red_big, red_small, blue_big = (2, 0), (2, 1), (0, 0)
    cells = np.array([red_big] * 9 + [red_small] * 2 + [blue_big])
    y = np.array([True] * 9 + [False] * 2 + [True])
    table, weights = table_of(columns, cells), np.where(y, 1.0, -1.0)
    red, big = Is("colour", ("red",)), Is("size", ("big",))
    rule = Formula((Clause((red, big)), Clause((Is("colour", ("blue",)),))))
    assert penalised(rule, table, weights, 0.1).after == Formula((Clause((big,)),))
    # Two wrong rows cost less than a test at 3.
    assert penalised(rule, table, weights, 3.0).after == Formula((Clause(),))
    assert penalised(rule, table, -weights, 0.1).after == Formula()
    other_class = Formula(rule.clauses, denied=True)
    assert penalised(other_class, table, -weights, 0.1).after == Formula((Clause((big,)),), True)
    assert penalised(other_class, table, -weights, 3.0).after == Formula()


def test_noise_is_not_polished_into_the_rule():
    rng = np.random.default_rng(1)
    columns = dict.fromkeys("abcdefgh", ("u", "v", "w"))
    table = table_of(columns, rng.integers(3, size=(900, 8)))
    planted = Formula(
        (
            Clause((Is("a", ("u",)), Is("b", ("v",)))),
            Clause((IsNot("c", ("w",)), Is("d", ("u",)))),
        )
    )
    y = planted.holds(table) ^ (rng.random(900) < 0.07)
    fit, left_out, unseen = (table.rows(rows) for rows in np.split(np.arange(900), [450, 650]))
    weights = np.where(y[:450], 1.0, -1.0)
    single = single_tests(fit, table.names, "values")
    tree = single.formula(tree_clauses(RuleProblem(single, weights)))
    found = validated(tree, fit, weights, left_out, y[450:650])
    assert (found.mode, found.after) == ("penalised", planted)
    assert found.price > 0
    assert (tree.holds(unseen) == planted.holds(unseen)).mean() < 0.95
    assert validated(found.after, fit, weights, left_out, y[450:650]).after == found.after


def test_validation_rows_never_see_a_worse_rule_and_a_second_time_changes_nothing():
    for seed in range(60):
        formula, table, rng = random_case(seed, 60)
        weights = rng.normal(size=40)
        y = rng.random(20) < 0.5
        fit, left_out = table.rows(np.arange(40)), table.rows(np.arange(40, 60))
        after = validated(formula, fit, weights, left_out, y).after
        assert (after.holds(left_out) == y).sum() - 0.1 * len(after) >= (
            formula.holds(left_out) == y
        ).sum() - 0.1 * len(formula)
        assert validated(after, fit, weights, left_out, y).after == after


def test_a_table_without_rows_leaves_the_rule_alone():
    formula, table, _ = random_case(3)
    nothing = table.rows(np.array([], dtype=int))
    assert simplify(formula, nothing).after == formula
    assert penalised(formula, nothing, np.array([]), 1.0).after == formula


def test_no_work_still_gives_a_rule_of_the_same_verdict():
    for seed in range(20):
        formula, table, _ = random_case(seed)
        found = simplify(formula, table, work=0)
        assert (found.after.holds(table) == formula.holds(table)).all()
        assert len(found.after) <= len(formula)
