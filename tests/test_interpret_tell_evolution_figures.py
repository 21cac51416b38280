from dataclasses import replace

import pytest

from interpret.rules.evolution import OPERATORS, Ancestor, Evolution, Generation
from interpret.rules.genetic import THE_THESIS_S, GeneticSearch
from interpret.tell.rule.figures.search import NAMES, descent, generations
from tests.small_rules import machine_problem

LOG = (
    Generation(0, 10.0, 2.0, 3.0, 12.0, 4.0, 0.9),
    Generation(1, 20.0, 8.0, 5.0, 14.0, 3.0, 0.5),
    Generation(2, 24.0, 15.0, 6.0, 15.0, 2.0, 0.25),
)
HOSTILE = "<b>$x$</b> = [a](b)"
WAS = Evolution(
    generations=LOG,
    ancestry=(
        Ancestor(9, 2, ("crossover", "add_clause"), (5, 4), 24.0, HOSTILE),
        Ancestor(5, 1, ("exchange_literal",), (1,), 20.0, "a = 1"),
        Ancestor(1, 0, ("start",), (), 10.0, "b = 1"),
        Ancestor(4, 0, ("start",), (), 5.0, "c = 1"),
    ),
    line=7,
)


def trace(figure, name):
    (own,) = [own for own in figure.data if own.name == name]
    return own


def test_the_generations_show_best_mean_and_spread_of_three_measures():
    figure = generations(LOG, 25.0).figure
    assert trace(figure, "best rule").y == (10.0, 20.0, 24.0)
    assert trace(figure, "mean of the generation").y == (2.0, 8.0, 15.0)
    assert trace(figure, "mean length").y == (12.0, 14.0, 15.0)
    assert trace(figure, "clauses that differ").y == (90.0, 50.0, 25.0)
    band, length = (own for own in figure.data if own.fill == "toself")
    assert band.y == (5.0, 13.0, 21.0, 9.0, 3.0, -1.0)
    assert length.y == (16.0, 17.0, 17.0, 13.0, 11.0, 8.0)
    assert figure.layout.shapes[0].y0 == 25.0
    assert not generations(LOG, None).figure.layout.shapes
    text = generations(LOG, 25.0).text
    for part in ("2 generations", "10 to 24", "of at most 25", "2 to 15", "90 %", "25 %"):
        assert part in text
    assert generations((), 25.0).text == "No generation yet."
    assert len(generations(LOG[:1], 25.0).figure.data) == 6


def test_the_descent_is_drawn_by_generation_and_objective():
    figure = descent(WAS).figure
    assert trace(figure, "the rule found").x == (2,)
    assert trace(figure, "its line of better parents").y == (20.0, 10.0)
    assert trace(figure, "the other parents").y == (5.0,)
    partners, line = (own for own in figure.data if own.mode == "lines")
    assert line.x == (1, 2, None, 0, 1, None)
    assert partners.x == (0, 2, None)
    ((made_by, rule),) = trace(figure, "the rule found").customdata
    assert made_by == "crossover, then a clause added"
    assert "<b>" not in rule
    assert "$" not in rule
    text = descent(WAS).text
    assert text.index("generation 0") < text.index("generation 1") < text.index("generation 2")
    assert text.endswith("Shown are the last 3 of 7.")
    assert "Shown" not in descent(replace(WAS, line=3)).text


@pytest.mark.parametrize("search", [GeneticSearch(seeded=True), GeneticSearch(best_response=False)])
def test_every_operator_of_a_search_has_a_name(search):
    was = (
        replace(search, population=30, generations=10).search(machine_problem("monks-2")).evolution
    )
    names = {name for one in was.ancestry for name in one.made_by}
    assert names <= set(NAMES)
    assert set(THE_THESIS_S) <= set(NAMES) == set(OPERATORS)
    descent(was).figure, descent(was).text


def test_few_generations_are_not_divided_by_ticks():
    assert generations(LOG, None).figure.layout.xaxis3.dtick == 1
    assert descent(WAS).figure.layout.xaxis.dtick == 1
