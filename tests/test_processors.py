"""The same answers on any processor: kernels of OpenBLAS for others stand in for them here.

With the oldest NumPy is without its loops for newer processors, and the C library without theirs.
"""

import json
import os
import subprocess
import sys
from math import isclose

import pytest

from tests.every_answer import NAMES, every_answer

pytestmark = pytest.mark.slow

LAST_DIGITS = 1e-9  # relative: figures of the lab are of libraries, and told to four digits
OLDEST = "Nehalem"
PROCESSORS = {
    OLDEST: {
        "NPY_DISABLE_CPU_FEATURES": "X86_V3 X86_V4",
        "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-AVX512F",
    },
    "Sandybridge": {},
    "Haswell": {},
    "SkylakeX": {},
}
TIES = ("equal", "three", "linear", "robots", "copies")  # for all but the oldest
KERNELS = """
import numpy, scipy.linalg, threadpoolctl
for kind in ("f4", "f8"):  # a processor that lacks an instruction ends the process here
    a = numpy.eye(99, dtype=kind)
    scipy.linalg.solve(a @ a, a @ a[0])
print(threadpoolctl.threadpool_info()[0]["architecture"])
"""


def started(root, *command, **environment):
    """A process of Python where the environment says what the processor is."""
    own = {name: value for name, value in os.environ.items() if name not in PROCESSORS[OLDEST]}
    return subprocess.run(
        [sys.executable, *command],
        cwd=root,
        env=own | {"OMP_NUM_THREADS": "1"} | environment,
        capture_output=True,
        text=True,
    )


def answered(root, names, **environment):
    """The answers to the tables of these names."""
    done = started(root, "-m", "tests.every_answer", *names, **environment)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def here():
    return json.loads(json.dumps(every_answer(NAMES)))


def differences(here, there, where="") -> list[str]:
    """Where two answers differ, but for what a clock decides and the last digits of numbers."""
    if isinstance(here, dict) and isinstance(there, dict):
        in_time = {"curve"} if "path" not in here else set()  # that of a choice is by length
        names = sorted({*here, *there} - {"seconds"} - in_time)
        return [
            told
            for name in names
            for told in differences(here.get(name), there.get(name), f"{where}/{name}")
        ]
    if isinstance(here, list) and isinstance(there, list) and len(here) == len(there):
        pairs = enumerate(zip(here, there, strict=True))
        return [told for i, pair in pairs for told in differences(*pair, f"{where}/{i}")]
    if isinstance(here, float) and isinstance(there, float):
        same = isclose(here, there, rel_tol=LAST_DIGITS, abs_tol=1e-12)
    else:
        same = here == there
    return [] if same else [f"{where}: {here!r} here, {there!r} there"]


@pytest.mark.parametrize("processor", PROCESSORS)
def test_another_processor_gives_the_same_answers(processor, root, here):
    environment = {"OPENBLAS_CORETYPE": processor, **PROCESSORS[processor]}
    tried = started(root, "-c", KERNELS, **environment)
    if tried.returncode < 0:
        pytest.skip(f"this processor cannot stand in for {processor}: signal {-tried.returncode}")
    assert tried.returncode == 0, tried.stderr
    came = tried.stdout.strip()
    if came != processor:
        pytest.skip(f"{processor} was asked of OpenBLAS, and {came} came")
    if [came] == here["kernels"] and processor != OLDEST:
        pytest.skip(f"the kernels for {processor} are those that this processor has by itself")
    names = NAMES if processor == OLDEST else TIES
    there = answered(root, names, **environment)
    assert there["kernels"] == [came]
    assert [told for name in names for told in differences(here[name], there[name], name)] == []
