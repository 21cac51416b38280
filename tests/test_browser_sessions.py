"""Many people at one dashboard, and a dashboard that dies: in real browsers."""

import re
import signal

import pytest
from playwright.sync_api import expect

from tests.browser import serve, settle, visit

pytestmark = pytest.mark.browser

PEOPLE, SEARCHING = 5, 2


@pytest.mark.faults
def test_several_people_at_once_never_see_each_others_data(chromium, tmp_path, monkeypatch):
    monkeypatch.setenv("RULESCOPE_SHARED", "1")
    marks = [f"ward{number:02}x" for number in range(PEOPLE)]
    screen = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce"}
    seen: list[tuple[str, str]] = []
    with serve(tmp_path) as server:
        contexts = [chromium.new_context(base_url=server.url, **screen) for _ in marks]
        pages = [context.new_page() for context in contexts]
        for page in pages:
            page.set_default_timeout(60_000)
            page.goto("/", wait_until="commit")
        for page, mark in zip(pages, marks, strict=True):
            table = tmp_path / f"{mark}.csv"
            lines = [f"{mark}-a,b,{mark}", f"{mark},u,yes", "x,u,no", f"{mark},v,yes", "x,v,no"]
            table.write_text("\n".join(lines[:1] + lines[1:] * 4))
            page.get_by_test_id("stFileUploaderDropzoneInput").first.set_input_files(table)
        for page, mark in zip(pages, marks, strict=True):
            expect(page.get_by_role("heading", name=f"{mark}.csv")).to_be_visible()
        for page in pages[:SEARCHING]:
            page.get_by_role("button", name="Find the rule", exact=True).click()
            expect(page).to_have_url(re.compile("run="))
        for page in pages:
            page.get_by_test_id("stTopNav").get_by_role("link", name="Runs").click()
        for page, mark in zip(pages, marks, strict=True):
            own = "1 run of yours in this session" if page in pages[:SEARCHING] else "no runs yet"
            expect(page.get_by_text(own)).to_be_visible()
            seen.append((mark, page.content()))
        for page, mark in list(zip(pages, marks, strict=True))[: SEARCHING + 1]:
            page.get_by_test_id("stTopNav").get_by_role("link", name="Load data").click()
            settle(page)
            seen.append((mark, page.content()))
        for context in contexts:
            context.close()
    for mark, content in seen:
        assert set(re.findall(r"ward\d\dx", content)) <= {mark}


@pytest.mark.faults
def test_a_dashboard_killed_during_a_run_says_so_when_it_is_back(chromium, tmp_path):
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.set_default_timeout(60_000)
    with serve(tmp_path) as server:
        visit(page, server.url)
        page.get_by_role("button", name="Find the rule", exact=True).click()
        expect(
            page.get_by_text("Machine trained").or_(page.get_by_text("being trained"))
        ).to_be_visible()
        link = page.url
        assert "run=" in link
        server.process.send_signal(signal.SIGKILL)
        server.process.wait()
        port = int(server.url.rpartition(":")[2])
    with serve(tmp_path, port):
        visit(page, link)
        expect(page.get_by_text("This run was interrupted")).to_be_visible()
        expect(page.get_by_role("button", name=re.compile("Find the rule"))).to_be_enabled()
        expect(page.get_by_text("tic-tac-toe.csv").first).to_be_visible()
        context.close()
