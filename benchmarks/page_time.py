"""How long people wait at the page: from the click to the draft, and for any click beside others.

    python -m benchmarks.page_time [--times 3] [--sessions 10] [--json FILE]

Draft: milliseconds from the click on "Find the rule" to the draft on the page, in headless Chromium
with a dashboard of its own, for the first sample and for tables of benchmarks.surveys; a process is
kept ready, as it is between two runs. Clicks: while two runs work, as many sessions at once look at
an answer, change a setting and change it back; milliseconds until the page has said so, and CPU
seconds that the server took for a click. Load averages are stated, since on a busy machine all of
it takes longer.
"""

import argparse
import json
import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter, sleep

from playwright.sync_api import Browser, Page, expect, sync_playwright

from benchmarks.memory import cpu_of, stat_of
from benchmarks.surveys import survey
from tests.browser import FLAGS, ROOT, Server, find, serve, settle, visit

ROWS, COLUMNS = (1000, 10_000), 20
READY = 10.0  # seconds after which another process is ready
PATIENCE = 120_000
BUSY = 2  # runs that work beside the clicks


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=3, help="measurements of each draft, or 0")
    parser.add_argument("--sessions", type=int, default=10, help="who click at once")
    parser.add_argument("--json", type=Path, help="write the figures")
    asked = parser.parse_args()
    os.environ["RULESCOPE_SHARED"] = "1"
    told: dict = {"load at the start": os.getloadavg()}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=find(), args=list(FLAGS), chromium_sandbox=os.geteuid() != 0
        )
        with serve(Path(folder)) as server:
            for name, file in tables(Path(folder)):
                told[name] = drafts(chromium, server, file, asked.times)
                print(f"{name:24} to the draft, ms: {told[name]}", flush=True)
            told["clicks"], told["CPU of a click"] = clicks(chromium, server, asked.sessions)
            waits = sorted(told["clicks"])
            print(
                f"{asked.sessions} sessions, {BUSY} runs: median {waits[len(waits) // 2]} ms, "
                f"longest {waits[-1]} ms of {len(waits)} clicks, "
                f"{told['CPU of a click']:.3f} CPU s of the server for each"
            )
    told["load at the end"] = os.getloadavg()
    print("load averages:", told["load at the start"], told["load at the end"])
    if asked.json:
        asked.json.write_text(json.dumps(told, indent=1), encoding="utf-8")


def tables(folder: Path) -> Iterator[tuple[str, Path]]:
    yield "tic-tac-toe", ROOT / "sample_data" / "tic-tac-toe.csv"
    for rows in ROWS:
        file = folder / f"survey-{rows}.csv"
        file.write_bytes(survey(rows, COLUMNS))
        yield f"{rows:,} × {COLUMNS}", file


def drafts(chromium: Browser, server: Server, file: Path, times: int) -> list[int]:
    """Milliseconds from the click to the draft, each time in a new session."""
    waits = []
    for _ in range(times):
        page = opened(chromium, server, file)
        sleep(READY)
        began = perf_counter()
        page.get_by_role("button", name="Find the rule", exact=True).click()
        page.get_by_text(re.compile("Draft: ")).first.wait_for()
        waits.append(round(1000 * (perf_counter() - began)))
        ended(page)
        page.context.close()
    return waits


def clicks(chromium: Browser, server: Server, sessions: int) -> tuple[list[int], float]:
    """Milliseconds until a click is answered, of each session twice, while runs work.

    Also the CPU seconds that the server took for a click, its polling for the runs included.
    """
    first, *others = dict(tables(Path(server.log).parent)).values()
    page = opened(chromium, server, first)
    page.get_by_role("button", name="Find the rule", exact=True).click()
    expect(page.get_by_role("button", name="Find the rule again")).to_be_enabled(timeout=PATIENCE)
    answer = page.url
    page.context.close()
    pages = [looking(chromium, answer) for _ in range(sessions)]
    busy = [opened(chromium, server, others[-1]) for _ in range(BUSY)]
    for page in busy:
        page.get_by_role("button", name="Find the rule", exact=True).click()
        expect(page).to_have_url(re.compile("run="))
    waits, used = [], cpu_of(stat_of(server.process.pid))
    for choice in ("Genetic", "Fast"):
        began = []
        for page in pages:
            began.append(perf_counter())
            page.get_by_role("radio", name=choice).or_(
                page.get_by_role("button", name=choice, exact=True)
            ).first.click()
        for page, start in zip(pages, began, strict=True):
            page.wait_for_function(AT_REST)
            waits.append(round(1000 * (perf_counter() - start)))
    spent = (cpu_of(stat_of(server.process.pid)) - used) / len(waits)
    for page in busy:
        ended(page)
    for page in (*pages, *busy):
        page.context.close()
    return waits, spent


def looking(chromium: Browser, answer: str) -> Page:
    """A new session that looks at an answer."""
    page = chromium.new_context().new_page()
    page.set_default_timeout(PATIENCE)
    visit(page, answer)
    return page


def opened(chromium: Browser, server: Server, file: Path) -> Page:
    """A new session on the page that finds rules, with a table."""
    page = chromium.new_context(base_url=server.url).new_page()
    page.set_default_timeout(PATIENCE)
    visit(page, "/")
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(file)
    expect(page.get_by_role("heading", name=file.name)).to_be_visible(timeout=PATIENCE)
    page.get_by_test_id("stTopNav").get_by_role("link", name="Find the rule").click()
    button = page.get_by_role("button", name="Find the rule", exact=True)
    expect(button).to_be_enabled(timeout=PATIENCE)
    settle(page)
    return page


def ended(page: Page) -> None:
    """Cancels the page's run and waits for its end."""
    button = page.get_by_role("button", name="Cancel")
    if button.is_visible():
        button.click()
    expect(page.get_by_role("button", name="Find the rule again")).to_be_enabled(timeout=PATIENCE)


AT_REST = """() => document.querySelector('[data-testid="stApp"]')?.dataset.testScriptState ===
  "notRunning" """


if __name__ == "__main__":
    main()
