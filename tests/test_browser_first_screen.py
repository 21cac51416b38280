"""The first screen of an answer in a real browser: the rule and what it does, without scrolling."""

import json
import random
import re
from itertools import product

import pytest
from playwright.sync_api import expect

from interpret.data.reading import read_table
from interpret.fit.parts import tasks_asked
from interpret.forms.answer.answer import answers
from interpret.forms.answer.record import document
from interpret.forms.classes import explain_classes
from interpret.forms.explain import explain
from interpret.settings import Settings
from jobs.store import Store
from tests import test_browser
from tests.accessible import found_by_axe
from tests.browser import GROUNDS, draw_in, settle, visit
from tests.test_browser import turn_to
from tests.test_pages import HOSTILE, SIMPLE, as_csv, run_of

pytestmark = pytest.mark.browser
open_page, page = test_browser.open_page, test_browser.page
LONGEST_PAGE, MOST_WORDS = 2500, 350
SIZES = {"wide": (1360, 768), "telephone": (390, 844)}


def loans() -> bytes:
    """Few of the rows are of the class, and their names are a column that nothing reads."""
    draw = random.Random(0)
    rows = [("loan", "late payments", "income", "work", "defaulted")]
    for n in range(900):
        late, income = draw.choice((0, 0, 0, 1, 2, 4)), draw.randrange(9_000, 90_000, 10)
        work = draw.choice(("employed", "self-employed", "unemployed"))
        risk = 0.03 + 0.3 * (late > 1) + 0.4 * (work == "unemployed" and income < 30_000)
        rows.append((f"L{n:04}", late, income, work, "yes" if draw.random() < risk else "no"))
    return as_csv(rows)


def sums() -> bytes:
    """A class that only a long rule describes."""
    draw = random.Random(0)
    rows = [(*(f"x{i}" for i in range(7)), "y")]
    for _ in range(500):
        row = [draw.randrange(2) for _ in range(7)]
        rows.append((*row, "yes" if sum(row) % 3 == 0 else "no"))
    return as_csv(rows)


def birds() -> bytes:
    draw = random.Random(0)
    rows = [("wing", "beak", "tail", "call", "species")]
    for _ in range(300):
        wing, beak, tail, call = (draw.choice("abc") for _ in range(4))
        kind = ("finch" if beak == "a" else "thrush") if wing == "a" else "owl"
        rows.append((wing, beak, tail, call, "wren" if (tail, call) == ("b", "c") else kind))
    return as_csv(rows)


def german() -> bytes:
    draw = random.Random(0)
    names = ("Berufsgruppenzugehörigkeit", "Wohnungsgrößenklasse in Quadratmetern")
    rows = [(*names, "Kraftfahrzeughaftpflichtversicherung", "Kündigungswahrscheinlichkeit")]
    for _ in range(400):
        one = draw.choice(("Verwaltungsfachangestellte", "Krankenpflegehelferin", "ohne Angabe"))
        two, three = draw.choice(("unter 40", "40 bis 60", "über 60")), draw.choice(("ja", "nein"))
        high = (one, two) == ("ohne Angabe", "über 60") or (two, three) == ("unter 40", "nein")
        rows.append((one, two, three, "hoch" if high else "niedrig"))
    return as_csv(rows)


TABLES = {
    "two classes": (loans, {"class_weight": "balanced"}),
    "uneven": (loans, {}),
    "four classes": (birds, {}),
    "thirty clauses": (sums, {"clauses": 40, "literals": 5}),
    "long names": (german, {}),
}


@pytest.fixture(scope="module")
def links(server) -> dict[str, str]:
    """The address of a stored answer on each table."""
    store = Store(f"sqlite:///{server.log.parent / 'runs.sqlite'}")
    own = {}
    for name, (make, settings) in TABLES.items():
        table = read_table(make(), "table.csv")
        asked = Settings(**SIMPLE | {"C": 16.0, "fit_to": "labels"} | settings)
        found = list(explain_classes(tasks_asked(table, asked), asked))
        answer = json.loads(json.dumps(document(answers(found, table))))
        own[name] = f"/find_rule?run={run_of(store, make(), 'done', answer)}"
    return own


@pytest.mark.parametrize("name", TABLES)
def test_the_rule_and_what_it_does_are_on_the_first_screen(page, links, name):
    visit(page, links[name])
    card = page.locator(".st-key-rule")
    expect(card).to_be_visible()
    for (size, (width, height)), scheme in product(SIZES.items(), GROUNDS):
        page.set_viewport_size({"width": width, "height": height})
        draw_in(page, scheme)
        last = card.get_by_text("otherwise", exact=False).last.bounding_box()
        assert last["y"] + last["height"] <= height, f"{size}: the rule's last line is cut off"
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width
        words = len(page.get_by_test_id("stMain").inner_text().split())
        assert words <= MOST_WORDS, f"{size}: {words} words"
        if size == "wide":
            tall = page.evaluate(
                "() => document.querySelector('[data-testid=stMain]').scrollHeight"
            )
            assert tall <= LONGEST_PAGE, f"{tall} px"
        if name in ("four classes", "long names"):
            assert found_by_axe(page) == [], (size, scheme)


def test_every_tab_can_be_read_by_everybody(page, links):
    visit(page, links["uneven"])
    for tab in ("Rows", "Alternatives", "Inside the machine", "In full"):
        turn_to(page, tab)
        for scheme in GROUNDS:
            draw_in(page, scheme)
            assert found_by_axe(page) == [], (tab, scheme)
    page.get_by_text("Change the settings").click()
    for scheme in GROUNDS:
        draw_in(page, scheme)
        assert found_by_axe(page) == [], scheme


def test_a_new_user_comes_from_a_file_to_the_report_in_eight_clicks(page, tmp_path):
    table, clicks = tmp_path / "loans.csv", []
    table.write_bytes(loans())

    def click(what):
        clicks.append(str(what))
        what.click()
        settle(page)

    visit(page)
    clicks.append("the file that is chosen")
    page.get_by_test_id("stFileUploaderDropzoneInput").first.set_input_files(table)
    expect(page.get_by_role("heading", name="loans.csv")).to_be_visible()
    settle(page)
    click(page.get_by_role("button", name="Find the rule").first)
    expect(page.locator(".st-key-rule")).to_be_visible(timeout=120_000)
    expect(page.get_by_role("button", name="Find the rule again")).to_be_enabled(timeout=120_000)
    settle(page)
    if (rule := page.get_by_role("tab", name="Rule: ")).count():
        click(rule)  # where points come first
    click(page.get_by_text("How sure is this?"))
    expect(page.get_by_text(re.compile("On [0-9]+ unseen rows the rule is right"))).to_be_visible()
    click(page.get_by_role("tab", name="Rows", exact=True))
    click(page.get_by_text("Try a row", exact=True))
    expect(page.get_by_text("The rule says so too").or_(page.get_by_text("The rule says")).first
           ).to_be_visible()  # fmt: skip
    with page.expect_download() as download:
        click(page.get_by_role("button", name="Report").first)
    assert b"<svg" in download.value.path().read_bytes()
    assert len(clicks) <= 8


def test_a_row_is_found_by_its_name_and_by_a_click_and_a_line_shows_its_rows(page, links):
    visit(page, links["two classes"])
    page.get_by_role("tab", name="Rows", exact=True).click()
    expect(page.get_by_text("The rows on which the machine is surest come first")).to_be_visible()
    table = page.get_by_test_id("stDataFrame").first
    table.scroll_into_view_if_needed()
    settle(page)
    rows = table.bounding_box()
    page.mouse.click(rows["x"] + 15, rows["y"] + 52)  # the box of the first row
    number = page.get_by_role("spinbutton", name="Start from row")
    expect(number).to_be_visible()
    clicked = number.input_value()
    by_name = page.get_by_role("textbox", name="Or by loan")
    by_name.fill("L0005")
    by_name.press("Enter")
    expect(number).to_have_value("6")
    assert clicked != "6"
    by_name.fill("L9999")
    by_name.press("Enter")
    expect(page.get_by_text("No row has “L9999” as loan.")).to_be_visible()
    expect(number).to_have_value("6")
    page.locator('[class*="st-key-line_"] button').first.click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("it is right on")).to_be_visible()
    expect(dialog.get_by_test_id("stDataFrame")).to_be_visible()


def test_uneven_classes_are_told_with_the_way_to_count_both_alike(page, links):
    visit(page, links["uneven"])
    expect(page.get_by_text("Of the rarer class, defaulted = yes, it finds")).to_be_visible()
    page.get_by_role("button", name="Count both classes alike").click()
    expect(page.get_by_role("button", name="Find the rule again")).to_be_enabled(timeout=120_000)
    expect(page.get_by_text("class weight both classes alike · ")).to_be_visible()


def test_text_from_data_stays_text_in_a_picture(page, server):
    """Streamlit reads a picture as part of its Markdown."""
    draw, store = random.Random(0), Store(f"sqlite:///{server.log.parent / 'runs.sqlite'}")
    rows = [(":red[a] **x**", "$y$ https://evil.example", "class")]
    for _ in range(100):
        one, two = draw.choice(HOSTILE), draw.choice((*HOSTILE, "<script>alert(1)</script>"))
        rows.append((one, two, ":blue[yes]" if len(one) > len(two) else "<b>no</b>"))
    table = read_table(as_csv(rows), "table.csv")
    found = answers([explain(table, Settings(**SIMPLE, positive=(":blue[yes]",)))], table)
    answer = json.loads(json.dumps(document(found)))
    visit(page, f"/find_rule?run={run_of(store, as_csv(rows), 'done', answer)}")
    page.get_by_role("tab", name="In full", exact=True).click()
    page.get_by_text("Which lines overlap").click()
    picture = page.locator("svg.picture")
    expect(picture).to_be_visible()
    told = picture.locator("title").all_text_contents()
    assert any(text in title for text in HOSTILE for title in told)
    tags = picture.locator("*").evaluate_all("all => all.map(own => own.tagName)")
    assert {*tags} <= {"text", "title", "rect", "circle", "line"}
