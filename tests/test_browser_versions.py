"""Edits that count, who is wronged and a second file, in a real browser."""

import pytest
from playwright.sync_api import expect

from jobs.store import Store
from tests import test_browser
from tests.browser import settle, visit
from tests.test_pages import SIMPLE, answer_to, run_of

pytestmark = pytest.mark.browser
open_page, page = test_browser.open_page, test_browser.page
turn_to = test_browser.turn_to


@pytest.fixture(scope="module")
def link(server, root) -> str:
    """The address of a stored answer on monks-1."""
    raw = (root / "sample_data" / "monks-1.csv").read_bytes()
    answer = answer_to(raw, **SIMPLE)
    store = Store(f"sqlite:///{server.log.parent / 'runs.sqlite'}")
    return f"/find_rule?run={run_of(store, raw, 'done', answer)}"


def test_a_version_is_saved_chosen_and_judged_on_a_second_file(page, link, root, tmp_path):
    visit(page, link)
    turn_to(page, "Alternatives")
    edit = page.get_by_test_id("stExpander").filter(has_text="Change the rule")
    edit.get_by_text("Change the rule").click()
    edit.get_by_role("button", name="Remove the line").click()
    edit.get_by_label("Your name").fill("Ann <b>Lee</b>")
    edit.get_by_label("Why it was changed").fill("The first clause is not ours to use.")
    edit.get_by_label("Why it was changed").press("Control+Enter")
    settle(page)
    edit.get_by_role("button", name="Save the version").click()
    which = page.get_by_role("combobox", name="What is shown, used to predict, and downloaded")
    expect(which).to_be_visible()
    settle(page)
    which.click()
    which.fill("version 1")
    which.press("Enter")
    expect(
        page.get_by_text("Version 1 of the rule, changed by hand by Ann <b>Lee</b>")
    ).to_be_visible()
    settle(page)
    turn_to(page, "Where it errs")
    wronged = page.get_by_test_id("stExpander").filter(has_text="Who is wronged")
    wronged.get_by_text("Who is wronged").click()
    settle(page)
    columns = wronged.get_by_role("combobox", name="Groups of")
    columns.scroll_into_view_if_needed()
    settle(page)
    columns.click()
    page.get_by_role("option", name="jacket").click()
    expect(wronged.get_by_test_id("stDataFrame")).to_be_visible()
    settle(page)
    visit(page, link.replace("find_rule", "predict"))
    expect(page.get_by_text("Version 1 of the rule, changed by hand by").first).to_be_visible()
    raw = (root / "sample_data" / "monks-1.csv").read_text().splitlines()
    other = {"yes": "no", "no": "yes"}
    cells = [row.rpartition(",") for row in raw[1:]]
    later = [raw[0], *(f"{a},{other[y] if n % 3 else y}" for n, (a, _, y) in enumerate(cells))]
    rows = tmp_path / "later.csv"
    rows.write_text("\n".join(later))
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(rows)
    expect(page.get_by_role("heading", name="Does the rule still hold?")).to_be_visible()
    expect(page.get_by_text("The rule is weaker than it was")).to_be_visible()
