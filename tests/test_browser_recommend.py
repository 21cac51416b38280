"""Recommending in a real browser: from two files to a typed choice."""

import pytest
from playwright.sync_api import expect

from tests.browser import GROUNDS, draw_in, settle, visit
from tests.film_choices import first_users

pytestmark = pytest.mark.browser


def test_choices_are_learnt_kept_by_their_link_and_answer_typed_ones(page, root, tmp_path):
    choices, films = tmp_path / "film-choices.csv", root / "sample_data" / "films.csv"
    choices.write_bytes(first_users(root))
    visit(page)
    in_menu = page.get_by_test_id("stTopNav").get_by_role("link", name="Recommend")
    expect(in_menu).to_have_count(0)
    page.get_by_role("link", name="Recommend items to users").click()
    expect(page.get_by_role("heading", name="What would each user choose")).to_be_visible()
    settle(page)
    for number, file in enumerate((choices, films)):
        page.get_by_test_id("stFileUploaderDropzoneInput").nth(number).set_input_files(file)
        expect(page.get_by_text("Each row says that")).to_be_visible()
        settle(page)
    expect(in_menu).to_have_count(1)
    page.get_by_role("button", name="Learn", exact=True).click()
    expect(page.get_by_role("button", name="Learn again")).to_be_enabled(timeout=120_000)
    settle(page)
    page.reload()
    settle(page)
    expect(page.get_by_role("heading", name="Which method ranks best")).to_be_visible()
    expect(page.get_by_text("because of Film").first).to_be_visible()
    expect(page.get_by_text("The rule of the taste").first).to_be_visible()
    box = page.get_by_role("combobox", name="or whoever likes")
    box.click()
    box.press_sequentially("Film 010")
    expect(page.get_by_role("option")).to_have_count(1)
    box.press("Enter")
    settle(page)
    expect(page.get_by_text("because of Film 010").first).to_be_visible()


def test_a_narrow_screen_shows_all_of_it_in_both_themes(new_page):
    page = new_page(width=390, height=900)
    visit(page, "/recommend")
    expect(page.get_by_role("heading", name="What would each user choose")).to_be_visible()
    page.get_by_role("button", name="Try the sample").click()
    expect(page.get_by_text("Each row says that")).to_be_visible()
    for scheme in GROUNDS:
        draw_in(page, scheme)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
