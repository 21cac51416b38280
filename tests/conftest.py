"""What every test may ask for."""

import gc
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import hypothesis
import pytest

from tests.form_default import rules_alone

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Playwright, Request
    from streamlit.testing.v1 import AppTest

    from jobs.runner import Runner
    from jobs.store import Store
    from tests.browser import Server

ROOT = Path(__file__).parents[1]
LONGEST = "test_processors.py"  # a minute in one file, which is one worker's
PATIENCE = 60_000  # milliseconds, for a machine with other work

# These send signals that Windows does not know.
collect_ignore = (
    ["test_browser_sessions.py", "test_jobs_store_faults.py", "test_jobs_runner_spare.py"]
    if os.name == "nt"
    else []
)

# Tests run side by side: more threads in one of them would only wait for those of another.
os.environ.setdefault("OMP_NUM_THREADS", "1")

# The same examples on every run, and no verdict by the clock of a busy machine.
hypothesis.settings.register_profile("here", derandomize=True, deadline=None)
hypothesis.settings.load_profile("here")


rules_alone()

# While tests are loaded, hardly anything is garbage.
gc.set_threshold(100_000, 50)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files of whole programs first: none of them is left for one worker alone in the end."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: (item.path.name != LONGEST, item.path not in slow))


def pytest_collection_finish() -> None:
    """What all modules loaded stays: looking through it for garbage took a tenth of the time."""
    gc.freeze()


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the project."""
    return ROOT


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Published benchmark tables, kept beside the repository."""
    folder = ROOT.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("no published tables: the folder ../shared/data is absent")
    return folder


@pytest.fixture(scope="session", autouse=True)
def _what_a_server_does_once() -> Iterator[None]:
    """Pages without a browser: scripts are compiled once, as at a server, and not at every click.

    Nor does each session look through all installed packages for components.
    """
    with pytest.MonkeyPatch.context() as patched:
        if "streamlit.testing.v1" in sys.modules:
            from streamlit.components.v2 import manifest_scanner
            from streamlit.runtime.scriptrunner.script_cache import ScriptCache
            from streamlit.testing.v1 import app_test, local_script_runner

            compiled = ScriptCache()
            for module in (app_test, local_script_runner):
                patched.setattr(module, "ScriptCache", lambda: compiled)
            patched.setattr(manifest_scanner, "scan_component_manifests", lambda: [])
        yield


@pytest.fixture(autouse=True)
def _main_stays() -> Iterator[None]:
    """Streamlit puts a page in the main module's place, and what starts later would run that."""
    main = sys.modules["__main__"]
    yield
    sys.modules["__main__"] = main


@pytest.fixture
def database_url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A store of runs for this test alone, which the dashboard finds as it finds a user's.

    No process is kept ready, which takes seconds to load.
    """
    url = f"sqlite:///{tmp_path / 'runs.sqlite'}"
    monkeypatch.setenv("RULESCOPE_DATABASE_URL", url)
    monkeypatch.setattr("jobs.runner.Runner.prepare", lambda runner: None)
    return url


@pytest.fixture
def open_app(database_url: str, root: Path) -> "Iterator[Callable[..., AppTest]]":
    """Opens the dashboard in a new session, without a browser, on a page and with a query.

    panels: those that stand open; () as a new session has them, for what is not about them. tab:
    which of the answer's tabs is seen.
    """
    import streamlit as st
    from streamlit.testing.v1 import AppTest

    from dashboard import services
    from tests.test_pages import ERRS, LOAD, PANELS, PATIENCE, quiet

    st.cache_resource.clear()

    def open_page(
        page: str = LOAD, panels: tuple[str, ...] = PANELS, tab: str = ERRS, **query: str
    ) -> AppTest:
        at = AppTest.from_file(str(root / "app.py"), default_timeout=PATIENCE)
        at.session_state["tab"] = tab
        for panel in panels:
            at.session_state[panel] = True
        at.query_params.update(query)
        if page != LOAD:
            at.switch_page(page)
        return quiet(at.run())

    yield open_page
    services.runner().close()
    st.cache_resource.clear()


@pytest.fixture
def store(open_app: "Callable[..., AppTest]") -> "Store":
    """The store of runs of the pages that open_app opens."""
    from dashboard import services

    return services.store()


@pytest.fixture(scope="session")
def monks(root: Path) -> bytes:
    return (root / "sample_data" / "monks-1.csv").read_bytes()


@pytest.fixture
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs of this test are at work in threads: loading all libraries anew is not what it tests.

    tests/test_run_kinds.py starts a process for a run of every kind.
    """
    from jobs import worker

    def supervise(runner: "Runner", run_id: str) -> None:
        worker.work(runner.store, run_id)
        del runner._unsettled[run_id]

    monkeypatch.setattr("jobs.runner.Runner._supervise", supervise)


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs of this test may be of the kind of tests/counting.py."""
    import jobs.runner
    from interpret.registry import KINDS, Line

    monkeypatch.setitem(KINDS, "count", Line("tests.counting"))
    monkeypatch.setattr(jobs.runner, "WORKER", "tests.counting")


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL server for all tests of services, or a skip that says how to get one."""
    from tests.postgres import HOW_TO_GET_ONE, find, serve

    if find() is None:
        pytest.skip(HOW_TO_GET_ONE)
    with serve() as url:
        yield url


@pytest.fixture
def postgres_url(postgres: str) -> str:
    """A database of PostgreSQL for this test alone."""
    from tests.postgres import new_database

    return new_database(postgres)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[Server]":
    """The dashboard as a user starts it, one for all browser tests."""
    from tests.browser import serve

    with serve(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture(scope="session")
def playwright() -> "Iterator[Playwright]":
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def chromium(playwright: "Playwright") -> "Iterator[Browser]":
    """A browser for tests of several people, who have a profile each."""
    from tests.browser import FLAGS

    browser = playwright.chromium.launch(executable_path=program(), args=FLAGS)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def profile(
    playwright: "Playwright", server: "Server", tmp_path_factory: pytest.TempPathFactory
) -> "Iterator[BrowserContext]":
    """One profile on disk for all pages: there alone Chromium keeps scripts that it has compiled.

    What a session knows lies at the server and goes with its page.
    """
    from tests.browser import FLAGS

    profile = playwright.chromium.launch_persistent_context(
        tmp_path_factory.mktemp("profile"),
        executable_path=program(),
        args=FLAGS,
        base_url=server.url,
        reduced_motion="reduce",  # else what moves while a page waits is drawn sixty times a second
    )
    profile.set_default_timeout(PATIENCE)
    yield profile
    profile.close()


def program() -> str:
    """The browser's program, or a failure that says how to get one."""
    from tests.browser import HOW_TO_GET_ONE, find

    found = find()
    if found is None:
        pytest.fail(HOW_TO_GET_ONE, pytrace=False)
    return found


@pytest.fixture
def new_page(profile: "BrowserContext") -> "Iterator[Callable[..., Page]]":
    """Opens pages; the test fails if one asks a foreign host."""
    foreign: set[str] = set()

    def note(url: str) -> None:
        if urlsplit(url).hostname not in (None, "localhost"):  # None: data: and blob:
            foreign.add(url)

    def asked(request: "Request") -> None:
        note(request.url)

    def watch(page: "Page") -> None:
        page.on("websocket", lambda socket: note(socket.url))

    def open_page(color_scheme: str = "light", width: int = 1280, height: int = 900) -> "Page":
        page = profile.new_page()
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=color_scheme)
        return page

    profile.on("request", asked)
    profile.on("page", watch)
    yield open_page
    for page in profile.pages:
        page.close()
    profile.remove_listener("request", asked)
    profile.remove_listener("page", watch)
    assert not foreign, f"requests that leave the machine: {sorted(foreign)}"


@pytest.fixture
def page(new_page: "Callable[..., Page]") -> "Page":
    """A fresh page of 1280 x 900; `visit(page)` of tests/browser.py opens the dashboard."""
    return new_page()
