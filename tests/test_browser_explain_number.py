"""A number in a real browser: from the sample of flats to the sum of a row."""

import re

import pytest
from playwright.sync_api import expect

from tests.accessible import found_by_axe
from tests.browser import settle, visit

pytestmark = pytest.mark.browser


def test_the_rent_of_a_flat_is_explained_and_written_out(page, root, tmp_path):
    visit(page)
    page.get_by_test_id("stColumn").filter(has_text="What does a flat").last.get_by_role(
        "button", name="Load"
    ).click()
    begin = page.get_by_role("button", name="Explain the number rent")
    expect(begin).to_be_visible()
    fewer = tmp_path / "flats.csv"
    lines = (root / "sample_data" / "flats.csv").read_bytes().splitlines(keepends=True)
    fewer.write_bytes(b"".join(lines[:201]))
    page.get_by_test_id("stFileUploaderDropzoneInput").first.set_input_files(fewer)
    expect(page.get_by_text("200 rows").first).to_be_visible()
    settle(page)
    begin.click()
    expect(page.locator(".poster")).to_be_visible(timeout=180_000)
    expect(page.get_by_role("rowheader", name="district is centre and square")).to_be_visible()
    settle(page)
    page.get_by_text("Try a row", exact=True).click()
    expect(page.get_by_text(re.compile(r"^Predicted: \d+$"))).to_be_visible()
    expect(page.get_by_text("Observed: ")).to_be_visible()
    settle(page)
    page.get_by_label("square metres", exact=True).fill("30")
    page.get_by_label("square metres", exact=True).press("Enter")
    expect(page.get_by_text("Observed: ")).to_be_hidden()
    settle(page)

    link = page.url
    visit(page, link)
    expect(page.get_by_role("heading", name="What moves rent?")).to_be_visible()
    claims = page.locator(".poster .claims")
    expect(claims).to_be_visible()
    for width, height in ((1360, 768), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        box = claims.bounding_box()
        assert box["y"] + box["height"] <= height, "the whole answer is on the first screen"
        assert found_by_axe(page) == []
