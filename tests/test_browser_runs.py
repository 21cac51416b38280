"""Runs and Predict in a real browser: ticks, downloads, keyboard, and no markup from data."""

import csv
import json

import pytest
from playwright.sync_api import Page, expect

from jobs.store import Store
from tests.browser import settle, visit
from tests.test_browser import HOSTILE, markup
from tests.test_pages import SIMPLE, answer_to, as_csv, run_of

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def stored(server, root):
    """Two runs of a table with hostile names, stored as a worker stores them."""
    one, two, three, four = HOSTILE
    kinds = {one: two, two: one, four: two}
    raw = as_csv([(one, three, two), *[(a, b, kinds[a]) for a in kinds for b in "uvw"] * 3])
    store = Store(f"sqlite:///{server.log.parent / 'runs.sqlite'}")
    ids = []
    for seed in (0, 1):
        asked = SIMPLE | {"seed": seed, "positive": (one,), "target": two}
        ids.append(run_of(store, raw, "done", answer_to(raw, "table.csv", **asked), **asked))
    return store, ids, raw


def tick(page: Page, row: int) -> None:
    grid = page.get_by_test_id("stDataFrame").first.bounding_box()
    page.mouse.click(grid["x"] + 18, grid["y"] + 52 + 35 * row)
    settle(page)


def test_runs_are_ticked_taken_away_and_deleted(page, stored):
    store, ids, _ = stored
    visit(page, "/runs")
    expect(page.get_by_role("heading", name="What has been found so far?")).to_be_visible()
    newest = [run.id for run in store.recent()]
    rows = sorted(newest.index(run_id) for run_id in ids)
    tick(page, rows[0])
    with page.expect_download() as download:
        page.get_by_role("button", name="Download", exact=True).click()
    saved = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert saved["run"]["id"] == newest[rows[0]]
    assert saved["explanations"][0]["rule"]
    page.get_by_text("What it needs to be repeated").click()
    settle(page)
    assert markup(page) == []
    page.get_by_role("button", name="Delete …").click()
    page.get_by_role("button", name="Delete the run").click()
    expect(page.get_by_text("Tick a run to open")).to_be_visible()
    assert store.get(newest[rows[0]]) is None
    assert store.get(newest[rows[1]])


def test_other_rows_are_scored_and_downloaded_and_the_address_leads_back(page, stored, tmp_path):
    _, (run_id, _), raw = stored
    rows = tmp_path / "<b>new.csv"
    rows.write_bytes(raw + b"=1+1,u,\n")
    visit(page, f"/predict?run={run_id}")
    page.get_by_test_id("stFileUploaderDropzoneInput").first.set_input_files(rows)
    expect(page.get_by_role("heading", name="28 rows scored")).to_be_visible()
    expect(page.get_by_text("never seen in training on 1 row")).to_be_visible()
    settle(page)
    assert markup(page) == []
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the scored rows").click()
    assert download.value.suggested_filename == "b-new-predicted.csv"
    text = download.value.path().read_text(encoding="utf-8-sig")
    header, *cells = csv.reader(text.splitlines())
    assert len(cells) == 28
    assert cells[-1][0] == "'=1+1"
    assert len([name for name in header if name.endswith(": rule")]) == 1
    assert f"run={run_id}" in page.url
    page.get_by_test_id("stTopNav").get_by_role("link", name="Find the rule").click()
    expect(page.get_by_role("radio", name="Alternatives")).to_be_visible()
    assert f"run={run_id}" in page.url


def test_all_pages_fit_the_menu(new_page):
    page = new_page(width=1200, height=800)
    visit(page, "/runs")
    links = page.get_by_test_id("stTopNav").get_by_role("link")
    expect(links).to_have_count(6)  # without those that this table has no use for
    boxes = [link.bounding_box() for link in links.all()]
    assert len({round(box["y"]) for box in boxes}) == 1
    assert max(box["x"] + box["width"] for box in boxes) < 1200
