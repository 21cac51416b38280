"""How long people wait at the page: from the click to the draft, and for any click beside others.

    python -m benchmarks.page_time [--times 3] [--sessions 10]

Draft: milliseconds from the click on "Find the rule" to the first rule on the page, in headless
Chromium with a dashboard of its own, for the first sample and for tables of benchmarks.surveys; a
process is kept ready, as it is between two runs. Settled: seconds from the click until every class
has its settled rule, and until the run has ended, for tables of two and of four classes. Map:
seconds from the click on "Compare" to the first kernel's map. Clicks: while two runs work, as many
sessions look at an answer and click at the same moment; milliseconds until the server has sent the
page anew, and CPU seconds that it took for a click. Then a finished answer is opened and clicked
in, as benchmarks.answer_page says. Load averages are stated: a busy machine takes longer.
"""

import argparse
import os
import random
import re
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median
from threading import Barrier
from time import perf_counter, sleep
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, expect, sync_playwright
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from benchmarks.answer_page import answer_page
from benchmarks.memory import cpu_of, stat_of
from benchmarks.surveys import survey
from jobs.store import Store
from tests.browser import FLAGS, ROOT, Server, find, serve, settle, visit

ROWS, COLUMNS = (1000, 10_000), 20
READY = 10.0  # seconds after which another process is ready
PATIENCE = 120_000
BUSY = 2  # runs that work beside the clicks
CLICKS = 3  # of each session, all at the same moment


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=3, help="drafts and answers of each kind")
    parser.add_argument("--sessions", type=int, default=10, help="who click at once")
    asked = parser.parse_args()
    os.environ["RULESCOPE_SHARED"] = "1"
    load = os.getloadavg()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=find(), args=list(FLAGS), chromium_sandbox=os.geteuid() != 0
        )
        with serve(Path(folder)) as server:
            for name, file in tables(Path(folder)):
                waits = drafts(chromium, server, file, asked.times)
                print(f"{name:24} to the draft, ms: {waits}", flush=True)
            addresses = []
            for name, file in classes(Path(folder)):
                rule, end, address = settled(chromium, server, file)
                addresses.append(address)
                print(f"{name:24} settled after {rule:.1f} s, ended after {end:.1f} s", flush=True)
            first = first_map(chromium, server, ROOT / "sample_data" / "clinic.csv")
            print(f"{'clinic':24} first map after {first:.1f} s", flush=True)
            _, four, card = addresses
            for name, each in answer_page(chromium, server, four, card, asked.times).items():
                print(f"{name:24} median {round(median(each))} ms of {len(each)}", flush=True)
            waits, spent = clicks(chromium, server, asked.sessions)
            waits.sort()
            print(
                f"{asked.sessions} sessions, {BUSY} runs: median {waits[len(waits) // 2]} ms, "
                f"longest {waits[-1]} ms of {len(waits)} clicks, "
                f"{spent:.3f} CPU s of the server for each"
            )
    print("load averages:", load, os.getloadavg())


def tables(folder: Path) -> Iterator[tuple[str, Path]]:
    yield "tic-tac-toe", ROOT / "sample_data" / "tic-tac-toe.csv"
    for rows in ROWS:
        file = folder / f"survey-{rows}.csv"
        file.write_bytes(survey(rows, COLUMNS))
        yield f"{rows:,} × {COLUMNS}", file


def classes(folder: Path) -> Iterator[tuple[str, Path]]:
    """A table of two classes, birds of four, of which some have another's name, and a sample."""
    two = folder / "two-classes.csv"
    two.write_bytes(survey(ROWS[0], COLUMNS))
    yield "two classes", two
    draw, file = random.Random(0), folder / "birds.csv"
    rows = ["wing,beak,tail,call,leg,nest,species"]
    for _ in range(1000):
        wing, beak, tail, call, *others = (draw.choice("abc") for _ in range(6))
        kind = ("finch" if beak == "a" else "thrush") if wing == "a" else "owl"
        kind = "wren" if (tail, call) == ("b", "c") else kind
        kind = draw.choice(("finch", "thrush", "owl", "wren")) if draw.random() < 0.1 else kind
        rows.append(",".join([wing, beak, tail, call, *others, kind]))
    file.write_text("\n".join(rows), encoding="utf-8")
    yield "four classes", file
    yield "clinic", ROOT / "sample_data" / "clinic.csv"


def settled(chromium: Browser, server: Server, file: Path) -> tuple[float, float, str]:
    """Seconds from the click until all classes have a settled rule, and until the run has ended.

    And the address of the answer.
    """
    page = opened(chromium, server, file)
    store = Store(f"sqlite:///{server.log.parent / 'runs.sqlite'}")
    sleep(READY)
    began, rule = perf_counter(), 0.0
    page.get_by_role("button", name="Find the rule", exact=True).click()
    expect(page).to_have_url(re.compile("run="), timeout=PATIENCE)
    run_id = page.url.split("run=")[1].split("&")[0]
    while True:
        run = store.get(run_id)
        assert run is not None
        found = (run.result or {}).get("explanations", ())
        drafts = any(click["search"]["stopped_by"] == "draft" for click in found)
        if found and not drafts and not rule and any(click["study"] is None for click in found):
            rule = perf_counter() - began
        if not run.active:
            ended, answer = perf_counter() - began, page.url
            page.context.close()
            return round(rule or ended, 1), round(ended, 1), answer
        sleep(0.05)


def first_map(chromium: Browser, server: Server, file: Path) -> float:
    """Seconds from the click until the first kernel has its map."""
    page = opened(chromium, server, file)
    page.get_by_test_id("stTopNav").get_by_role("link", name="Compare kernels").click()
    settle(page)
    began = perf_counter()
    page.get_by_role("button", name="Compare", exact=True).click()
    page.locator(".stop:enabled").first.wait_for(timeout=PATIENCE)
    waited = perf_counter() - began
    page.context.close()
    return waited


def drafts(chromium: Browser, server: Server, file: Path, times: int) -> list[int]:
    """Milliseconds from the click to the draft, each time in a new session."""
    waits = []
    for _ in range(times):
        page = opened(chromium, server, file)
        sleep(READY)
        began = perf_counter()
        page.get_by_role("button", name="Find the rule", exact=True).click()
        page.locator(".poster:visible").wait_for()
        waits.append(round(1000 * (perf_counter() - began)))
        ended(page)
        page.context.close()
    return waits


def clicks(chromium: Browser, server: Server, sessions: int) -> tuple[list[int], float]:
    """Milliseconds until a click is answered, of each session three times, while runs work.

    Also the CPU seconds that the server took for a click, its polling for the runs included.
    """
    first, *others = dict(tables(Path(server.log).parent)).values()
    page = opened(chromium, server, first)
    page.get_by_role("button", name="Find the rule", exact=True).click()
    expect(page.get_by_role("button", name="Find the rule again")).to_be_enabled(timeout=PATIENCE)
    answer = page.url
    page.context.close()
    busy = [opened(chromium, server, others[-1]) for _ in range(BUSY)]
    for page in busy:
        page.get_by_role("button", name="Find the rule", exact=True).click()
        expect(page).to_have_url(re.compile("run="))
    everybody = Barrier(sessions)
    used = cpu_of(stat_of(server.process.pid))
    with ThreadPoolExecutor(sessions) as people:
        waits = [
            click
            for found in people.map(clicking, [answer] * sessions, [everybody] * sessions)
            for click in found
        ]
    spent = (cpu_of(stat_of(server.process.pid)) - used) / len(waits)
    for page in busy:
        ended(page)
        page.context.close()
    return waits, spent


def clicking(answer: str, everybody: Barrier) -> list[int]:
    """What a session waits at each click, in ms: the page's script runs and all of it is sent.

    It speaks as a browser does, and draws nothing: what ten browsers draw is no work of a server.
    """
    at = urlsplit(answer)
    asked = BackMsg()
    asked.rerun_script.query_string, asked.rerun_script.page_name = at.query, at.path.strip("/")
    waits = []
    stream, spoken = f"ws://{at.netloc}/_stcore/stream", [Subprotocol("streamlit")]
    with connect(stream, subprotocols=spoken, max_size=None) as it:
        for _ in range(1 + CLICKS):
            everybody.wait()
            began = perf_counter()
            it.send(asked.SerializeToString())
            while ForwardMsg.FromString(it.recv()).WhichOneof("type") != "script_finished":
                pass
            waits.append(round(1000 * (perf_counter() - began)))
    return waits[1:]  # the first opens the page


def opened(chromium: Browser, server: Server, file: Path) -> Page:
    """A new session on the page that finds rules, with a table."""
    page = chromium.new_context(base_url=server.url).new_page()
    page.set_default_timeout(PATIENCE)
    visit(page, "/")
    page.get_by_test_id("stFileUploaderDropzoneInput").first.set_input_files(file)
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
    button = page.get_by_role("button", name=re.compile("^Find the rule"))  # without an answer, too
    expect(button).to_be_enabled(timeout=PATIENCE)


if __name__ == "__main__":
    main()
