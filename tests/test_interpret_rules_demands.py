"""What is demanded of a rule: every search keeps it, under a bound of the rules that do."""

from functools import cache
from itertools import combinations

import numpy as np
import pytest

from interpret.data.complaints import DataError
from interpret.data.reading import read_table
from interpret.fit.find_rule import search_of
from interpret.rules.demands import NOTHING, Demands, clause_of, demanded, demands_words, given
from interpret.rules.exact import ExactSearch
from interpret.rules.logic import Between, Clause, Formula, Is, IsNot
from interpret.rules.search import SEARCHES, RuleProblem
from interpret.rules.single_tests import single_tests
from interpret.rules.wrapping import HeldSearch
from interpret.settings import Settings
from tests.every_rule import named_tests
from tests.small_rules import table, weights

MANY, FEW = range(80), range(25)


def random_demands(rng, rows):
    """Some of everything that may be demanded, most of it together."""
    free = single_tests(rows, rows.names[:-1], "values").tests
    names = list(rows.names[:-1])
    pick = lambda: free[rng.integers(len(free))]  # noqa: E731
    clauses = [Clause((pick(),)) for _ in range(rng.integers(0, 3))] if free else []
    forbidden = tuple(name for name in names if rng.random() < 0.2)
    numbers = [name for name in names if rows.column(name).is_numeric]
    way = rng.integers(3)
    return Demands(
        clauses=tuple(clauses),
        forbidden=forbidden,
        values=tuple((t.attribute, t.values[0]) for t in [pick()] if isinstance(t, Is)) * bool(free)
        if free
        else (),
        above=tuple(numbers) if way == 0 else (),
        below=tuple(numbers) if way == 1 else (),
    )


def optimum(asked, rows, own, demands, denied=False):
    """The best objective of every rule that keeps the demands, each formula asked row by row."""
    columns = map(rows.column, rows.names[:-1])
    tests = [t for own in columns for t in named_tests(own, asked["language"], demands, denied)]
    free = [
        combination
        for size in range(1, asked["literals"] + 1)
        for combination in combinations(tests, size)
    ]
    shortest: dict[bytes, int] = {}
    for chosen in free:
        covered = Clause(chosen).holds(rows).tobytes()
        length = sum(map(len, chosen))
        shortest[covered] = min(length, shortest.get(covered, length))
    base = Formula(demands.clauses).holds(rows)
    states = {base.tobytes(): 0}
    for _ in range(asked["clauses"]):
        for state, spent in list(states.items()):
            now = np.frombuffer(state, dtype=bool)
            for covered, length in shortest.items():
                longer = (now | np.frombuffer(covered, dtype=bool)).tobytes()
                states[longer] = min(spent + length, states.get(longer, spent + length))
    return max(
        float(own[np.frombuffer(state, dtype=bool)].sum()) - asked["price"] * spent
        for state, spent in states.items()
    )


@cache
def case(seed):
    rng = np.random.default_rng(seed)
    rows = table(rng)
    own = weights(rng, rows.n_rows)
    asked = {
        "language": ("monotone", "values")[seed % 2],
        "clauses": int(rng.choice([1, 2])),
        "literals": int(rng.choice([1, 2])),
        "price": float(rng.choice([0.0, 0.1, 0.5])),
    }
    demands = random_demands(rng, rows)
    single = single_tests(rows, rows.names[:-1], asked["language"], demands)
    held, left = given(demands, rows, own)
    problem = RuleProblem(single, left, asked["clauses"], asked["literals"], asked["price"])
    return rows, own, demands, problem, held, optimum(asked, rows, own, demands)


def keeps(formula, demands, clauses):
    """Whether a rule is what was demanded of it."""
    free = [clause for clause in formula.clauses if clause not in demands.clauses]
    assert {*demands.clauses} <= {*formula.clauses}
    assert len(free) <= clauses
    for clause in free:
        for test in clause.tests:
            assert test.attribute not in demands.forbidden
            if not isinstance(test, Between):
                assert not {(test.attribute, value) for value in test.values} & {*demands.values}
            if test.attribute in demands.above:
                assert isinstance(test, Between)
                assert test.to == float("inf")
            if test.attribute in demands.below:
                assert isinstance(test, Between)
                assert test.above == -float("inf")


@pytest.mark.parametrize("name", SEARCHES)
def test_every_search_keeps_the_demands_under_a_bound_of_those_who_do(name):
    for seed in FEW if name == "genetic" else MANY:
        rows, own, demands, problem, held, best = case(seed)
        settings = Settings(search=name, population=12, generations=6, effort=20_000)
        heard = []
        rule = HeldSearch(search_of(settings, problem, ()), held).search(problem, heard.append)
        near = 1e-7 * max(1.0, float(np.abs(own).sum()))
        keeps(rule.formula, demands, problem.clauses)
        assert rule.objective <= best + near, seed
        assert rule.bound >= best - near, seed
        if not problem.price:
            told = float(own[rule.formula.holds(rows)].sum())
            assert rule.objective == pytest.approx(told, abs=near)
        if rule.proven:
            assert rule.objective == pytest.approx(best, abs=near), seed
        for progress in heard:
            keeps(progress.best, demands, problem.clauses)
            assert progress.bound >= best - near


def test_the_exact_search_proves_the_best_rule_that_keeps_the_demands():
    for seed in MANY:
        _, own, _, problem, held, best = case(seed)
        rule = HeldSearch(ExactSearch(), held).search(problem)
        assert rule.proven, seed
        assert rule.stopped_by == "proof"
        near = 1e-9 * max(1.0, float(np.abs(own).sum()))
        assert rule.objective == pytest.approx(best, abs=near), seed


def test_of_a_denied_rule_a_direction_is_turned():
    column = TABLE.column("age")
    up = Demands(above=("age",))
    assert {(t.above, t.to) for t in up.allowed(column, [], False)} == {
        (30.0, float("inf")),
        (50.0, float("inf")),
    }
    for mirrored, denied in ((up, True), (Demands(below=("age",)), False)):
        assert [t.to for t in mirrored.allowed(column, [], denied)] == [30.0, 50.0]


def test_without_demands_a_search_finds_what_it_finds_alone():
    for seed in FEW:
        rows, own, _, problem, _, _ = case(seed)
        held, left = given(NOTHING, rows, own)
        assert (left == own).all()
        alone = ExactSearch().search(problem)
        found = HeldSearch(ExactSearch(), held).search(problem)
        assert (found.formula, found.objective) == (alone.formula, alone.objective)


TABLE = read_table(
    b'age,sex,"a b > c",class\n20,f,x and y,no\n40,m,z,yes\n60,f,z,yes\n,m,"(z)",no\n', "t.csv"
)
NAMES = ("age", "sex", "a b > c")


def asked(forbid=(), above=(), below=()):
    only = [f"not {text}" for text in forbid]
    only += [f"{name} up" for name in above] + [f"{name} down" for name in below]
    return demanded(only, TABLE, NAMES)


def test_conditions_are_read_as_they_are_written_and_as_rules_print_them():
    tests = [
        ("age > 40", Between("age", above=40)),
        ("age<=40", Between("age", to=40)),
        ("age ≤ 4e1", Between("age", to=40)),
        ("20 < age ≤ 40", Between("age", 20, 40)),
        ("sex = f", Is("sex", ("f",))),
        ("sex is not f", IsNot("sex", ("f",))),
        ("sex != f", IsNot("sex", ("f",))),
        ("age = (empty)", Is("age", (None,))),
        ("sex ∈ {f, m}", Is("sex", ("f", "m"))),
        ("a b > c = x and y", Is("a b > c", ("x and y",))),
        ('"a b > c" ≠ "(z)"', IsNot("a b > c", ("(z)",))),
    ]
    for text, test in tests:
        assert clause_of(text, TABLE, NAMES).tests == (test,)
        assert clause_of(str(test), TABLE, NAMES).tests == (test,)
    both = clause_of("age > 20 and sex = f & a b > c = z", TABLE, NAMES)
    assert both == Clause((Between("age", 20), Is("sex", ("f",)), Is("a b > c", ("z",))))
    assert clause_of(str(both), TABLE, NAMES) == both


def test_what_is_forbidden_is_a_column_or_a_value():
    found = asked(forbid=["age", "sex = f"])
    assert (found.forbidden, found.values) == (("age",), (("sex", "f"),))
    assert demands_words(found) == "never ask for “age” and never name “sex” = “f”"


@pytest.mark.parametrize(
    ("demand", "told"),
    [
        ({"forbid": ["sex = x"]}, "“sex” is never “x”"),
        ({"forbid": ["sex = f and sex = m"]}, "no value of “sex” passes"),
        ({"forbid": ["size = 3"]}, "must begin with one of the columns"),
        ({"forbid": ['sex = "f']}, "must end with one"),
        ({"forbid": ["height"]}, "neither"),
        ({"forbid": ["age > 3", "sex != f"]}, "neither"),
        ({"forbid": NAMES}, "every column is forbidden"),
        ({"above": ["sex"]}, "a column of numbers"),
        ({"above": ["height"]}, "a column of numbers"),
    ],
)
def test_a_demand_that_cannot_be_met_is_told_in_one_sentence(demand, told):
    with pytest.raises(DataError) as raised:
        asked(**demand)
    assert told in str(raised.value)
    assert "\n" not in str(raised.value)
