"""A stored run holds what repeats it: asked again it gives the same rule."""

import pytest

from interpret.data.reading import read_table
from interpret.settings import Settings
from interpret.versions import RULESCOPE, versions
from jobs import worker
from tests import test_jobs_runner
from tests.test_jobs_runner import ended, wait

pytestmark = pytest.mark.slow

store, runner = test_jobs_runner.store, test_jobs_runner.runner
# C and what the rule is fitted to are chosen anew, and the genetic search has its seeded generator.
ASKED = {"search": "genetic", "kernel": "linear", "population": 20, "generations": 5, "seed": 5}
ASKED |= {"side": "for", "language": "monotone", "price": 0.0}
MEASURED = {"seconds"}  # by the clock


def unclocked(value):
    if isinstance(value, dict):
        return {name: unclocked(own) for name, own in value.items() if name not in MEASURED}
    return [unclocked(own) for own in value] if isinstance(value, list) else value


def test_the_same_asked_again_gives_the_same_answer_to_the_last_digit(runner, root):
    lines = (root / "sample_data" / "monks-1.csv").read_bytes().splitlines()
    raw = b"\n".join(lines[:1] + lines[1::7])
    digest = read_table(raw, "robots.csv").digest
    runner.store.save_table(digest, "robots.csv", raw)
    spec = {"settings": Settings(**ASKED).to_dict(), "table": "robots.csv"}
    run_id = runner.start("explain", spec, digest)
    first = wait(runner.store, run_id, ended)
    again_id = runner.store.create(first.kind, first.spec, first.digest)
    worker.work(runner.store, again_id)  # here, where the hashes of texts are other ones
    again = runner.store.get(again_id)
    assert first.status == again.status == "done"
    assert first.spec == again.spec == spec | {"versions": versions()}
    assert first.result["versions"] == versions()
    assert first.digest == again.digest == first.document()["run"]["digest"]
    assert unclocked(first.result) == unclocked(again.result)


def test_the_version_is_that_of_the_project(root):
    project = (root / "pyproject.toml").read_text(encoding="utf-8")
    assert 'path = "interpret/versions.py"' in project  # where the wheel takes it from
    assert versions()["rulescope"] == RULESCOPE
    assert set(versions()) == {"rulescope", "python", "numpy", "scipy", "scikit-learn", "deap"}
    assert "unknown" not in versions().values()
