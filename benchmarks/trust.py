"""How many bounds does a program check that shares no code with ours, how tight, and how soon?

    python -m benchmarks.trust [--tables NAME,…] [--noise clean|flipped|both]

For each table of ../shared/data and art-dnf, one split of rule_truth: how far the rule is from its
bound, whether that is below the sum of positive weights, what check_answer.py says of the bound,
and the CPU seconds of answer and check.
"""

import argparse
import json
import re
from time import process_time

from benchmarks.rule_truth import GOALS, cases, title
from benchmarks.tables import LABEL, benchmark_task, trials_of
from interpret.check_answer import check
from interpret.data.reading import read_table
from interpret.fit.parts import tasks_asked
from interpret.forms.answer.answer import answers
from interpret.forms.answer.proof import certified
from interpret.forms.answer.record import document
from interpret.forms.explain import explain_task
from interpret.settings import Settings

BOUND = re.compile(r"^(.+?): .*: the rule's bound: (.*)$")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", default=",".join(GOALS))
    parser.add_argument("--noise", choices=("clean", "flipped", "both"), default="both")
    asked = parser.parse_args()
    for name, noisy in cases(asked.tables, asked.noise):
        print(f"{title(name, noisy):20}{measured(name, noisy)}", flush=True)


def measured(name: str, noisy: bool) -> str:
    """A line on the first split of a table."""
    (trial,) = trials_of(benchmark_task(name), noisy, 1)
    raw = trial.table.frame().to_csv(index=False).encode()
    table = read_table(raw, f"{name}.csv")
    settings = Settings(target=LABEL, positive=("yes",), form="rule", test=0.0)
    started = process_time()
    (task,) = tasks_asked(table, settings)
    e = explain_task(task, settings)
    found = answers([e], table, [task])
    learnt = process_time()
    written = json.loads(json.dumps(certified(document(found), found, asked=True)))
    lines: list[str] = []
    status = check(written, raw, lines.append)
    checked = process_time()
    said = next(match for line in lines if (match := BOUND.match(line)))
    rule = e.found.rule
    gap = "proven" if rule.proven else f"{100 * rule.gap / rule.bound:.1f} %"
    below = "below" if rule.prices or rule.proven else "trivial"
    below = "" if e.rule_choice.fit_to == "domain" else below  # its prices are of possible rows
    times = f"{learnt - started:6.1f} s {checked - learnt:6.1f} s"
    return (
        f"{e.rule_choice.fit_to:9}{gap:>8} {below:8}{times}  status {status}, {said[1]}: {said[2]}"
    )


if __name__ == "__main__":
    main()
