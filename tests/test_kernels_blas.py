"""Linear algebra on one thread, whichever library is loaded first."""

import os
import subprocess
import sys

# SciPy's library is loaded when the context is entered at the latest: before, its factors of
# matrices ran on every core, and waited for each other.
SAID = """
from threadpoolctl import threadpool_info
from kernels.blas import one_thread

def threads():
    return sorted(own["num_threads"] for own in threadpool_info() if own["user_api"] == "blas")

with one_thread():
    import scipy.linalg
    inside = threads()
print(inside, threads())
"""


def test_both_libraries_run_on_one_thread_and_get_their_threads_back(root):
    told = subprocess.run(
        [sys.executable, "-c", SAID],
        cwd=root,
        env=os.environ | {"OMP_NUM_THREADS": "2", "OPENBLAS_NUM_THREADS": "2"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.split("]")[0] == "[1, 1"
    assert "1" not in told.stdout.split("]")[1]
