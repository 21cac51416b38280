"""Rule or points? Test accuracy and length of both forms, and of the one that comes first.

    python -m benchmarks.points_truth [--tables NAME,…] [--splits 5] [--noise clean|flipped|both]

For each table of benchmarks.rule_truth, clean and with 5 % of the training labels flipped: accuracy
on clean test labels · tests, and the CPU seconds of the rule, of the card beside it, and of the
comparison of both on outer folds; of the card the prototype's figure in shared/notes/points.md.
What other learners of scores reach on the same splits is quoted from benchmarks.points_peers.
"""

import argparse
from time import process_time

import numpy as np

from benchmarks.points_peers import TWICE, quoted
from benchmarks.rule_truth import GOALS
from benchmarks.tables import LABEL, benchmark_task, flipped, labelled, split
from interpret.answers.points.scored import POINTS
from interpret.answers.rule.answer.explanation import Explanation
from interpret.answers.rule.explain import explain
from interpret.settings import Settings

PROTOTYPE = {  # accuracy and tests of the prototype's cards: clean, then with flipped labels
    "promoters": ((88.8, 14), None),
    "soybean": ((98.2, 10), (94.3, 9)),
    "primary-tumor": ((70.0, 11), None),
    "spect": ((79.8, 8), None),
    "house-votes": ((97.7, 3), None),
    "splice": ((95.4, 24), None),
    "tic-tac-toe": ((99.9, 38), (98.8, 21)),
    "monks-1": ((100.0, 7), (100.0, 9)),
    "monks-2": ((92.8, 43), (78.0, 42)),
    "monks-3": ((100.0, 5), (99.7, 7)),
    "art-dnf": ((100.0, 10), (100.0, 12)),
    "kr-vs-kp": ((98.0, 21), (97.3, 58)),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", default=",".join(PROTOTYPE))
    parser.add_argument("--splits", type=int, default=5)
    parser.add_argument("--noise", choices=("clean", "flipped", "both"), default="both")
    asked = parser.parse_args()
    means = []
    for name in asked.tables.split(","):
        for noisy in (False, True):
            if GOALS[name][noisy] and asked.noise in ("both", "flipped" if noisy else "clean"):
                splits = min(asked.splits, 2) if name in TWICE else asked.splits
                means.append(measure(name, noisy, splits))
    rule, points, first = np.mean(means, axis=0)
    print(f"mean of {len(means)} tables: rule {rule:.2f}, points {points:.2f}, first {first:.2f}")


def measure(name: str, noisy: bool, splits: int) -> tuple[float, float, float]:
    """Prints a line for each split and one for their means; mean accuracy of each form."""
    title = f"{name}{' +5 %' if noisy else ''}"
    task, results = benchmark_task(name), []
    for k in range(splits):
        train, test = split(task.y, k)
        y = flipped(task.y[train], k) if noisy else task.y[train]
        seconds: list[float] = []
        started = process_time()

        def note(_: Explanation, told: list[float] = seconds, since: float = started) -> None:
            told.append(process_time() - since)

        table = labelled(task, train, y)
        e = explain(table, Settings(target=LABEL, test_size=0, form="auto"), on_answer=note)
        card, forms = e.points, e.forms
        assert card is not None
        given = e.preparation.table(task.table.rows(test))
        rule = 100 * float((e.rule.formula.holds(given) == task.y[test]).mean())
        points = 100 * float((card.card.holds(given) == task.y[test]).mean())
        first = points if e.first == POINTS else rule
        lengths = len(e.rule.formula), len(card.card)
        spent = [*np.diff([0.0, *seconds]), 0.0][:3]  # nothing where the two were not compared
        results.append((rule, points, first, *lengths, *spent))
        inside = "" if forms is None else f"outer {forms.rule:g} and {forms.points:g} of {forms.n}"
        print(f"{title:20} {k}  {line(results[-1])}  {e.first}; {inside}", flush=True)
    means = np.mean(results, axis=0)
    known = PROTOTYPE[name][noisy]
    beside = "" if known is None else f"  prototype {known[0]:.1f}·{known[1]}"
    print(f"{title:20} =  {line(means)}{beside}", flush=True)
    if known_of := quoted(title):
        print(f"{title:20}    quoted: {known_of}", flush=True)
    return float(means[0]), float(means[1]), float(means[2])


def line(figures: "np.ndarray | tuple[float, ...]") -> str:
    """The figures of a split, or of several in the mean."""
    rule, points, first, of_rule, of_points, *seconds = figures
    spent = ", ".join(f"{one:.1f}" for one in seconds)
    return (
        f"rule {rule:6.2f}·{of_rule:<5.1f} points {points:6.2f}·{of_points:<5.1f} "
        f"first {first:6.2f}  {spent} s"
    )


if __name__ == "__main__":
    main()
