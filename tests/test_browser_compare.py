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
from tests.accessible import found_by_axe
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


def places(page: Page) -> list[str]:
    """Where each row stands in the large map."""
    return page.locator(".row").evaluate_all(
        "(rows) => rows.map(row => row.getAttribute('transform'))"
    )


@pytest.mark.parametrize(("width", "scheme"), [(1360, "light"), (390, "dark")])
def test_a_slider_moves_the_rows_and_one_that_is_lit_is_lit_in_all_maps(
    open_page, stored, width, scheme
):
    page = open_page(color_scheme=scheme, width=width, height=900 if width > 390 else 844)
    visit(page, stored)
    stops = page.locator(".stop")
    expect(stops).to_have_count(len(KERNELS))
    expect(page.locator(".stop svg").first).to_be_visible(visible=width > 390)
    before = places(page)
    stops.nth(5).click()
    slider = page.get_by_role("slider", name="From kernel to kernel")
    expect(slider).to_have_attribute("aria-valuetext", KERNELS[5])
    expect(page.get_by_role("button", name="Find the rule with")).to_contain_text(KERNELS[5])
    assert places(page) != before
    slider.press("ArrowLeft")
    expect(slider).to_have_attribute("aria-valuetext", KERNELS[4])
    expect(stops.nth(4)).to_have_attribute("aria-pressed", "true")
    settle(page)

    rings = page.locator(".stop svg .point")
    place = "(rings) => rings.map(ring => `${ring.getAttribute('cx')} ${ring.getAttribute('cy')}`)"
    before = rings.evaluate_all(place)
    lit = page.locator(".row[tabindex='0']")
    expect(lit).to_have_count(1)
    first = lit.get_attribute("aria-label")
    lit.focus()
    page.keyboard.press("ArrowRight")
    expect(lit).to_be_focused()
    assert lit.get_attribute("aria-label") != first
    assert re.match(
        r"Row \d+, friend = (yes|no), (right|wrong) by mDNF", lit.get_attribute("aria-label")
    )
    after = rings.evaluate_all(place)
    moved = [one != other for one, other in zip(before, after, strict=True)]
    assert len(moved) == len(KERNELS)
    assert sum(moved) > len(KERNELS) / 2, "to some kernels two rows may look the same"
    words = page.locator(".near tr")
    expect(words).to_have_count(1 + 1 + 3)
    expect(words.nth(1)).to_contain_text(lit.get_attribute("aria-label").split(",")[0])

    told = words.nth(1).inner_text()
    box = page.locator(".large").bounding_box()
    at = page.locator(".row.yes").first.bounding_box()
    page.mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
    page.mouse.move(box["x"] + box["width"] * 0.8, box["y"] + box["height"] / 2, steps=8)
    expect(words.nth(1)).not_to_have_text(told)
    assert found_by_axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_heat_maps_stand_behind_one_link_and_back_needs_one_press(page, stored):
    visit(page, stored)
    expect(page.get_by_test_id("stImage")).to_have_count(0)
    page.get_by_text("Heat maps of the similarities").click()
    expect(page.get_by_test_id("stImage")).to_have_count(len(KERNELS))
    menu = page.get_by_test_id("stTopNav")
    for name, heading in (
        ("Predict", "What would it say"),
        ("Compare kernels", "Which similarity"),
    ):
        menu.get_by_role("link", name=name).click()
        expect(page.get_by_role("heading", name=re.compile(heading)).first).to_be_visible()
        settle(page)
    assert "run=" in page.url
    page.go_back()
    expect(page).to_have_url(re.compile("/predict"))
    page.go_back()
    expect(page.get_by_role("heading", name="Which similarity")).to_be_visible()


def test_a_kernel_is_typed_with_its_degrees_and_none_that_is_not_there(page, stored):
    visit(page, stored)
    page.get_by_role("button", name="What is compared").click()
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
    expect(page.locator(".stop")).to_have_count(len(KERNELS))
    assert height(page) <= 2600
