"""A browser and a dashboard for the tests. `python -m tests.browser` installs a browser."""

import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Literal
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Page, expect, sync_playwright

from tests.patience import PATIENCE

ROOT = Path(__file__).parents[1]
# The shell draws the same pages without a window and its menus, with a tenth less work.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
HOW_TO_GET_ONE = (
    "The browser tests need Chromium or Chrome and found none. Install it (Debian: "
    "`apt-get install chromium-headless-shell`; elsewhere: `.venv/bin/python -m playwright "
    "install chromium`) or set CHROME to its program."
)
Scheme = Literal["dark", "light"]
GROUNDS: dict[Scheme, str] = {"light": "rgb(252, 251, 248)", "dark": "rgb(21, 25, 26)"}
FLAGS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)
AT_REST = """() => {
  const app = document.querySelector('[data-testid="stApp"]')?.dataset ?? {};
  const idle = app.testConnectionState === "CONNECTED" && app.testScriptState === "notRunning" &&
    !document.querySelector('[data-stale="true"], [data-testid="stSkeleton"]');
  window.idleSince = idle ? window.idleSince ?? performance.now() : null;
  return idle && performance.now() - window.idleSince > 200;
}"""


def find() -> str | None:
    """The browser's program: $CHROME, else one on the PATH, else Playwright's own."""
    if named := os.environ.get("CHROME"):
        return shutil.which(named)
    for name in NAMES:
        if path := shutil.which(name):
            return path
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def install() -> None:
    """Debian's Chromium when root, else Playwright's."""
    if os.geteuid() == 0 and shutil.which("apt-get"):
        apt = ["apt-get", "-q", "-y", "-o", "DPkg::Lock::Timeout=300"]
        quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run([*apt, "update"], env=quiet, check=False)
        for package in ("chromium-headless-shell", "chromium"):  # older Debians have no shell
            if find() is None:
                get = [*apt, "install", "--no-install-recommends", package]
                subprocess.run(get, env=quiet, check=False)
    if find() is None:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)


@dataclass(frozen=True)
class Server:
    """A dashboard that listens."""

    url: str
    process: subprocess.Popen[bytes]
    log: Path


@contextmanager
def serve(
    folder: Path, port: int | None = None, disk: Path | None = None, script: str = "serve.py"
) -> Iterator[Server]:
    """A dashboard whose runs and log lie in a folder; AssertionError if it logs a traceback.

    disk: where the runs lie instead.
    """
    port = port or free_port()
    command = [sys.executable, "-m", "streamlit", "run", script, "--server.port", str(port)]
    own = {"RULESCOPE_DATABASE_URL": f"sqlite:///{(disk or folder) / 'runs.sqlite'}"}
    with listening(command, port, folder / "server.log", cwd=ROOT, env=os.environ | own) as server:
        yield server


@contextmanager
def listening(command: list[str], port: int, log: Path, **options: Any) -> Iterator[Server]:
    """A dashboard that a command starts on that port; AssertionError if it logs a traceback."""
    with log.open("ab") as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, **options)
    server = Server(f"http://localhost:{port}", process, log)
    try:
        wait_until_up(server)
        yield server
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    _, traceback, rest = log.read_text(encoding="utf-8", errors="replace").partition("Traceback")
    assert not traceback, f"the server wrote a traceback:\n{traceback}{rest[:8000]}"


def wait_until_up(server: Server) -> None:
    deadline = monotonic() + PATIENCE
    while monotonic() < deadline and server.process.poll() is None:
        try:
            with urlopen(f"{server.url}/_stcore/health") as answer:
                if answer.read() == b"ok":
                    return
        except (URLError, ConnectionError):
            sleep(0.1)
    raise AssertionError(f"the dashboard did not start:\n{server.log.read_text(encoding='utf-8')}")


def held(server: Server) -> dict[str, int]:
    """Bytes that a dashboard holds which was served with tests/held.py."""
    with urlopen(f"{server.url}/held") as answer:
        return json.loads(answer.read())


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("localhost", 0))
        return listener.getsockname()[1]


def visit(page: Page, path: str = "/") -> None:
    page.goto(path)
    settle(page)


def settle(page: Page) -> None:
    """Wait until the page is connected and at rest; AssertionError if it shows an exception.

    A moment's view: a click may not have reached the server yet, and a fragment that polls runs
    again at once. Follow it with an `expect`.
    """
    page.evaluate("window.idleSince = null")
    page.wait_for_function(AT_REST)
    exceptions = page.get_by_test_id("stException").all_inner_texts()
    assert not exceptions, exceptions


def draw_in(page: Page, scheme: Scheme) -> None:
    """The page that is open is drawn anew, light or dark, as where a system changes its scheme."""
    page.emulate_media(color_scheme=scheme)
    expect(page.get_by_test_id("stApp")).to_have_css("background-color", GROUNDS[scheme])
    settle(page)


if __name__ == "__main__":
    if find() is None and not os.environ.get("CHROME"):
        install()
    sys.exit(None if find() else HOW_TO_GET_ONE)
