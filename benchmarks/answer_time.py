"""What an answer costs: accuracy and CPU seconds of ours and of other learners.

    python -m benchmarks.answer_time [--tables NAME,…] [--peers NAME,…] [--json FILE] [--png FILE]
        [--from FILE]

One split of each table of benchmarks.rule_truth: 70 % of the rows to learn from, accuracy on the
others. Everything runs in a process of its own, on one core. CPU seconds are those of the process
without reading the table, so the loading of libraries is in them, and in brackets those since the
libraries were loaded: learning, and judging the unseen rows. The page waits for the latter alone,
because a process that has loaded all stands ready. The draft is what a page shows first; the
settled answer has chosen its machine and its rule by cross-validation. BRCG, RIPPER, EBM and C5.0
run with their defaults in environments of their own below var/ (benchmarks.rule_peers). --from goes
on with the figures of a run that was ended.
"""

import argparse
import json
from collections.abc import Sequence
from math import exp, log
from pathlib import Path
from time import process_time

import numpy as np

from benchmarks.environments import alone, run
from benchmarks.rule_peers import ENVIRONMENTS
from benchmarks.rule_truth import GOALS
from benchmarks.tables import LABEL, trials
from interpret.program import loading

OURS = ("draft", "settled")
PEERS = ("BRCG", "RIPPER", "C5.0", "EBM")
WARM = "monks-1"
COLOURS = dict(
    zip(
        (*OURS, *PEERS),
        ("#6db3d1", "#0b6e99", "#c2571a", "#8a6d00", "#3f7d3a", "#8d3b8d"),
        strict=True,
    )
)
ABOVE = ("settled", "C5.0")  # their names stand above, because those below have neighbours
# accuracy in percent; tests; CPU seconds, in all and since libraries were loaded
Cost = tuple[float, int, float, float]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", default=",".join(GOALS))
    parser.add_argument("--peers", default=",".join(PEERS))
    parser.add_argument("--json", type=Path, help="write the figures")
    parser.add_argument("--png", type=Path, help="write the picture")
    parser.add_argument("--from", dest="before", type=Path, help="figures of an earlier run")
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.one:
        print(json.dumps(_own(*asked.one)))
        return
    found: dict[str, dict[str, Cost]] = {}
    if asked.before:
        found = json.loads(asked.before.read_text(encoding="utf-8"))
    for which in OURS:  # what is compiled once, when the project is installed
        alone("answer_time", "--one", which, WARM)
    print(f"{'':16}" + "".join(f"{name:>27}" for name in COLOURS))
    for name in asked.tables.split(","):
        known = found.setdefault(name, {})
        known |= costs(
            name, [learner for learner in (*OURS, *asked.peers.split(",")) if learner not in known]
        )
        print(f"{name:16}" + "".join(map(_cell, map(known.get, COLOURS))), flush=True)
        if asked.json:
            asked.json.write_text(json.dumps(found, indent=1), encoding="utf-8")
    print(f"{'mean':16}" + "".join(_cell(mean(found, name)) for name in COLOURS))
    for line in bars(found):
        print(line)
    if asked.png:
        picture(found, asked.png)


def costs(name: str, learners: Sequence[str]) -> dict[str, Cost]:
    """What each of the learners costs on a table and what it gives for it."""
    (trial,) = trials(name, noisy=False, n=1)
    found: dict[str, Cost] = {}
    for which in (learner for learner in learners if learner in OURS):
        found[which] = alone("answer_time", "--one", which, name)
    peers = {learner: ENVIRONMENTS[learner] for learner in learners if learner in PEERS}
    for peer, (said, tests, seconds, since) in run("peer_rules", peers, trial.texts, print).items():
        if peer in peers:
            found[peer] = (trial.right(said), tests, seconds, since)
    return found


def _own(which: str, name: str) -> Cost:
    """Our draft or our settled answer; what this process has loaded is part of its cost."""
    began = process_time()
    (trial,) = trials(name, noisy=False, n=1)
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


def bars(found: dict[str, dict[str, Cost]]) -> list[str]:
    """On how many tables ours is the cheaper one."""
    told = []
    for which in OURS:
        for peer in PEERS:
            both = [costs for costs in found.values() if {which, peer} <= costs.keys()]
            in_all, since = (
                sum(costs[which][digits] < costs[peer][digits] for costs in both)
                for digits in (2, 3)
            )
            told.append(
                f"{which} cheaper than {peer} on {in_all} of {len(both)} tables, "
                f"without loading on {since}"
            )
    return told


def _cell(cost: Cost | None) -> str:
    if cost is None:
        return f"{'–':>27}"
    return f"{cost[0]:8.1f} · {cost[1]:<4}{cost[2]:6.1f} ({cost[3]:.2f})"


def picture(found: dict[str, dict[str, Cost]], path: Path) -> None:
    """Accuracy against CPU seconds since loading: a point for each table, means as diamonds."""
    import plotly.graph_objects as go

    figure = go.Figure()
    for name, colour in COLOURS.items():
        of_tables = {table: costs[name] for table, costs in found.items() if name in costs}
        middle = mean(found, name)
        if middle is None:
            continue
        figure.add_scatter(
            x=[cost[3] for cost in of_tables.values()],
            y=[cost[0] for cost in of_tables.values()],
            mode="markers",
            marker={"color": colour, "size": 7, "opacity": 0.45},
            showlegend=False,
        )
        some = "" if len(of_tables) == len(found) else f", {len(of_tables)} of {len(found)} tables"
        figure.add_scatter(
            x=[middle[3]],
            y=[middle[0]],
            mode="markers+text",
            marker={"color": colour, "size": 17, "symbol": "diamond"},
            text=[f"<b>{name}</b> {middle[0]:.1f} %, {middle[3]:.2g} s{some}"],
            textposition="top center" if name in ABOVE else "bottom center",
            textfont={"color": colour, "size": 13},
            showlegend=False,
            cliponaxis=False,
        )
    ticks = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200]
    figure.update_xaxes(
        type="log",
        tickvals=ticks,
        ticktext=[f"{tick:g}" for tick in ticks],
        title="CPU seconds since libraries were loaded (diamonds: geometric mean)",
    )
    figure.update_yaxes(title="right on unseen rows, % (diamonds: mean)")
    figure.update_layout(
        template="plotly_white",
        width=1000,
        height=560,
        margin={"t": 20, "r": 120, "l": 70, "b": 60},
    )
    from benchmarks.pictures import photographed

    photographed(figure, path)


if __name__ == "__main__":
    main()
