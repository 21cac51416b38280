"""An answer's rows: each table is the one that its name says, and both parts are rows of it."""

import numpy as np
import pytest

from interpret.data.reading import read_table
from interpret.forms.answer.answer import Answer, answers
from interpret.forms.explain import explain
from interpret.settings import Settings

GIVEN = {"kernel": "linear", "C": 1.0, "fit_to": "weights", "side": "for", "price": 0.5}


@pytest.fixture(scope="module")
def answer():
    """Rows without a class, gaps and numbers to cut."""
    rng = np.random.default_rng(0)
    lines = ["size,colour,class"]
    for number in range(120):
        size, colour = rng.normal(), ("red", "blue", "")[rng.integers(3)]
        label = "" if number % 20 == 7 else "yes" if size > 0.3 or colour == "red" else "no"
        lines.append(f"{size:.3f},{colour},{label}")
    table = read_table("\n".join(lines).encode(), "t.csv")
    settings = Settings(**GIVEN, language="values", positive=("yes",))
    return answers([explain(table, settings)], table)[0]


def test_each_table_holds_the_cells_that_it_is_named_for(answer):
    assert answer.in_file.n_rows == 120
    assert answer.as_read.n_rows == answer.explained.n_rows == 114
    assert answer.in_file.column("colour").missing
    assert answer.as_read.column("colour").missing
    assert answer.explained.column("size").cuts
    assert answer.explained is answer.explained, "it is made once"


def test_the_parts_are_the_rows_that_were_trained_on_and_held_out(answer):
    e = answer.explanation
    assert (answer.train.name, answer.judged.name) == ("train", "test")
    for part in (answer.train, answer.judged):
        assert tuple(part.places) == e.rows[part.name]
        assert part.table.n_rows == len(part.y) == len(part.scores) == len(part.places)
        assert part.y.sum() == e.positives[part.name]
        said = e.rule.formula.holds(part.table)
        assert part.right(said) == e.rule_form.right[part.name]
        assert part.agrees(said) == e.rule_form.fidelity[part.name]
        assert part.agrees(said & False).hits == int((part.scores <= 0).sum())


def test_without_held_out_rows_it_is_judged_on_those_it_was_trained_on(answer):
    whole = explain(answer.in_file, Settings(**GIVEN, positive=("yes",), test=0.0))
    own = Answer(whole, answer.in_file)
    assert own.judged.name == "train"
    assert (own.judged.places == own.train.places).all()
