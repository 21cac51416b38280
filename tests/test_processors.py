"""The same answers on any processor: kernels of OpenBLAS for others stand in for them here.

With the oldest NumPy is without its loops for newer processors, and the C library without theirs.
"""

import json
import os
import subprocess
import sys

import pytest

from tests.every_answer import ASKED

pytestmark = pytest.mark.slow

LAST_DIGITS = 1e-9  # relative: figures of the lab are of libraries, and told to four digits
PROCESSORS = {
    "Nehalem": {
        "NPY_DISABLE_CPU_FEATURES": "X86_V3 X86_V4",
        "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-AVX512F",
    },
    "Sandybridge": {},
    "Haswell": {},
    "Zen": {},
    "SkylakeX": {},
}
NAMES = (*(name for name in ASKED if name != "flats"), "lab")


def answered(root, **environment):
    """What a process comes to where the environment says what the processor is."""
    own = {name: value for name, value in os.environ.items() if name not in PROCESSORS["Nehalem"]}
    return subprocess.run(
        [sys.executable, "-m", "tests.every_answer", *NAMES],
        cwd=root,
        env=own | {"OMP_NUM_THREADS": "1"} | environment,
        capture_output=True,
        text=True,
    )


@pytest.fixture(scope="module")
def here(root):
    done = answered(root)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def without_seconds(found):
    match found:
        case dict():
            kept = {n: own for n, own in found.items() if n not in ("seconds", "versions")}
            if "curve" in kept and "path" not in kept:  # (step, seconds, objective), (seconds, ...)
                clock = 1 if "search" in kept else 0
                kept["curve"] = [[*at[:clock], *at[clock + 1 :]] for at in kept["curve"]]
            return {name: without_seconds(own) for name, own in kept.items()}
        case list():
            return [without_seconds(own) for own in found]
        case float():
            return pytest.approx(found, rel=LAST_DIGITS, abs=1e-12)
        case _:
            return found


@pytest.mark.parametrize("processor", PROCESSORS)
def test_another_processor_gives_the_same_answers(processor, root, here):
    done = answered(root, OPENBLAS_CORETYPE=processor, **PROCESSORS[processor])
    if done.returncode < 0:
        pytest.skip(f"this processor cannot stand in for {processor}: signal {-done.returncode}")
    assert done.returncode == 0, done.stderr
    there = json.loads(done.stdout)
    if there["kernels"] != [processor]:
        pytest.skip(f"{processor} was asked of OpenBLAS, and {there['kernels']} came")
    for name in NAMES:
        assert there[name] == without_seconds(here[name]), name
