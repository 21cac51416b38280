from math import inf

from interpret.fit.choose_machine import MachineCandidate
from interpret.tell.rule.figures.machine import machines

MACHINES = [
    MachineCandidate("b", inf, 9, 10),
    MachineCandidate("a", 4.0, 7, 10),
    MachineCandidate("a", inf, 8, 10),
    MachineCandidate("b", 4.0, 5, 10),
]


def test_each_kernel_is_a_line_over_rising_costs_and_the_chosen_one_is_larger():
    a, b = machines(MACHINES, "b", inf).figure.data
    assert (a.name, list(a.x), list(a.y)) == ("a", [0, 1], [70, 80])
    assert (b.name, list(b.x), list(b.y)) == ("b", [0, 1], [50, 90])
    assert [max(line.marker.size) for line in (a, b)] == [7, 13]
    assert b.marker.size[1] == 13
    words = machines(MACHINES, "b", inf).text
    assert "b 90.0 % with a hard margin, a 80.0 % with a hard margin." in words
    assert words.endswith("Taken: b with a hard margin.")
