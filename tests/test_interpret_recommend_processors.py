"""The same choices are ranked alike on any processor: OpenBLAS's kernels stand in for others."""

import json
import os
import platform
import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

OLDER = {
    "OPENBLAS_CORETYPE": "Nehalem",
    "NPY_DISABLE_CPU_FEATURES": "AVX512F AVX512CD AVX512_SKX AVX512_CLX AVX512_CNL AVX512_ICL AVX2 "
    "FMA3",
}


N = 90
USERS = [f"user {u:02}" for u in range(N)]


def a_ring():
    """Users and items on a ring: what lies as far to the one side as to the other is tied."""
    chosen = [(u, (u + far) % N) for u in range(N) for far in (-7, -3, -1, 1, 3, 7)]
    return "\n".join(["user,item", *(f"{USERS[u]},item {i:02}" for u, i in chosen)]) + "\n"


def told(root, file, folder, **environment):
    to = folder / f"{len(environment)}.json"
    options = ["--kernel", "mD(3)", "--regularisation", "1", "--negatives", "own"]
    users = [part for name in USERS for part in ("--user", name)]
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "interpret.recommend",
            str(file),
            *options,
            *users,
            "--json",
            str(to),
        ],
        cwd=root,
        env=os.environ | environment,
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout, json.loads(to.read_text(encoding="utf-8"))


def without_seconds(document):
    if isinstance(document, dict):
        return {k: without_seconds(own) for k, own in document.items() if k != "seconds"}
    if isinstance(document, list):
        return [without_seconds(own) for own in document]
    return round(document, 6) if isinstance(document, float) else document


@pytest.mark.skipif(
    platform.machine() not in ("x86_64", "AMD64"), reason="Nehalem stands in on x86-64 alone"
)
def test_another_processor_tells_the_same(root, tmp_path):
    file = tmp_path / "choices.csv"
    file.write_text(a_ring(), encoding="utf-8")
    (said, document), (other_said, other) = (
        told(root, file, tmp_path, **own) for own in ({}, OLDER)
    )
    assert said == other_said
    assert without_seconds(document) == without_seconds(other)
