"""The dashboard in a real browser: what only a browser shows."""

import csv
import json
import re

import pytest
from playwright.sync_api import Page, expect

from jobs.store import Store
from tests.accessible import found_by_axe
from tests.browser import GROUNDS, draw_in, settle, visit
from tests.test_pages import answer_to, run_of

pytestmark = pytest.mark.browser

PROBES = ("_stcore/health", "_stcore/host-config")  # asked below the page's address, then above it
MARK = "evil.example"
HOSTILE = (
    f'<b>{MARK}</b> <a href="https://{MARK}">x</a><br>',
    f"**{MARK}** [l](https://{MARK}) `{MARK}` $\\frac{{1}}{{2}}$",
    f":red[{MARK}] :material/home: https://{MARK} www.{MARK} :tada:",
    f"<script>alert('{MARK}')</script> ![i](https://{MARK}/i.png)",
)


@pytest.fixture
def open_page(new_page):
    """Opens pages of which none may write an error on its console."""
    errors = []

    def open_watched(**options) -> Page:
        page = new_page(**options)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on(
            "console",
            lambda said: errors.append(f"{said.text} {said.location}") if bad(said) else None,
        )
        return page

    def bad(said) -> bool:
        return said.type == "error" and not said.location["url"].endswith(PROBES)

    yield open_watched
    assert not errors


@pytest.fixture
def page(open_page) -> Page:
    return open_page()


def upload(page: Page, path) -> None:
    page.get_by_test_id("stFileUploaderDropzoneInput").first.set_input_files(path)


def find(page: Page) -> None:
    page.get_by_role("button", name="Find the rule", exact=True).click()


def answered(page: Page) -> None:
    """Waits for the answer of a run that has ended."""
    expect(page.get_by_role("button", name="Find the rule again")).to_be_enabled()
    expect(page.get_by_role("radio", name="Inside the machine")).to_be_visible()
    settle(page)


def turn_to(page: Page, tab: str) -> None:
    """Opens a part of what stands behind the answer."""
    page.get_by_role("radio", name=tab).click()
    settle(page)


def lines(page: Page):
    """The lines of the rule on the first screen."""
    return page.locator(".poster ol:not(.rest) li")


def test_from_an_upload_to_the_rule_its_download_and_back_to_it(page, open_page, root, tmp_path):
    table = tmp_path / "robots.csv"
    table.write_bytes((root / "sample_data" / "monks-1.csv").read_bytes())
    visit(page)
    upload(page, table)
    expect(page.get_by_role("heading", name="robots.csv")).to_be_visible()
    find(page)
    answered(page)
    expect(page.get_by_role("heading", name="friend = yes when")).to_be_visible()
    turn_to(page, "How sure")
    expect(page.get_by_role("heading", name="You can replace the machine")).to_be_visible()

    page.get_by_test_id("stPopoverButton").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="JSON").click()
    saved = json.loads(download.value.path().read_text(encoding="utf-8"))
    (explained,) = saved["explanations"]
    assert download.value.suggested_filename == "robots-rule.json"
    assert (saved["schema"], saved["table"]["name"]) == (1, "robots.csv")
    assert explained["rule"]["proven"]
    assert explained["accuracy"]["test"] == 1
    assert len(explained["rule"]["clauses"]) == 4

    page.reload()  # the same page, and one that never saw the table
    answered(page)
    other = open_page()
    visit(other, page.url.removeprefix(re.match(r"https?://[^/]+", page.url)[0]))
    answered(other)
    for one in (page, other):
        expect(one.get_by_role("heading", name="friend = yes when")).to_be_visible()
        expect(lines(one)).to_have_count(4)

    page.get_by_role("link", name="Load data").click()
    expect(page.get_by_role("heading", name="robots.csv")).to_be_visible()
    page.get_by_role("link", name="Find the rule").click()
    answered(page)
    assert "run=" in page.url


def test_a_search_is_seen_at_work_and_cancelled_and_its_best_rule_stays(page):
    visit(page, "/find_rule")
    expect(page.get_by_text("Settings: all automatic")).to_be_visible()
    expect(page.get_by_role("button", name="As in the thesis")).to_be_visible()
    settle(page)
    page.get_by_role("button", name="As in the thesis").click()
    expect(page.get_by_text("Settings: as in the thesis")).to_be_visible()
    expect(page.get_by_text("search=genetic", exact=True)).to_be_visible()
    find(page)
    expect(page.get_by_text("Genetic search: generation")).to_be_visible()
    expect(
        page.get_by_text(re.compile(r"best rule so far has \d+ lines? and agrees on"))
    ).to_be_visible()
    expect(lines(page).first).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("You stopped the search.")).to_be_visible()
    answered(page)
    expect(lines(page).first).to_be_visible()


def test_text_from_data_never_becomes_markup(page, server, tmp_path):
    table = tmp_path / f"$x$ <i>{MARK} **b**.csv"
    one, two, three, four = HOSTILE
    with table.open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow([one, two, three])
        for _ in range(8):
            rows.writerows([[four, one, two], [one, four, two], [four, four, one], [two, two, one]])
            rows.writerow(["= 1", "", two])
    visit(page)
    upload(page, table)
    expect(page.get_by_role("heading", name=MARK)).to_be_visible()
    assert markup(page) == []
    raw, store = table.read_bytes(), Store(f"sqlite:///{server.log.parent / 'runs.sqlite'}")
    answer = answer_to(raw, table.name)
    visit(page, f"/find_rule?run={run_of(store, raw, 'done', answer, name=table.name)}")
    answered(page)
    charts = 0
    for tab, panels, said in (
        ("Where it errs", (), "How often they are right"),
        ("Rows", ("Try a row",), "Nearest change that turns the rule"),
        ("Alternatives", (), "The best of several rules"),
        ("Inside the machine", ("For researchers",), "What was chosen, and against what"),
    ):
        turn_to(page, tab)
        for panel in panels:
            page.get_by_test_id("stExpander").get_by_text(panel).click()
            settle(page)
        expect(page.get_by_text(said).first).to_be_visible()
        assert markup(page) == []
        charts += page.locator(".js-plotly-plot").count()
    assert charts == 2


def markup(page: Page) -> list[str]:
    """What on the page was made of text from data."""
    return page.evaluate(
        """mark => [...document.querySelectorAll(
            'a, b, i, em, strong, img, script, .katex, [role=img][aria-label$=icon], ' +
            'p code, svg a, [style*="font-weight: bold"], [style*="font-weight:bold"]')]
          .filter(e => (e.outerHTML.includes(mark) && !e.matches('strong')) ||
                       e.matches('[aria-label="home icon"]') ||
                       (e.matches('.katex') && !e.textContent.includes('α')))  // that one is ours
          .map(e => e.outerHTML.slice(0, 200))""",
        MARK,
    )


def test_both_themes_and_a_narrow_screen_show_every_page_whole(open_page):
    page = open_page(width=390, height=844)
    for path, heading in (
        ("/", "See the rule inside"),
        ("/find_rule", "Who wins at"),
        ("/learn_kernel", "Which similarity suits"),
        ("/runs", "What has been found"),
        ("/predict", "What would it say"),
    ):
        visit(page, path)
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
        for scheme in GROUNDS:
            draw_in(page, scheme)
            assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
            assert found_by_axe(page) == [], (path, scheme)


def test_columns_are_left_out_by_keyboard_alone(page):
    visit(page)
    page.get_by_test_id("data-grid-canvas").first.focus()
    page.keyboard.press("ArrowDown")
    for _ in range(2):  # without two of the cells some boards look alike
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Space")
        settle(page)
    expect(page.get_by_text("rows contradict each other")).to_be_visible()
