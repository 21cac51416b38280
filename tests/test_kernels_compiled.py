"""Compiled loops where neither the code's folder nor the user's home can be written."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kernels import compiled

LOOP = """
from kernels.compiled import compiled

@compiled
def twice(x):
    return 2 * x

print(twice(21), twice.stats.cache_hits.total())
"""


@pytest.fixture
def run(tmp_path):
    """Runs the loop in a folder whose cache cannot be written, without a home."""
    code = tmp_path / "code"
    code.mkdir()
    (code / "loop.py").write_text(LOOP)
    (code / "__pycache__").write_text("a file, so that no folder can be made here")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    nowhere = {
        "HOME": "/dev/null",
        "XDG_CACHE_HOME": "/dev/null/cache",
        "PYTHONPATH": str(Path.cwd()),
    }
    kept = {name: own for name, own in os.environ.items() if not name.startswith("NUMBA_")}

    def told():
        ran = subprocess.run(
            [sys.executable, code / "loop.py"],
            env={**kept, **nowhere, "TMPDIR": str(temporary)},
            capture_output=True,
            text=True,
            check=True,
        )
        return ran.stdout.split()

    told.code = code
    told.folder = temporary / f"rulescope-compiled-{os.getuid()}"
    return told


@pytest.mark.slow
def test_a_folder_that_others_can_write_is_not_trusted(run):
    run.folder.mkdir()
    run.folder.chmod(0o777)
    assert run() == ["42", "0"]
    assert not list(run.folder.iterdir())


@pytest.mark.slow
def test_what_was_compiled_is_kept_among_the_temporary_files_until_a_type_moved(run):
    """A type's name is in the list of what is kept, which its new home still finds there."""
    types, loop = run.code / "first_home.py", run.code / "loop.py"
    types.write_text("from typing import NamedTuple\nclass Pair(NamedTuple):\n    x: int\n")
    text = LOOP.replace("2 * x", "2 * x.x").replace("twice(21)", "twice(Pair(21))")
    loop.write_text("from first_home import Pair\n" + text)
    assert run() == ["42", "0"]
    assert list(run.folder.rglob("*.nbc"))
    types.rename(run.code / "second_home.py")
    loop.write_text("from second_home import Pair\n" + text)
    assert run() == ["42", "0"]
    assert run() == ["42", "1"]


def test_a_file_in_the_place_of_the_folder_is_no_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(compiled.tempfile, "gettempdir", lambda: str(tmp_path))
    Path(tmp_path, f"rulescope-compiled-{os.getuid()}").write_text("")
    assert compiled._own_folder() == ""
