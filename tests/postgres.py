"""A PostgreSQL for the tests. `python -m tests.postgres` installs one where it can."""

import os
import pwd
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import psycopg

from tests.browser import free_port
from tests.patience import PATIENCE

HOW_TO_GET_ONE = (
    "The tests of the store on PostgreSQL need its programs initdb and postgres and found none. "
    "Install them (Debian: `apt-get install postgresql`), or put their folder on the PATH."
)
UTF_8 = ("--encoding=UTF8", "--locale=C")
# Nothing here must last; to compile long expressions took longer than to compute them.
QUICK = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "jit=off")


def find() -> Path | None:
    """The folder of the programs: of the PATH's initdb, else the newest that Debian has."""
    if program := shutil.which("initdb"):
        return Path(program).resolve().parent
    found = Path("/").glob("usr/lib/postgresql/*/bin/initdb")
    return max((path.parent for path in found), key=lambda p: int(p.parent.name), default=None)


def install() -> None:
    """Debian's PostgreSQL, when root."""
    if os.geteuid() == 0 and shutil.which("apt-get"):
        apt = ["apt-get", "-q", "-y", "-o", "DPkg::Lock::Timeout=300"]
        quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
        subprocess.run([*apt, "update"], env=quiet, check=False)
        subprocess.run(
            [*apt, "install", "--no-install-recommends", "postgresql"], env=quiet, check=False
        )


@contextmanager
def serve() -> Iterator[str]:
    """The URL of a server that listens on loopback, without a database's name at its end.

    It refuses to be root's: then it is run as nobody. RuntimeError where it does not start.
    """
    programs = find()
    assert programs, HOW_TO_GET_ONE
    is_root = os.geteuid() == 0
    nobody = pwd.getpwnam("nobody")
    who = ["setpriv", f"--reuid={nobody.pw_uid}", f"--regid={nobody.pw_gid}", "--clear-groups"]
    who = who if is_root else []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        if is_root:
            os.chown(folder, nobody.pw_uid, nobody.pw_gid)
        data, port = f"{folder}/data", free_port()
        made = subprocess.run(
            [*who, programs / "initdb", "-D", data, "-U", "tests", "-A", "trust", "-N", *UTF_8],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        if made.returncode:
            raise RuntimeError(f"initdb: {made.stderr}")
        settings = (
            f"port={port}",
            "listen_addresses=localhost",
            f"unix_socket_directories={folder}",
        )
        options = [part for setting in (*settings, *QUICK) for part in ("-c", setting)]
        with (Path(folder) / "log").open("wb") as log:
            process = subprocess.Popen(
                [*who, programs / "postgres", "-D", data, *options],
                cwd=folder,
                stdout=log,
                stderr=log,
            )
        url = f"postgresql://tests:secret@localhost:{port}"
        try:
            wait_until_up(url, process, Path(folder) / "log")
            yield url
        finally:
            process.send_signal(signal.SIGQUIT)  # at once: nothing here must last
            process.wait(20)


def new_database(server: str) -> str:
    """The URL of a database that is empty."""
    name = f"runs_{secrets.token_hex(6)}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return f"{server}/{name}"


def wait_until_up(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = monotonic() + PATIENCE
    while monotonic() < deadline and process.poll() is None:
        try:
            psycopg.connect(f"{url}/postgres").close()
        except psycopg.OperationalError:
            sleep(0.05)
        else:
            return
    raise RuntimeError(f"PostgreSQL did not start:\n{log.read_text(encoding='utf-8')}")


if __name__ == "__main__":
    if find() is None:
        install()
    sys.exit(None if find() else HOW_TO_GET_ONE)
