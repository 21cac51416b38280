from math import inf

from interpret.answers.rule.figures import choice_figures as figures
from interpret.fit.choose_machine import MachineCandidate
from interpret.fit.rules_on_folds import RuleCandidate

MACHINES = [
    MachineCandidate("b", inf, 9, 10),
    MachineCandidate("a", 4.0, 7, 10),
    MachineCandidate("a", inf, 8, 10),
    MachineCandidate("b", 4.0, 5, 10),
]
PATH = [
    RuleCandidate("labels", "for", "values", price, hits, 20, tests, tests / 2)
    for price, hits, tests in ((0.5, 18, 9.5), (1.0, 19, 4.0), (2.0, 12, 0.0))
]


def test_each_kernel_is_a_line_over_rising_costs_and_the_chosen_one_is_larger():
    a, b = figures.machines(MACHINES, "b", inf).figure.data
    assert (a.name, list(a.x), list(a.y)) == ("a", [0, 1], [70, 80])
    assert (b.name, list(b.x), list(b.y)) == ("b", [0, 1], [50, 90])
    assert [max(line.marker.size) for line in (a, b)] == [7, 13]
    assert b.marker.size[1] == 13
    words = figures.machines(MACHINES, "b", inf).text
    assert "b 90.0 % with a hard margin, a 80.0 % with a hard margin." in words
    assert words.endswith("Taken: b with a hard margin.")


def test_the_path_shows_length_and_accuracy_at_every_price():
    (line,) = figures.prices(PATH, 1.0).figure.data
    assert (list(line.x), list(line.y)) == ([9.5, 4.0, 0.0], [90, 95, 60])
    assert list(line.marker.size) == [7, 13, 7]
    assert "price 1, chosen,: 4.0 tests 95.0 %" in figures.prices(PATH, 1.0).text
