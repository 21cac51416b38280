"""Comparing kernels in a real browser."""

import csv
import re

import pytest
from playwright.sync_api import Page, expect

from tests import test_browser
from tests.browser import settle, visit
from tests.test_browser import upload

pytestmark = pytest.mark.browser
open_page, page = test_browser.open_page, test_browser.page


def compare(page: Page) -> None:
    page.get_by_role("link", name="Compare kernels").click()
    expect(page.get_by_role("heading", name="Which similarity suits this table?")).to_be_visible()
    settle(page)
    page.get_by_role("button", name="Compare", exact=True).click()


def test_from_a_table_to_the_best_kernel_its_link_and_the_rule(page, open_page, root):
    visit(page)
    upload(page, root / "sample_data" / "monks-1.csv")
    expect(page.get_by_role("heading", name="monks-1.csv")).to_be_visible()
    compare(page)
    expect(page.get_by_text("Judging kernel")).to_be_visible()
    expect(page.get_by_role("button", name="Compare again")).to_be_enabled(timeout=90_000)
    settle(page)
    for heading in (
        "How well each ranks unseen rows",
        "Does a small ratio predict it?",
        "Is one better than another?",
        "What each kernel sees",
        "Why are two rows alike?",
        "How much each family can express",
        "Every number",
    ):
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
    expect(page.locator(".js-plotly-plot")).to_have_count(3 + 3 * 3)
    with page.expect_download() as download:
        page.get_by_test_id("stDownloadButton").get_by_role("button").click()
    with download.value.path().open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 9
    assert float(rows[0]["AUC"]) == 1
    address = page.url
    assert "run=" in address

    again = open_page(color_scheme="dark", width=390, height=844)
    visit(again, address)
    expect(again.get_by_role("heading", name="Every number")).to_be_visible()
    settle(again)
    width = again.evaluate("document.documentElement.scrollWidth")
    assert width <= 390

    page.get_by_role("button", name=re.compile("Find the rule with")).click()
    expect(page.get_by_role("button", name="Find the rule", exact=True)).to_be_enabled()
    expect(page.get_by_text(re.compile("Settings: kernel"))).to_be_visible()


def test_a_cancelled_comparison_keeps_the_kernels_that_are_done(page):
    visit(page)
    compare(page)
    expect(page.get_by_text("Judging kernel 2 of 9")).to_be_visible(timeout=60_000)
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("You stopped the comparison")).to_be_visible()
    expect(page.get_by_role("heading", name="Every number")).to_be_visible()
