"""Inspecting a rule in a real browser: a row's nearest changes, code to take."""

import re

import pytest
from playwright.sync_api import Page, expect

from jobs.store import Store
from tests import test_browser
from tests.browser import settle, visit
from tests.inspected import GIVEN, studied
from tests.test_pages import run_of

pytestmark = pytest.mark.browser
open_page, page = test_browser.open_page, test_browser.page
answered, turn_to = test_browser.answered, test_browser.turn_to


@pytest.fixture(scope="module")
def link(server, root) -> str:
    """The address of a stored answer: the rule of monks-1, studied."""
    raw = (root / "sample_data" / "monks-1.csv").read_bytes()
    answer = studied(raw, GIVEN)
    store = Store(f"sqlite:///{server.log.parent / 'runs.sqlite'}")
    return f"/find_rule?run={run_of(store, raw, 'done', answer)}"


@pytest.fixture
def robots(page, link) -> Page:
    visit(page, link)
    answered(page)
    return page


def enter(page: Page, column: str, value: str) -> None:
    """Types a value into the row that is tried."""
    box = page.get_by_role("combobox", name=re.compile(rf"\b{column}$"))
    box.click()
    box.fill(value)
    box.press("Enter")
    settle(page)
    expect(box).to_have_value(value)


def test_a_rule_is_inspected_and_taken_away(robots):
    page = robots
    turn_to(page, "Rows")
    page.get_by_text("Try a row", exact=True).click()
    for column, value in (("head", "round"), ("body", "square"), ("jacket", "red")):
        enter(page, column, value)
    expect(
        page.get_by_text(re.compile("The machine says yes. The rule says so too: yes"))
    ).to_be_visible()
    expect(page.get_by_text("turns the rule: jacket from red to")).to_be_visible()
    enter(page, "jacket", "**mauve**")
    expect(page.get_by_text("so the machine ignores them: jacket")).to_be_visible()
    expect(page.get_by_text("jacket is red (here **mauve**)")).to_be_visible()

    page.get_by_test_id("stPopoverButton").click()
    for name, ending, held in (("Python", "py", "def "), ("SQL", "sql", "CASE")):
        with page.expect_download() as download:
            page.get_by_role("button", name=name, exact=True).click()
        saved = download.value.path().read_text(encoding="utf-8")
        assert download.value.suggested_filename.endswith(ending)
        assert held in saved
        assert "jacket" in saved
