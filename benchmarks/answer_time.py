"""What an answer costs: accuracy and CPU seconds of ours and of other learners.

    python -m benchmarks.answer_time [--tables NAME,…] [--peers NAME,…]

One split of each table of benchmarks.rule_truth: 70 % of the rows to learn from, accuracy on the
others. Everything runs in a process of its own, on one core. CPU seconds are those of the process
without reading the table, so the loading of libraries is in them, and in brackets those since the
libraries were loaded: learning, and judging the unseen rows. The page waits for the latter alone,
because a process that has loaded all stands ready. The draft is what a page shows first; the
settled answer has chosen its machine and its rule by cross-validation. BRCG, RIPPER, EBM and C5.0
run with their defaults in environments of their own below var/.
"""

import argparse
import json
from collections.abc import Sequence
from math import exp, log
from time import process_time

import numpy as np

from benchmarks.environments import LEARNERS, alone, run
from benchmarks.rule_truth import GOALS
from benchmarks.tables import LABEL, task_of, trials
from interpret.program import loading

OURS = ("draft", "settled")
PEERS = ("BRCG", "RIPPER", "C5.0", "EBM")
WARM = "monks-1"
# accuracy in percent; tests; CPU seconds, in all and since libraries were loaded
Cost = tuple[float, int, float, float]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", default=",".join(GOALS))
    parser.add_argument("--peers", default=",".join(PEERS))
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.one:
        print(json.dumps(_own(*asked.one)))
        return
    found: dict[str, dict[str, Cost]] = {}
    for which in OURS:  # what is compiled once, when the project is installed
        alone("answer_time", "--one", which, WARM)
    print(f"{'':16}" + "".join(f"{name:>27}" for name in (*OURS, *PEERS)))
    for name in asked.tables.split(","):
        found[name] = costs(name, [*OURS, *asked.peers.split(",")])
        cells = map(found[name].get, (*OURS, *PEERS))
        print(f"{name:16}" + "".join(map(_cell, cells)), flush=True)
    print(f"{'mean':16}" + "".join(_cell(mean(found, name)) for name in (*OURS, *PEERS)))


def costs(name: str, learners: Sequence[str]) -> dict[str, Cost]:
    """What each of the learners costs on a table and what it gives for it."""
    (trial,) = trials(task_of(name), noisy=False, n=1)
    found: dict[str, Cost] = {}
    for which in (learner for learner in learners if learner in OURS):
        found[which] = alone("answer_time", "--one", which, name)
    peers = {learner: LEARNERS[learner] for learner in learners if learner in PEERS}
    ran = run("peer_learners", peers, trial.texts, print)
    for peer, (said, tests, seconds, since) in ran.items():
        if peer in peers:
            found[peer] = (trial.right(said), tests, seconds, since)
    return found


def _own(which: str, name: str) -> Cost:
    """Our draft or our settled answer; what this process has loaded is part of its cost."""
    began = process_time()
    (trial,) = trials(task_of(name), noisy=False, n=1)
    table, unseen = trial.table, trial.unseen
    reading = process_time() - began
    with loading():  # as programs of ours do
        from interpret.forms import explain as ours
        from interpret.settings import Settings

    find = ours.draft if which == "draft" else ours.explain
    ours.draft(table, Settings(target=LABEL, test=0))  # loads what is compiled
    loaded = process_time()
    formula = find(table, Settings(target=LABEL, test=0, form="rule")).rule.formula
    said = formula.holds(unseen)
    ended = process_time()
    return trial.right(said), len(formula), ended - reading, ended - loaded


def mean(found: dict[str, dict[str, Cost]], name: str) -> Cost | None:
    """Mean accuracy and tests, and the geometric means of CPU seconds."""
    spent = [costs[name] for costs in found.values() if name in costs]
    if not spent:
        return None
    right, tests, seconds, since = zip(*spent, strict=True)
    return (
        float(np.mean(right)),
        round(float(np.mean(tests))),
        exp(sum(map(log, seconds)) / len(spent)),
        exp(sum(map(log, since)) / len(spent)),
    )


def _cell(cost: Cost | None) -> str:
    if cost is None:
        return f"{'–':>27}"
    return f"{cost[0]:8.1f} · {cost[1]:<4}{cost[2]:6.1f} ({cost[3]:.2f})"


if __name__ == "__main__":
    main()
