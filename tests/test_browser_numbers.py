"""A table of numbers in a real browser: from its notices to a readable range."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import settle, visit
from tests.test_browser import turn_to

pytestmark = pytest.mark.browser


def test_a_table_of_numbers_ends_in_a_rule_with_a_readable_range(page):
    visit(page)
    page.get_by_test_id("stColumn").filter(has_text="Who needs intensive care?").last.get_by_role(
        "button", name="Load"
    ).click()
    expect(page.get_by_role("heading", name="clinic.csv")).to_be_visible()
    expect(page.get_by_text("Left out: “patient”")).to_be_attached()
    expect(page.get_by_text("156 cells are empty").first).to_be_attached()

    for cuts, is_idle in (("40.5, 500", True), ("", False), ("40.5, 64.5", False)):
        page.get_by_test_id("data-grid-canvas").first.focus()
        for key in (*["ArrowRight"] * 4, *["ArrowDown"] * 2, "Enter"):  # how age is read
            page.keyboard.press(key)
        cell = page.locator(".gdg-input")
        cell.fill(cuts)
        cell.press("Enter")
        settle(page)
        idle = page.get_by_text("a cut at 500 tells no rows apart")
        expect(idle).to_be_attached(attached=is_idle)

    page.get_by_role("link", name="Find the rule").first.click()
    settle(page)
    page.get_by_role("button", name="Find the rule", exact=True).click()
    expect(page.get_by_role("heading", name="care = intensive")).to_be_visible(timeout=90_000)
    page.get_by_role("button", name="Cancel").click()  # what follows the answer is not looked at
    expect(page.get_by_role("button", name="Find the rule again")).to_be_enabled(timeout=60_000)
    settle(page)

    poster = page.locator(".poster:visible")
    expect(poster).to_contain_text(re.compile(r"age > 64\.5 and pressure > 15\d"))
    turn_to(page, "Rows")
    page.get_by_text("Try a row", exact=True).click()
    for name, typed in (("age", "80"), ("pressure", "170")):
        page.get_by_label(name, exact=True).fill(typed)
        page.get_by_label(name, exact=True).press("Enter")
        settle(page)
    crossed = re.compile(r"(age from 80|pressure from 170) to (64\.5|15\d) or less")
    expect(page.get_by_text(crossed).first).to_be_visible()
