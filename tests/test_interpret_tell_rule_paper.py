"""The report on paper."""

import re

import pytest

from interpret.data.reading import read_table
from interpret.forms.answer.answer import answers
from interpret.forms.explain import explain
from interpret.forms.study.study import studied
from interpret.settings import Settings
from interpret.tell.rule.report import html_report


@pytest.fixture(scope="module")
def found():
    rows = "".join(f"{'ab'[i % 2]},{'xyz'[i % 3]},{['no', 'yes'][i % 2]}\n" for i in range(40))
    table = read_table(f"one,two,class\n{rows}".encode(), "t.csv")
    settings = Settings(kernel="linear", C=1.0, side="for", language="monotone", fit_to="weights")
    return answers([explain(table, settings)], table)


@pytest.mark.browser
def test_the_report_on_paper_has_pages_and_nothing_is_cut_off(chromium, found, tmp_path):
    path = tmp_path / "report.html"
    path.write_text(html_report(studied(found)), encoding="utf-8")
    page = chromium.new_page(viewport={"width": 680, "height": 980})  # A4 without its margins
    page.goto(path.as_uri())
    loaded = "document.fonts.ready.then(() => [...document.fonts].map(font => font.status))"
    assert page.evaluate(loaded) == ["loaded"], "its own letters, from the document itself"
    assert page.get_by_text("Print it to keep it as PDF").is_visible()
    page.emulate_media(media="print")
    assert page.get_by_text("Print it to keep it as PDF").is_hidden()
    wider = """() => [...document.querySelectorAll("main *")].filter(own => {
      const box = own.getBoundingClientRect();
      return box.width && (box.right > innerWidth + 1 || box.left < -1);
    }).map(own => own.outerHTML.slice(0, 120))"""
    assert page.evaluate(wider) == []
    printed = page.pdf(prefer_css_page_size=True, format="A4", print_background=True)
    page.close()
    assert printed.startswith(b"%PDF")
    assert 1 <= len(re.findall(rb"/Type\s*/Page\b", printed)) <= 2
