"""What goes wrong beside a dashboard, in real browsers: one sentence, nothing lost, it lives."""

from functools import partial

import pytest
from playwright.sync_api import expect

from jobs.store import Store
from tests import test_browser, test_jobs_store_faults
from tests.browser import held, serve, settle, visit
from tests.patience import until
from tests.test_jobs_store_faults import fill

pytestmark = [pytest.mark.browser, pytest.mark.faults]

small_disk, turn_to = test_jobs_store_faults.small_disk, test_browser.turn_to
DROP = "stFileUploaderDropzoneInput"
MB = 2**20
ROUNDS = 3
SLOW = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": 100_000}


def people(chromium, server, n):
    """Pages of so many people."""
    screen = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce"}
    pages = [chromium.new_context(base_url=server.url, **screen).new_page() for _ in range(n)]
    for page in pages:
        page.set_default_timeout(60_000)
    return pages


def table(path, rows, mark="a"):
    lines = (f"{mark}{i % 7},{'uv'[i % 3 > 0]},{'yn'[i % 2]}" for i in range(rows))
    path.write_text("\n".join([f"{mark},b,class", *lines]))
    return path


def upload(page, path):
    page.get_by_test_id(DROP).first.set_input_files(path)


def holds(page, name):
    expect(page.get_by_role("heading", name=name)).to_be_visible()


def alone(page, sentence):
    """The page says this sentence, and nothing else is wrong with it."""
    expect(page.get_by_text(sentence)).to_be_visible()
    settle(page)
    expect(page.get_by_test_id("stAlert")).to_have_count(1)


def test_a_full_disk_is_one_sentence_and_with_room_the_same_click_works(
    chromium, tmp_path, small_disk
):
    large, small = table(tmp_path / "large.csv", 30_000), table(tmp_path / "small.csv", 40)
    with serve(tmp_path, disk=small_disk) as server:
        (page,) = people(chromium, server, 1)
        visit(page)
        fill(small_disk)
        upload(page, large)
        alone(page, "disk is full. Free some space")
        holds(page, "tic-tac-toe.csv")
        page.get_by_role("button", name="Find the rule", exact=True).click()
        settle(page)
        page.reload()
        settle(page)
        (small_disk / "filler").unlink()
        upload(page, small)
        holds(page, "small.csv")
        expect(page.get_by_test_id("stAlert")).to_have_count(0)
        page.context.close()


@pytest.mark.long
def test_large_uploads_at_once_and_reloaded_in_the_middle_leave_nothing_behind(
    chromium, tmp_path, monkeypatch
):
    monkeypatch.setenv("STREAMLIT_SERVER_MAX_UPLOAD_SIZE", "2")
    monkeypatch.setenv("STREAMLIT_SERVER_DISCONNECTED_SESSION_TTL", "1")  # else two minutes
    files = [table(tmp_path / f"{name}.csv", 150_000, name) for name in ("one", "two")]
    too_large = table(tmp_path / "three.csv", 350_000)
    size = min(file.stat().st_size for file in files)
    assert MB // 2 < size < 2 * MB < too_large.stat().st_size
    kept = []
    with serve(tmp_path, script="tests/held.py") as server:
        for _ in range(ROUNDS):
            pages = people(chromium, server, 2)
            for page in pages:
                visit(page)
            network = pages[0].context.new_cdp_session(pages[0])
            network.send("Network.enable")
            network.send("Network.emulateNetworkConditions", SLOW)
            for page, file in zip(pages, files, strict=True):
                with page.expect_request(lambda request: request.method == "PUT"):
                    upload(page, file)
            network.send("Network.emulateNetworkConditions", SLOW | {"uploadThroughput": -1})
            pages[0].reload()
            holds(pages[0], "tic-tac-toe.csv")
            upload(pages[0], files[0])
            for page, file in zip(pages, files, strict=True):
                holds(page, file.name)
                page.reload()
                holds(page, file.name)
                page.context.close()
            (page,) = people(chromium, server, 1)
            until(partial(uploads_gone, page, server), "the server keeps uploads of pages left")
            kept.append(held(server)["all"])
            page.context.close()
        (page,) = people(chromium, server, 1)
        visit(page)
        upload(page, too_large)
        expect(page.get_by_text("2.0MB")).to_be_visible()
        holds(page, "tic-tac-toe.csv")
        page.context.close()
    assert kept[-1] - kept[0] < size / 2, kept  # after the first round the server keeps the tables
    store = Store(f"sqlite:///{tmp_path / 'runs.sqlite'}")
    assert len(store.recent()) == 0


def uploads_gone(page, server):
    """Streamlit lets go of sessions whose time is up when another page is left."""
    visit(page)
    return held(server)["files"] == 0
