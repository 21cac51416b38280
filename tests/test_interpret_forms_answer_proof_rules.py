"""What an answer says is proven, beside every rule of the class that the sentence names.

The answers are those of the command line: small random tables, random settings.
"""

from math import inf

import numpy as np
import pytest

from interpret.data.complaints import DataError
from interpret.data.reading import read_table
from interpret.fit.parts import tasks_asked
from interpret.forms.answer.answer import answers
from interpret.forms.answer.proof import proof_words
from interpret.forms.classes import explain_classes
from interpret.settings import settings_given
from tests.every_rule import best_score, score_of, worth_of
from tests.often import some_now

pytestmark = pytest.mark.slow

BLOCKS, CASES = 5, 25
KINDS = (list("xy"), list("xyz"), ["1", "2", "3"], ["1", "1.0", "2", "4"], ["x", "y", ""])
KINDS += (["1", "2", "3", "5", ""], ["0", "1"], ["7", ""], list("xy"), list("wxyz"))


def random_file(random):
    """Up to three columns: of categories, few numbers or many, with and without empty cells.

    The class follows what some values of the columns say together, with noise.
    """
    n, columns = int(random.integers(10, 30)), {}
    is_yes = np.zeros(n, dtype=bool)
    for i in range(int(random.integers(1, 4))):
        if random.random() < 0.25:
            cells = np.array([f"{cell:.2f}" for cell in random.normal(size=n)])
            cells[random.random(n) < random.choice([0.0, 0.25])] = ""
        else:
            cells = random.choice(KINDS[random.integers(len(KINDS))], n)
        some = random.choice(np.unique(cells), random.integers(1, 3))
        is_yes ^= np.isin(cells, some)
        columns[f"c{i}"] = cells.tolist()
    if random.random() < 0.2:
        columns["w"] = random.integers(1, 4, n).astype(str).tolist()
    is_yes ^= random.random(n) < random.choice([0.0, 0.2, 0.4])
    is_yes[:4] = [True, True, False, False]
    columns["class"] = np.where(is_yes, "yes", "no").tolist()
    lines = [columns, *zip(*columns.values(), strict=True)]
    return "\n".join(",".join(f'"{cell}"' for cell in line) for line in lines).encode()


def random_table(random):
    return read_table(random_file(random), "small.csv")


def random_settings(random, table):
    """Everything that the sentence may speak of; mostly fixed, so that little has to be chosen."""
    pick = lambda *of: of[random.integers(len(of))]  # noqa: E731
    given = {
        "positive": (pick("yes", "no"),),
        "kernel": pick("linear", "mDNF(2,2)", "rules(10,5)"),
        "C": pick(1.0, 4.0, inf),
        "fit_to": pick("weights", "labels", "labels", "mix", "domain"),
        "language": pick("monotone", "values", "values"),
        "side": pick("for", "against"),
        "size": pick("1x1", "1x2", "1x3", "2x1", "2x2", "3x1"),
        "price": float(pick(0.0, 0.25, 1.0)),
        "test": pick(0.0, 0.3),
        "seed": int(random.integers(100)),
    }
    if "w" in table.names:
        given["weight"] = "w"
    match random.integers(4):
        case 0:
            given |= {"cost": 6.0}
        case 1:
            given["cost"] = "balanced"
    if random.random() < 0.2:
        given["gaps"] = "drop-row"
    given |= random_demands(random, table)
    if random.random() < 0.07:  # then validation chooses them
        del given["fit_to"], given["language"], given["side"]
    return given


def random_demands(random, table):
    """Something that is demanded of a random column."""
    names = [name for name in table.names if name.startswith("c") and name != "class"]
    column = table.column(names[random.integers(len(names))])
    value = column.values[random.integers(len(column.values))]
    asked = f"{column.name} {{}} {'(empty)' if value is None else value}"
    if column.kind == "number":
        asked = f"{column.name} {{}} (empty)"
    is_value = column.kind != "number" or column.missing
    match random.integers(8):
        case 0 if len(names) > 1:
            return {"only": (f"not {column.name}",)}
        case 1 | 2 if is_value:
            return {"only": (f"not {asked.format('=')}",)}
        case 3 if column.is_numeric:
            return {"only": (f"{column.name} {('up', 'down')[random.integers(2)]}",)}
    return {}


def answer(seed):
    """The answer of a random table, None where what was demanded cannot be met."""
    random = np.random.default_rng(seed)
    table = random_table(random)
    settings = settings_given(random_settings(random, table))
    try:
        (e,) = explain_classes(tasks_asked(table, settings), settings)
    except DataError:
        return None
    return answers([e], table)[0]


def check(a, seed):
    """Whether the answer is proven; it fails where the sentence claims what is not so."""
    e, said = a.explanation, proof_words(a.explanation)
    if e.drawn:
        return False
    table, worth = worth_of(a)
    best, near = best_score(a, table, worth), 1e-6 * max(1.0, float(np.abs(worth).sum()))
    assert e.rule.objective == pytest.approx(score_of(a, table, worth), abs=near), (seed, said)
    assert e.rule.bound >= best - near, (seed, best, said)
    assert said.startswith(("Proven", "No rule of")) == e.rule.proven, seed
    if e.rule.proven:
        assert best <= e.rule.objective + near, (seed, best, said)
    return e.rule.proven


@pytest.mark.parametrize("block", some_now(range(BLOCKS), 0))
def test_no_rule_of_the_class_that_is_named_scores_more_than_a_proven_one(block):
    """Of 125 random tables and settings."""
    proven = 0
    for seed in range(CASES * block, CASES * (block + 1)):
        a = answer(seed)
        proven += a is not None and check(a, seed)
    assert proven > CASES // 2
