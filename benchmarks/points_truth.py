"""Rule or points? Test accuracy and length of both forms, and of the one that comes first.

    python -m benchmarks.points_truth [--tables NAME,…] [--splits 5] [--noise clean|flipped|both]

For each table of benchmarks.rule_truth, clean and with 5 % of the training labels flipped: accuracy
on clean test labels · tests, and the CPU seconds of the rule, of the card beside it, and of the
comparison of both on outer folds; of the card the prototype's figure in shared/notes/points.md.
What other learners of scores reach on the same splits is quoted from benchmarks.points_peers.
"""

import argparse
from collections.abc import Iterable
from time import process_time

import numpy as np

from benchmarks.environments import quoted
from benchmarks.points_peers import ENVIRONMENTS, QUOTED, TWICE
from benchmarks.rule_truth import cases, title
from benchmarks.tables import LABEL, Trial, trials
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import POINTS
from interpret.forms.explain import explain
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
    for name, noisy in cases(asked.tables, asked.noise):
        splits = min(asked.splits, 2) if name in TWICE else asked.splits
        means.append(measure(name, noisy, splits))
    rule, points, first = np.mean(means, axis=0)
    print(f"mean of {len(means)} tables: rule {rule:.2f}, points {points:.2f}, first {first:.2f}")


def measure(name: str, noisy: bool, splits: int) -> tuple[float, float, float]:
    """Prints what is measured of a table, and what others reach; mean accuracy of each form."""
    named = title(name, noisy)
    means = measured(named, trials(name, noisy, splits))
    if known := PROTOTYPE[name][noisy]:
        print(f"{named:20}    prototype: points {known[0]:.1f}·{known[1]}", flush=True)
    if known_of := quoted(QUOTED, ENVIRONMENTS, named):
        print(f"{named:20}    quoted: {known_of}", flush=True)
    return means


def measured(named: str, splits: Iterable[Trial]) -> tuple[float, float, float]:
    """Prints a line for each split and one for their means; mean accuracy of each form, where there
    is no card that of the rule.
    """
    results = []
    for k, trial in enumerate(splits):
        seconds: list[float] = []
        started = process_time()

        def note(_: Explanation, told: list[float] = seconds, since: float = started) -> None:
            told.append(process_time() - since)

        settings = Settings(target=LABEL, test=0, form="auto")
        e = explain(trial.table, settings, on_answer=note)
        card, forms = (e.points or e.rule_form).card, e.comparison
        given = e.preparation.table(trial.unseen)
        rule = trial.right(e.rule.formula.holds(given))
        points = trial.right(card.holds(given))
        first = points if e.first == POINTS else rule
        lengths = len(e.rule.formula), len(card)
        spent = [*np.diff([0.0, *seconds]), 0.0][:3]  # nothing where the two were not compared
        results.append((rule, points, first, *lengths, *spent))
        inside = "" if forms is None else f"outer {forms.rule:g} and {forms.points:g} of {forms.n}"
        print(f"{named:20} {k}  {line(results[-1])}  {e.first}; {inside}", flush=True)
    means = np.mean(results, axis=0)
    print(f"{named:20} =  {line(means)}", flush=True)
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
