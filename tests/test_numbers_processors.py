"""A number's answer reads the same on any processor: equal terms stand by what a person sees."""

import os
import subprocess
import sys
from itertools import product

import numpy as np
import pandas as pd
import pytest

CORES = ("Nehalem", "Sandybridge", "Haswell")  # as OpenBLAS names them
ANSWER = """
import sys
from pathlib import Path
from interpret.data.reading import read_table
from interpret.numbers.explain import explain_number
from interpret.present.number_export import number_as_text
from interpret.settings import Settings
for path in sys.argv[1:]:
    table = read_table(Path(path).read_bytes(), "table.csv")
    print(number_as_text(explain_number(table, Settings(target="y", literals=2))))
"""


def robots():
    """All rows of a product of small domains; head and body mirror each other in the number."""
    parts = list(product("rst", "rst", "yn", "rgb"))
    frame = pd.DataFrame(parts, columns=["head", "body", "smiles", "tie"])
    frame["y"] = (
        1.5 * (frame["head"] == "r") - 1.5 * (frame["head"] == "s") + 1.5 * (frame["body"] == "r")
        - 1.5 * (frame["body"] == "s") + 0.01 * (7 * np.arange(len(parts)) % 13)
    )  # fmt: skip
    return frame.round(3)


def mirrored():
    """A column, its negation and its copy beside numbers that stand on a grid."""
    frame = pd.DataFrame(list(product("ab", range(5), range(4), "xy")), columns=list("uvwz"))
    frame["not_u"] = np.where(frame["u"] == "a", "b", "a")
    frame["again"] = frame["u"]
    frame["y"] = 2.0 * (frame["u"] == "a") + (frame["v"] > 2) * 1.0 - (frame["w"] > 1) * 1.0
    frame["y"] += 0.01 * (np.arange(len(frame)) % 7)
    return frame.round(3)


def answer(core, paths, root):
    environment = dict(os.environ)
    environment.pop("OPENBLAS_CORETYPE", None)
    if core:
        environment["OPENBLAS_CORETYPE"] = core
    command = [sys.executable, "-W", "ignore", "-c", ANSWER, *paths]
    done = subprocess.run(
        command, cwd=root, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode < 0:
        pytest.skip(f"This processor lacks what {core} has.")
    assert not done.returncode, done.stderr
    return done.stdout


@pytest.mark.slow
def test_tables_of_equal_terms_are_told_alike_by_every_kernel_of_linear_algebra(tmp_path, root):
    paths = []
    for make in (robots, mirrored):
        paths.append(str(tmp_path / f"{make.__name__}.csv"))
        make().to_csv(paths[-1], index=False)
    told = answer("", paths, root)
    assert " when " in told
    for core in CORES:
        assert answer(core, paths, root) == told
