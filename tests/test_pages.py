"""The pages without a browser: journeys with a store of their own."""

import csv
import io
import json
import re
from dataclasses import replace
from html import unescape
from itertools import product
from math import inf

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from dashboard import services
from dashboard.session import KEY
from dashboard.text import JOINER, TIED, plain
from interpret.data.reading import read_table
from interpret.forms.answer.answer import answers
from interpret.forms.answer.record import document
from interpret.forms.explain import explain
from interpret.settings import AUTO, Settings
from jobs.database import Run
from jobs.store import Store
from tests.patience import PATIENCE, until

pytestmark = pytest.mark.slow

LOAD, FIND = "dashboard/pages/load_data.py", "dashboard/pages/find_rule.py"
HOSTILE = (
    '<b>bold</b> <a href="https://evil.example">link</a>',
    "**x** [l](https://evil.example) `c` $y^2$",
    ":red[r] :material/home: :streamlit: www.evil.example a@evil.example",
)
PANELS = (
    "try_row",
    "wronged",
    "researchers",
    "predict_rows",
    "downloads",
    "families",
    "heat_maps",
    "every_kernel",
    "every_way",
    "formulas",
)  # closed until a click
SURE, ERRS, ROWS, OTHERS, INSIDE, SETTINGS = (
    "How sure",
    "Where it errs",
    "Rows",
    "Alternatives",
    "Inside the machine",
    "Settings",
)  # what stands behind the answer, one of which is seen
SIMPLE = {  # settings that leave nothing to choose
    "search": "exact",
    "kernel": "linear",
    "C": 1.0,
    "side": "for",
    "language": "monotone",
    "fit_to": "weights",
    "price": 0.0,
    "size": "10x5",
}


def answer_to(raw: bytes, name: str = "monks-1.csv", **asked) -> dict:
    """The document of a table's rule, as a run stores it."""
    table = read_table(raw, name)
    return document(answers([explain(table, Settings(**asked))], table))


@pytest.fixture(scope="session")
def answer(monks) -> dict:
    return answer_to(monks)


def quiet(at: AppTest) -> AppTest:
    assert not at.exception
    assert "could not be shown" not in said(at)
    return at


def said(at: AppTest) -> str:
    """Everything the page says in Markdown."""
    kinds = (at.title, at.header, at.subheader, at.markdown, at.caption, at.error, at.info)
    parts = [element.value for kind in (*kinds, at.warning) for element in kind]
    parts += [  # what a picture or a poster says, as if it stood in Markdown
        plain(unescape(text))
        for own in at.markdown
        if own.value.startswith("<div>")
        for text in re.split("<[^>]*>", own.value)
    ]
    parts += [alert.proto.title for alert in (*at.error, *at.info, *at.warning)]
    parts += [text for m in at.metric for text in (m.label, m.value, m.delta)]
    parts += [expander.label for expander in at.expander]
    parts += [widget.label for kind in (at.button, at.selectbox, at.page_link) for widget in kind]
    return "\n".join(parts).replace(TIED, " ")


def noted(at: AppTest) -> str:
    """What is noted of the table's columns, each beside its column."""
    return " ".join(t for f in at.dataframe if "note" in f.value for t in f.value["note"])


def as_read(text: str) -> str:
    """A text of the page as it is read: without the signs that keep Markdown away."""
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", text).replace(TIED, " ")


def look_at(at: AppTest, tab: str) -> AppTest:
    """Turns to another tab of the answer."""
    at.session_state["tab"] = tab
    return quiet(at.run())


def lines_of(at: AppTest) -> list[str]:
    """The rule's lines on the first screen, in words or as boards, without what others are."""
    (shown,) = [own.value for own in at.markdown if 'class="lines' in own.value]
    listed = "".join(re.findall("<ol.*?</ol>", shown, re.DOTALL))
    lines = re.findall(r'<li>(?:<span>([^<]*)|<svg[^>]*aria-label="([^"]*)")', listed)
    return [unescape(words or board) for words, board in lines[:-1]]


def table_of(at: AppTest, column: str):
    """The one table on the page that has the column."""
    (found,) = [frame.value for frame in at.dataframe if column in frame.value.columns]
    return found


def cells_of(frame) -> dict[str, list]:
    """The cells of a table by the labels of its columns."""
    config = json.loads(frame.proto.columns)
    labels = {name: column["label"] for name, column in config.items() if column.get("label")}
    return {labels.get(name, name): frame.value[name].tolist() for name in frame.value.columns}


def told_table(at: AppTest, column: str) -> dict[str, list]:
    """The cells, by column, of the one table of blocks on the page that has the column."""
    tables = [cells_of(frame) for frame in at.dataframe]
    tables += [
        {as_read(name): [*map(as_read, own.value[name])] for name in own.value.columns}
        for own in at.table
    ]
    (found,) = [cells for cells in tables if column in cells]
    return found


def shown_run(at: AppTest) -> Run:
    return services.store().get(at.query_params["run"])


def finish(at: AppTest) -> AppTest:
    """Waits for the run that the page shows, as a browser does by polling."""
    until(lambda: not shown_run(at).active)
    return quiet(at.run())


def started_run(store: Store, raw: bytes, kind="explain", name="table.csv", **spec) -> str:
    """A run at work, with its table; spec: what it was asked besides."""
    table = read_table(raw, name)
    store.save_table(table.digest, table.name, raw)
    asked = {"settings": Settings().to_dict(), "table": table.name} | spec
    run_id = store.create(kind, asked, table.digest)
    store.start(run_id)
    return run_id


def run_of(
    store: Store, raw: bytes, status: str, result=None, error=None, name="table.csv", **settings
) -> str:
    """A run for a rule that has ended, with its table."""
    run_id = started_run(store, raw, name=name, settings=Settings(**settings).to_dict())
    store.finish(run_id, status, result, error)
    return run_id


def as_csv(rows) -> bytes:
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue().encode()


@pytest.mark.usefixtures("in_this_process")
def test_the_first_click_on_a_fresh_dashboard_leads_to_the_rule_of_a_sample(open_app):
    at = open_app()
    assert at.header[0].value == plain("tic-tac-toe.csv")
    assert at.button(key="find").label == "Find the rule"

    at = finish(at.button(key="find").click().run())

    assert shown_run(at).status == "done"
    assert at.title[0].value == plain("Who wins at tic-tac-toe?")
    assert plain("x wins = yes when any of these holds:") in said(at)
    assert len(lines_of(at)) == 8
    assert "top-left is x and top-middle is x and top-right is x" in lines_of(at)
    assert plain("Flags 188 of 288 unseen rows, 188 of them rightly; misses none.") in said(at)
    assert "always saying yes 65.3 %" in said(at)
    assert "Proven" in said(look_at(at, SURE))


@pytest.mark.parametrize(
    ("positive", "title"),
    [
        ((), "What decides care?"),
        (("intensive",), "Who needs intensive care?"),
        (("diet",), "When is care = diet?"),
    ],
)
def test_the_question_of_a_sample_stands_above_its_class_alone(
    open_app, store, root, positive, title
):
    raw = (root / "sample_data" / "clinic.csv").read_bytes()
    asked = {"name": "clinic.csv", "target": "care", "positive": positive}
    at = open_app(FIND, run=run_of(store, raw, "cancelled", **asked))
    assert at.title[0].value == plain(title)


def test_class_and_positive_value_are_chosen_in_a_sentence(open_app, monks):
    at = open_app()
    at = at.file_uploader(key="upload").upload("mine.csv", monks, "text/csv").run()
    at = quiet(at.selectbox(key="target").select("smiling").run())
    assert at.segmented_control(key="positive").value == "yes"
    at = quiet(at.segmented_control(key="positive").set_value("no").run())
    settings = at.session_state[KEY].settings
    assert (settings.target, settings.positive) == ("smiling", ("no",))
    again = open_app(**{name: at.query_params[name] for name in ("data", "target", "positive")})
    assert again.session_state[KEY].settings == settings, "a refresh asks about the same class"
    again = open_app(data=at.query_params["data"], target="smiling", positive="<b>")
    assert again.session_state[KEY].settings.positive == ()


def test_a_tick_leaves_a_column_out_but_never_the_class(open_app):
    at = open_app()
    at = tick(at, 0, False)
    assert at.session_state[KEY].settings.drop == ("top-left",)
    at = tick(at, 9, False)
    assert at.session_state[KEY].settings.drop == ("top-left",)
    assert "cannot be left out" in at.error[0].value
    at = tick(at, 0, True)
    assert at.session_state[KEY].settings.drop == ()


def tick(at: AppTest, row: int, use: bool) -> AppTest:
    key = f"columns_{at.session_state[KEY].edition}"
    edit = {"edited_rows": {row: {"use": use}}, "added_rows": [], "deleted_rows": []}
    at.session_state[key] = edit
    return quiet(at.run())


@pytest.mark.usefixtures("in_this_process")
def test_more_than_two_classes_get_a_rule_each(open_app):
    rows = [
        ("a", "b", "kind"),
        *((a, b, f"k{(a + b) % 3}") for a, b in product(range(6), repeat=2)),
    ]
    at = open_app()
    at = at.file_uploader(key="upload").upload("three.csv", as_csv(rows), "text/csv").run()
    change(at, **SIMPLE)
    at = finish(at.button(key="find").click().run())
    assert shown_run(at).status == "done"
    at = look_at(at, ROWS)
    told = told_table(at, "rule finds")
    assert next(iter(told.values())) == ["k0", "k1", "k2"]
    assert all(plain(f"kind = k{i} when") in said(at) for i in range(3))
    assert "exactly one rule that says yes" in said(at)
    chooser = at.segmented_control(key="class")
    told = [
        re.fullmatch(r"(k\d): (\d+) rows, finds \d+, misses \d+", as_read(own))
        for own in chooser.options
    ]
    assert [(own[1], own[2]) for own in told] == [("k0", "12"), ("k1", "12"), ("k2", "12")]
    at = quiet(chooser.set_value("k2").run())
    assert at.query_params["class"] == "k2"
    assert plain("kind = k2 when any of these holds:") in said(at)


def change(at: AppTest, **settings) -> None:
    at.session_state[KEY].settings = replace(at.session_state[KEY].settings, **settings)


def test_the_settings_say_what_is_wrong_and_the_thesis_is_one_click(open_app):
    at = open_app(FIND)
    at = quiet(at.button(key="thesis").click().run())
    settings = at.session_state[KEY].settings
    assert (settings.kernel, settings.size, settings.operators) == ("rules(10,5)", "10x5", "thesis")
    assert "as in the thesis" in said(at)
    at = quiet(at.button(key="automatic").click().run())
    assert at.session_state[KEY].settings == Settings(target="x wins", positive=("yes",))


@pytest.mark.parametrize(
    ("name", "typed", "said_so"),
    [
        ("others", "time-limit=0", "time limit must be a number between 0.1 and 86400; got 0"),
        ("others", "time-limit", "A setting is given as NAME=VALUE"),
        ("size", "many", "as in 8 or 8x3; got 'many'"),
    ],
)
def test_a_setting_without_sense_is_one_sentence_and_the_last_answer_stays(
    open_app, store, monks, answer, name, typed, said_so
):
    at = open_app(FIND, tab=SETTINGS, run=run_of(store, monks, "done", answer))
    before = at.session_state[KEY].settings
    box = (at.multiselect if name == "others" else at.selectbox)(key=f"set_{name}")
    box.options.append(typed)  # as a browser sends what is typed
    at = quiet(box.set_value([typed] if name == "others" else typed).run())
    assert said_so in said(at).replace("\\", "")
    assert at.session_state[KEY].settings == before
    assert lines_of(at)


def test_one_field_takes_every_other_setting(open_app, store, monks, answer):
    at = open_app(FIND, tab=SETTINGS, run=run_of(store, monks, "done", answer))
    box = at.multiselect(key="set_others")
    box.options += ["C=inf", "effort=500"]
    at = quiet(box.set_value(["C=inf", "effort=500", "fit-to=labels"]).run())
    settings = at.session_state[KEY].settings
    assert (settings.C, settings.effort, settings.fit_to) == (inf, 500, "labels")
    box = at.multiselect(key="set_others")
    assert set(box.value) == {"C=inf", "effort=500", "fit-to=labels"}
    at = quiet(box.set_value(["effort=500"]).run())
    assert (at.session_state[KEY].settings.C, at.session_state[KEY].settings.effort) == (AUTO, 500)


def test_an_answer_of_other_settings_says_so(open_app, store, monks, answer):
    at = open_app(FIND, tab=SETTINGS, run=run_of(store, monks, "done", answer))
    assert not at.info
    at = quiet(at.number_input(key="set_seed").set_value(7).run())
    assert "settings have changed" in at.info[0].value
    assert lines_of(at)


def test_an_unknown_run_and_no_run_at_all_are_told_with_the_next_step(open_app):
    at = open_app(FIND, run="nosuchrun")
    assert "There is no run “nosuchrun” here" in said(at)
    assert "no rule yet" in said(at)
    assert not at.button(key="find").disabled


def test_a_clause_shows_its_rows(open_app, store, monks, answer):
    at = open_app(FIND, panels=(), tab=ROWS, run=run_of(store, monks, "done", answer))
    (line,) = [box for box in at.selectbox if box.label == "Rows of a line"]
    at = quiet(line.select_index(line.options.index("jacket is red")).run())
    rows = next(cells for cells in map(cells_of, at.dataframe) if "machine says" in cells)
    assert len(rows["row"]) == 108  # jacket is red
    assert set(rows["jacket"]) == {"red"}


@pytest.mark.usefixtures("in_this_process")
def test_text_from_data_is_shown_as_it_stands_on_both_pages(open_app):
    bold, link, icon = HOSTILE
    rows = [(bold, link, icon)]
    for a, b in product((bold, icon, "", "= 1"), (link, "x\ny", "{}", "\\")):
        rows += [(a, b, bold if a == bold or b == "x\ny" else link)] * 3
    at = open_app()
    at = at.file_uploader(key="upload").upload(f"{link}.csv", as_csv(rows), "text/csv").run()
    check_plain(quiet(at))
    change(at, **SIMPLE)
    at = finish(at.button(key="find").click().run())
    assert shown_run(at).status == "done"
    check_plain(at)
    for tab in (ROWS, OTHERS, INSIDE):
        at = look_at(at, tab)
        check_plain(at)


def check_plain(at: AppTest) -> None:
    words = said(at)
    assert any(plain(text) in words for text in HOSTILE)
    for sign in ("<b>", "](https", ":red[", ":material/home:", "$y^2$", "https://evil", "**x**"):
        assert not re.search(rf"(?<!\\){re.escape(sign)}", words.replace(JOINER, "?"))


def test_a_store_that_cannot_be_used_is_one_sentence(monkeypatch, root):
    monkeypatch.setenv("RULESCOPE_DATABASE_URL", "nonsense")
    st.cache_resource.clear()
    at = quiet(AppTest.from_file(str(root / "app.py"), default_timeout=PATIENCE).run())
    assert "must be a database URL" in at.error[0].value
