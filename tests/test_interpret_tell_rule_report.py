import csv
import io
import re
from html.parser import HTMLParser

import pytest

from interpret.data.reading import read_table
from interpret.fit.parts import tasks_asked
from interpret.forms.answer.answer import answers
from interpret.forms.answer.proof import proof_words
from interpret.forms.classes import explain_classes
from interpret.forms.explain import explain
from interpret.forms.study.study import studied, study
from interpret.present import wording
from interpret.settings import Settings
from interpret.tell.rule.report import html_report
from interpret.tell.rule.words import machine_words
from tests.judged import verdict_on_rule as graded
from tests.test_browser_first_screen import birds, loans
from tests.test_pages import SIMPLE

BOLD = '<b>x</b> <a href="https://example.com">y</a>'
SCRIPT = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"
NAMES = ["$x^2$ %{y}", BOLD, SCRIPT]
VALUES = [BOLD, "a<br>b", "$x^2$", "%{y}", "**bold** ]]>", SCRIPT, "&lt;i&gt;", "line\nbreak"]
FAST = {"kernel": "linear", "C": 1.0, "side": "for", "language": "monotone", "fit_to": "weights"}


def hostile_csv():
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow([*NAMES, "<i>class</i>"])
    for i in range(48):
        winner = "<u>yes</u>" if i % 8 in (0, 3, 5) else "<s>no</s>"
        writer.writerow([VALUES[i % 8], VALUES[i % 5], VALUES[(i * 3) % 7], winner])
    return text.getvalue().encode()


@pytest.fixture(scope="module")
def hostile():
    table = read_table(hostile_csv(), "<h1>t</h1>.csv")
    settings = Settings(**FAST)
    explanation = explain(table, settings)
    found = answers([explanation], table)
    studies = [study(found[0])]
    return explanation, html_report(studied(found, studies=studies))


LENGTHS = re.compile(r"(?:--[a-z]+:[\d.]+%?;?)+")


class Document(HTMLParser):
    """The tags, attributes and texts of a page; of a script, only that it is there.

    A style of numbers alone, from which a bar takes its length, is no attribute that can do harm.
    """

    def __init__(self, markup):
        super().__init__()
        self.tags, self.attributes, self.texts, self.inside = set(), set(), [], ""
        self.feed(markup)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes |= {name for name, value in attrs if not LENGTHS.fullmatch(value or "")}
        self.inside = tag

    def handle_data(self, data):
        if self.inside not in ("script", "style"):
            self.texts.append(data)


def test_text_from_data_becomes_no_markup(hostile):
    _, report = hostile
    document = Document(report)
    assert not document.tags & {"a", "b", "i", "u", "s", "br", "img", "h4"}
    assert not document.attributes & {"href", "src", "onerror", "style"}
    shown = " ".join(document.texts)
    for text in (*NAMES, "<h1>t</h1>.csv", "<u>yes</u>"):
        assert text in shown


def test_the_report_has_no_script_and_asks_for_nothing(hostile):
    _, report = hostile
    document = Document(report)
    assert not document.tags & {"script", "link", "iframe", "object", "img", "image", "use"}
    assert "default-src 'none'" in report
    assert "alert(1)" in report


def test_the_report_tells_the_answer_and_what_it_rests_on(hostile):
    e, report = hostile
    shown = " ".join(Document(report).texts).replace("\N{NO-BREAK SPACE}", " ")
    for text in [
        graded(e).headline,
        proof_words(e),
        *map(wording.clause_words, e.rule.formula.clauses),
        wording.share_words(e.rule_form.right["test"].accuracy),
        wording.share_words(e.machine_right["test"].sensitivity),
        wording.percent(e.majority["test"].value),
        machine_words(e),
        e.digest,
        "scikit-learn",
        "Set by hand",
    ]:
        assert text in shown


def test_without_unseen_rows_the_report_says_which_rows_it_judges_by(root):
    table = read_table((root / "sample_data" / "monks-1.csv").read_bytes(), "monks-1.csv")
    found = answers([explain(table, Settings(**FAST, test=0.0))], table)
    report = html_report(studied(found))
    assert "judged on the same rows" in report


@pytest.mark.slow
def test_costs_have_a_table_and_the_ways_are_judged_by_them(root):
    table = read_table((root / "sample_data" / "monks-3.csv").read_bytes(), "monks-3.csv")
    e = explain(table, Settings(**FAST, cost=4.0))
    found = answers([e], table)
    report = html_report(studied(found, studies=[study(found[0])]))
    assert "What do its errors cost?" in report
    assert "What errors cost, per 100 rows, on the same" in report
    low, high = e.settings.costs.between(e.rule_form.right["test"])
    own = e.settings.costs.of(e.rule_form.right["test"]) / e.rule_form.right["test"].n
    assert f"<td>{100 * own:.3g} ({100 * low:.3g} to {100 * high:.3g})</td>" in report


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1000, 390])
def test_the_report_opens_offline_and_shows_text_as_text(
    hostile, chromium, tmp_path, scheme, width
):
    file = tmp_path / "report.html"
    file.write_text(hostile[1], encoding="utf-8")
    context = chromium.new_context(
        color_scheme=scheme, viewport={"width": width, "height": 900}, offline=True
    )
    try:
        page = context.new_page()
        said, asked = [], []
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("dialog", lambda dialog: (said.append(dialog.message), dialog.dismiss()))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(file.as_uri())
        assert page.locator("svg a, svg script").count() == 0
        assert page.evaluate("document.documentElement.scrollWidth") == width
        background = "getComputedStyle(document.body).backgroundColor"
        dark = page.evaluate(background)
        assert dark == {"light": "rgb(252, 251, 248)", "dark": "rgb(21, 25, 26)"}[scheme]
        page.emulate_media(media="print")
        assert page.evaluate(background) == "rgb(255, 255, 255)"
        assert said == []
        assert asked == [file.as_uri()]
    finally:
        context.close()


def test_a_report_knows_which_class_is_bad_news():
    table = read_table(loans(), "table.csv")
    (e,) = explain_classes(tasks_asked(table, Settings(**SIMPLE)), Settings(**SIMPLE))
    found = studied(answers([e], table))
    for bad, name in ((("yes",), "bad-yes"), (("no",), "bad-no"), (("maybe",), "")):
        sections = re.findall(r'<section class="([^"]*)">\s*<div class="poster">', html_report(
            found, bad=bad
        ))  # fmt: skip
        assert sections == ([name] if name else [])


def printed_pages(chromium, report: str) -> int:
    page = chromium.new_page()
    page.set_content(report)
    page.emulate_media(media="print")
    printed = page.pdf(prefer_css_page_size=True)
    page.close()
    return len(re.findall(rb"/Type\s*/Page\b", printed))


@pytest.mark.browser
@pytest.mark.parametrize("make", [loans, birds])
def test_two_classes_and_four_are_two_printed_pages(chromium, make):
    table = read_table(make(), "table.csv")
    settings = Settings(**SIMPLE | {"C": 16.0, "fit_to": "labels"})
    found = answers(list(explain_classes(tasks_asked(table, settings), settings)), table)
    report = html_report(studied(found, studies=[study(a) for a in found]))
    beat = (
        "Does it beat the simple ways?" if make == loans else "Do the rules beat the simple ways?"
    )
    assert beat in report
    page = chromium.new_page()
    page.set_content(report)
    page.emulate_media(media="print")
    inside = (
        "[...document.querySelectorAll('.poster')].map(own => getComputedStyle(own).breakInside)"
    )
    assert set(page.evaluate(inside)) == {"avoid"}
    page.close()
    assert printed_pages(chromium, report) <= 2
