"""The parts of interpret.cores on a Dask cluster: one that exists, or one of this machine's cores.

A worker of the cluster runs in a copy of this project's folder, with the same packages, so that an
answer is the same wherever its parts were computed. A part whose worker dies is given to another
one. The scheduler can unpickle what it is sent: whoever names a cluster trusts it.
"""

import atexit
import logging
import os
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from interpret.cores import ONE_THREAD, Elsewhere, elsewhere
from interpret.data.complaints import DataError, counted, listed
from interpret.versions import installed, versions

if TYPE_CHECKING:
    from distributed import Client

DASK = "RULESCOPE_DASK"
LOCAL = "local"
SECONDS = 10  # for a scheduler to answer
TOLD = 3  # workers that are named where their versions differ
CODE = "rulescope's code"
PACKAGES = ("numba", "pandas", "pyarrow", "dask", "distributed")  # beside those of an answer


@contextmanager
def on_cluster(address: str | None, jobs: int) -> Iterator[str]:
    """Inside this context, parts run on the cluster; it yields a sentence that names the cluster.

    address: as given, else that of RULESCOPE_DASK; where neither names one nothing changes and the
    sentence is empty. jobs: workers of a local cluster. A DataError says why there is no cluster.
    """
    address = (os.environ.get(DASK, "") if address is None else address).strip()
    if not address:
        yield ""
        return
    with ExitStack() as stack:
        client = stack.enter_context(_connected(address, jobs))
        _check_versions(client, address)
        cores = client.nthreads()
        stack.enter_context(elsewhere(_Cluster(client, address).elsewhere))
        subject = (
            "A cluster of this machine's cores" if address == LOCAL else f"The cluster {address}"
        )
        yield (
            f"{subject} did the work: {counted(len(cores), 'worker')} of {sum(cores.values())} "
            f"cores in all, each with the versions that are installed here."
        )


@contextmanager
def _connected(address: str, jobs: int) -> "Iterator[Client]":
    try:
        from distributed import Client, LocalCluster
        from distributed.deploy.spec import close_clusters
    except ImportError:
        raise DataError(
            f"--dask and {DASK} need Dask, which is not installed here: "
            "install requirements-cluster.txt."
        ) from None
    _silence()
    atexit.unregister(close_clusters)  # a cluster is closed below; one half started ends with us
    with ExitStack() as stack:
        try:
            if address == LOCAL:
                local = LocalCluster(
                    n_workers=jobs,
                    threads_per_worker=1,
                    dashboard_address="127.0.0.1:0",
                    silence_logs=logging.CRITICAL,
                    env=ONE_THREAD,
                )
                client = Client(stack.enter_context(local), timeout=SECONDS)
            else:
                client = Client(address, timeout=SECONDS)
        except (OSError, ValueError, TypeError, ImportError, RuntimeError):
            raise DataError(
                f"--dask or {DASK} must be {LOCAL}, or the address of a Dask scheduler that "
                f"answers within {SECONDS} seconds, like tcp://host:8786; {address!r} does not."
            ) from None
        yield stack.enter_context(client)


class _Cluster:
    """A connected cluster, as interpret.cores asks for it."""

    def __init__(self, client: "Client", address: str) -> None:
        self.client, self.address = client, address

    @property
    def elsewhere(self) -> Elsewhere:
        return Elsewhere(self.cores, self.executor, still_wanted, self.check)

    def cores(self) -> int:
        """How many parts can run at a time now; workers may come and go."""
        self.check()
        return max(1, sum(self.client.nthreads().values()))

    def check(self) -> None:
        if self.client.status != "running":
            raise self._gone()

    @contextmanager
    def executor(self) -> Iterator[Executor]:
        """What takes parts; those that are left at its end are cancelled."""
        from distributed import KilledWorker

        pool = self.client.get_executor(pure=False)
        try:
            yield pool
        except KilledWorker as killed:
            raise DataError(
                f"A part of the work ended {counted(killed.allowed_failures + 1, 'worker')} of "
                f"the cluster {self.address} one after the other. Give its workers more memory, "
                "or work without --dask."
            ) from None
        except CancelledError:
            raise self._gone() from None
        finally:
            if self.client.status == "running":
                pool.shutdown(wait=False)

    def _gone(self) -> DataError:
        return DataError(
            f"The scheduler of the cluster {self.address} does not answer any more, so that the "
            "work was stopped. Start the scheduler again, or work without --dask."
        )


def still_wanted() -> bool:
    """Whether the part that a worker is at has not been cancelled."""
    from distributed import get_worker

    worker = get_worker()
    task = worker.state.tasks.get(worker.get_current_task())
    return task is not None and task.state != "cancelled"


def own_versions() -> dict[str, str]:
    """The versions that must be the same on every worker."""
    return versions() | {name: installed(name) for name in PACKAGES} | {CODE: _code()}


@lru_cache(maxsize=1)
def _code() -> str:
    """A digest of the modules that parts run, the first digits of it."""
    root = Path(__file__).parents[1]
    files = sorted(
        file for room in ("interpret", "kernels") for file in (root / room).rglob("*.py")
    )
    digest = sha256()
    for file in files:
        digest.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:12]


def _check_versions(client: "Client", address: str) -> None:
    """A DataError unless every worker has what is installed here."""
    try:
        client.wait_for_workers(1, SECONDS)
    except TimeoutError:
        raise DataError(
            f"The cluster {address} has no workers. Start some with `dask worker {address}`, "
            "in a copy of this project's folder."
        ) from None
    here, different = own_versions(), []
    try:
        there = client.run(own_versions)
    except ImportError as error:
        raise DataError(
            f"The workers of the cluster {address} cannot load this project ({error}). Start them "
            "in a copy of its folder, with the packages of requirements-cluster.txt."
        ) from None
    except (OSError, RuntimeError, AttributeError, TypeError) as error:
        raise DataError(
            f"The workers of the cluster {address} do not answer as this version asks "
            f"({type(error).__name__}). Start them with the packages of requirements-cluster.txt."
        ) from None
    for worker, found in sorted(there.items()):
        others = [
            f"{name} {found.get(name, 'unknown')} instead of {version}"
            for name, version in here.items()
            if found.get(name) != version
        ]
        if others:
            different.append(f"{worker} has {listed(others)}")
    if different:
        raise DataError(
            f"Every worker of the cluster {address} must have the versions that are installed "
            f"here, and {'; '.join(different[:TOLD])}. Start the workers in a copy of this "
            "project's folder, with the packages of requirements-cluster.txt."
        )


def _silence() -> None:
    """Silences Dask's log: our own sentences report what matters."""
    for name in list(logging.root.manager.loggerDict):
        if name.split(".")[0] in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
