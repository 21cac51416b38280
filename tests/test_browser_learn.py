"""Learning a kernel in a real browser: what only a browser shows."""

import pytest
from playwright.sync_api import expect

from tests.browser import settle, visit

pytestmark = pytest.mark.browser


def learn(page) -> None:
    """From the first sample to a kernel that is learnt, two ways and a few formulas."""
    visit(page)
    page.get_by_role("link", name="Compare kernels").first.click()
    expect(page.get_by_role("heading", name="Which mix of kernels")).to_be_visible()
    settle(page)
    page.get_by_text("What is mixed, and how").click()
    for name in ("GRAM", "RM-GD", "R-MKL", "EasyMKL"):
        page.get_by_role("button", name=f"Remove {name}").click()
        settle(page)
    box = page.get_by_role("spinbutton", name="Random formulas")
    box.fill("6")
    box.press("Tab")
    settle(page)
    page.get_by_role("button", name="Learn", exact=True).click()
    expect(page.get_by_role("button", name="Learn again")).to_be_enabled(timeout=60_000)
    settle(page)


def test_a_kernel_is_learnt_kept_by_its_link_and_handed_on(page):
    learn(page)
    expect(page.get_by_text("no other mix has a smaller ratio, which is proven")).to_be_visible()
    page.reload()
    settle(page)
    page.get_by_text("Does a small ratio find a good formula?").click()
    settle(page)
    points = page.locator(".scatterlayer .trace").last.locator(".point")
    before = page.get_by_test_id("stCode").last.inner_text()
    points.last.scroll_into_view_if_needed()
    box = points.last.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.get_by_test_id("stCode").last).not_to_have_text(before)
    settle(page)
    page.get_by_role("button", name="Find the rule with it").click()
    expect(page.get_by_role("button", name="Find the rule", exact=True)).to_be_visible()
    expect(page.get_by_text("kernel 0.").first).to_be_visible()
