"""A table of numbers in a real browser: how a column is read is typed beside its name."""

import pytest
from playwright.sync_api import expect

from tests.browser import settle, visit

pytestmark = pytest.mark.browser


def test_the_cuts_of_a_column_are_typed_in_the_table_of_columns(page):
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
