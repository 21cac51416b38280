"""Comparing kernels in a real browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from interpret.data.reading import read_table
from interpret.data.task import tasks
from interpret.lab.compare import KERNELS, document
from interpret.lab.compare import compare as compare_kernels
from jobs.store import Store
from tests import test_browser
from tests.browser import settle, visit
from tests.test_pages import started_run

pytestmark = pytest.mark.browser
open_page, page = test_browser.open_page, test_browser.page


JUDGED = re.compile("stands alone|surely better|may be the best")


@pytest.fixture(scope="module")
def stored(server, root) -> str:
    """The address of a comparison of nine kernels on a small table."""
    head, *rows = (root / "sample_data" / "monks-1.csv").read_bytes().splitlines(keepends=True)
    raw = b"".join([head, *rows[::4]])
    compared = document(compare_kernels(tasks(read_table(raw, "robots.csv"))[0], KERNELS))
    store = Store(f"sqlite:///{server.log.parent / 'runs.sqlite'}")
    run_id = started_run(store, raw, "compare", "robots.csv", kernels=list(KERNELS))
    store.finish(run_id, "done", compared)
    return f"/compare_kernels?run={run_id}"


def height(page: Page) -> int:
    return page.get_by_test_id("stMain").evaluate("(main) => main.scrollHeight")


def test_a_comparison_is_brought_back_by_its_link_and_goes_on_to_the_rule(page, open_page, stored):
    visit(page, stored)
    expect(page.get_by_role("heading", name=JUDGED)).to_be_visible()
    assert height(page) <= 2600

    again = open_page(color_scheme="dark", width=390, height=844)
    visit(again, stored)
    expect(again.get_by_role("heading", name=JUDGED)).to_be_visible()
    settle(again)
    assert again.evaluate("document.documentElement.scrollWidth") <= 390

    page.get_by_role("button", name=re.compile("Find the rule with")).click()
    expect(page.get_by_role("button", name="Find the rule", exact=True)).to_be_enabled()
    expect(page.get_by_text(re.compile("Settings: .*kernel mC"))).to_be_visible()


def test_a_picked_row_is_lit_in_all_maps_and_no_map_shrinks(page, stored):
    visit(page, stored)
    for again in (False, True):
        if again:
            page.get_by_role("button", name="Compare again").click()
            settle(page)
            expect(page.get_by_role("button", name="Compare again")).to_be_enabled(timeout=90_000)
            settle(page)
        expect(page.locator(".map")).to_have_count(3)
        sizes = [box.bounding_box() for box in page.locator(".map").all()]
        assert min(box["height"] for box in sizes) > 200
        assert max(box["height"] for box in sizes) - min(box["height"] for box in sizes) < 2
    first = page.locator(".map").first
    first.click(position={"x": 40, "y": 60})
    told = page.locator("output").first
    both = told.inner_text()
    assert len(re.findall(r"^Row \d+", both, re.M)) == 2
    assert [page.locator(".lit:visible").count()] == [12]
    first.press("ArrowDown")
    expect(told).not_to_have_text(both)
    page.mouse.move(0, 0)
    expect(told).not_to_have_text(both)
    shades = page.locator(".more").first.evaluate("(map) => getComputedStyle(map).maskImage")
    page.get_by_text("minus linear").click()
    minus = page.locator(".more").first.evaluate("(map) => getComputedStyle(map).maskImage")
    assert shades != minus


def test_a_kernel_is_typed_with_its_degrees_and_none_that_is_not_there(page, stored):
    visit(page, stored)
    box = page.get_by_role("combobox", name="Kernels")
    for name in ("RBF(0.25)", "0.5*mC(2) + 0.5*linear", "mystery(3)"):
        box.click()
        box.press_sequentially(name)
        box.press("Enter")
        box.press("Escape")
        settle(page)
    expect(page.get_by_role("button", name="Remove RBF(0.25)")).to_be_visible()
    expect(page.get_by_role("button", name="Remove 0.5*mC(2) + 0.5*linear")).to_be_visible()
    expect(page.get_by_role("button", name="Remove mystery")).to_have_count(0)
    expect(page.get_by_text("There is no kernel")).to_be_visible()


def test_a_learnt_mix_stands_below_and_both_stay_after_a_refresh(page, stored):
    visit(page, stored)
    page.get_by_role("button", name="Learn", exact=True).click()
    expect(page.get_by_role("button", name="Learn again")).to_be_enabled(timeout=90_000)
    settle(page)
    assert "/compare_kernels?" in page.url
    page.reload()
    settle(page)
    expect(page.get_by_text("no other mix has a smaller ratio, which is proven")).to_be_visible()
    expect(page.get_by_role("heading", name=JUDGED)).to_be_visible()
    expect(page.locator(".map")).to_have_count(3)
    assert height(page) <= 2600
