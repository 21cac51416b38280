"""A kind of run that only counts: what runner, worker and store do with a run of any kind.

`python -m tests.counting [RUN_ID]` is the worker that knows it, and is ready at once.
"""

import json
import sys
import time

import jobs.runner
from interpret.registry import KINDS, Kind, Line
from jobs import worker


def work(asked, reporter):
    """Counts to spec["n"], resting spec["pause"] seconds after each."""
    reached = 0
    for reached in range(1, asked.spec["n"] + 1):
        if reached == 1:
            reporter.publish({"count": 1})
        if not reporter.step({"count": reached}):
            break
        time.sleep(asked.spec["pause"])
    return {"count": reached}


class Listener:
    """A reporter that keeps what it hears, and says stop at the step of that number."""

    def __init__(self, stop_at=None):
        self.stop_at = stop_at
        self.steps, self.published, self.stopped = [], [], False

    def step(self, data):
        self.steps.append(data)
        self.stopped = self.stop_at is not None and len(self.steps) >= self.stop_at
        return not self.stopped

    def publish(self, result):
        self.published.append(json.loads(json.dumps(result, allow_nan=False)))


KIND = Kind(
    page="runs",
    work=work,
    restore=lambda result: result["count"],
    question=lambda spec: f"count to {spec['n']}",
    outcome=str,
    thing="count",
    button="Count",
    nothing_yet="Nothing is counted yet.",
    kept="It came as far as this.",
)


def register() -> None:
    """Runs of this process may count."""
    KINDS["count"] = Line("tests.counting")
    jobs.runner.WORKER = "tests.counting"
    worker.get_ready = lambda: None


if __name__ == "__main__":
    register()
    sys.exit(worker.main(sys.argv[1:]))
