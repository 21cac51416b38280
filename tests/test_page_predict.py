"""The page that predicts, without a browser: other rows scored with a stored answer."""

import io
import json
import random
import re

import openpyxl
import pytest

from dashboard.session import KEY
from dashboard.text import plain
from interpret.data.reading import read_table
from interpret.forms.answer.answer import Answer, answers
from interpret.forms.answer.record import document
from interpret.forms.explain import explain
from interpret.settings import Settings
from tests import cards, test_page_explain_number, test_pages
from tests.inspected import read
from tests.made_documents import made, table_of
from tests.test_altered_documents import altered, places
from tests.test_interpret_number_explain import small
from tests.test_page_card import CARD
from tests.test_pages import HOSTILE, SIMPLE, answer_to, as_csv, check_plain, quiet, run_of, said

pytestmark = pytest.mark.slow


PREDICT, RUNS = "dashboard/pages/predict.py", "dashboard/pages/runs.py"
LOAD = "dashboard/pages/load_data.py"


@pytest.fixture(scope="session")
def answer(monks):
    return answer_to(monks, **SIMPLE)


def upload(at, raw: bytes, name="new.csv"):
    return quiet(at.file_uploader(key="other_rows").upload(name, raw, "text/csv").run())


def scored(at):
    """The scored rows: label -> cells."""
    (cells,) = [cells for cells in map(test_pages.cells_of, at.dataframe) if "row" in cells]
    return cells


def test_without_a_rule_the_page_says_where_to_get_one(open_app):
    at = open_app(PREDICT)
    assert "no rule to predict with yet" in at.info[0].value
    assert [link.label for link in at.page_link] == ["Load data", "Runs"]
    assert not at.file_uploader


def test_rows_of_another_file_get_their_verdicts(open_app, store, monks, answer):
    at = open_app(PREDICT, run=run_of(store, monks, "done", answer))
    assert "4 lines, 7 conditions" in said(at)
    assert "Needed columns: body, head" in said(at).replace("\\", "")
    at = upload(at, monks)
    assert at.header[0].value == "432 rows scored"
    assert "the rule is right on 100.0 %" in said(at).replace("\\", "")
    cells = scored(at)
    assert set(cells["friend = yes: rule"]) == {"yes", "no"}
    assert cells["friend = yes: rule"] == cells["friend"]
    assert len(cells["friend = yes: score"]) == 432
    assert not at.warning
    assert at.query_params["run"], "the address leads back"


def test_values_never_seen_and_columns_that_lack_are_told(open_app, store, monks, answer):
    at = open_app(PREDICT, run=run_of(store, monks, "done", answer))
    at = upload(at, monks.replace(b"red", b"**mauve**"))
    assert "the machine sees no value" in at.warning[0].value
    assert plain("**mauve**") in at.warning[0].value
    at = upload(at, monks.replace(b"jacket", b"Jackett", 1), "renamed.csv")
    assert "“jacket” (is it “Jackett”?)" in at.error[0].value.replace("\\", "")
    assert not at.dataframe
    at = upload(at, b"\x00", "bad.csv")
    assert len(at.error) == 1
    assert at.file_uploader, "another file can be tried"


def test_the_rule_of_the_session_is_the_one_that_predicts(open_app, store, monks, answer):
    run_id = run_of(store, monks, "done", answer)
    at = open_app(LOAD, run=run_id)  # leads to the rule
    at = quiet(at.switch_page(PREDICT).run())
    assert at.file_uploader
    assert at.query_params["run"] == run_id
    at.session_state[KEY].load("d" * 64, "gone.csv")
    assert at.session_state[KEY].answered == {}


def test_each_class_has_its_verdicts_and_hostile_text_stays_text(open_app, store):
    bold, link, icon = HOSTILE
    kinds = {bold: bold, link: link, "=1+1": "=1+1", "w": bold}
    rows = [(bold, link, icon), *[(a, b, kinds[a]) for a in kinds for b in ("u", "v")] * 4]
    raw = as_csv(rows)
    table = read_table(raw, "three.csv")
    found = [
        explain(table, Settings(**SIMPLE, positive=(value,))) for value in (bold, link, "=1+1")
    ]
    at = open_app(PREDICT, run=run_of(store, raw, "done", document(answers(found, table))))
    check_plain(at)
    at = upload(at, as_csv([*rows, (icon, icon, "")]), f"{link}.csv")
    check_plain(at)
    cells = scored(at)
    assert cells[f"{icon} by chance"][:-1] == [row[2] for row in rows[1:]]
    for value in (bold, link, "=1+1"):
        assert cells[f"{icon} = {value}: rule"][:-1] == [
            "yes" if row[2] == value else "no" for row in rows[1:]
        ]
    assert len(at.warning) == 2


def test_where_points_come_first_their_verdicts_and_totals_are_told_first(open_app, store, monks):
    table = read_table(monks, "monks-1.csv")
    a = cards.with_card(Answer(explain(table, Settings(**SIMPLE)), table), CARD)
    at = open_app(PREDICT, run=run_of(store, monks, "done", document([a])))
    header, *rows = monks.decode().splitlines()
    at = upload(at, "\n".join([header, *rows[::2]]).encode())
    cells = scored(at)
    points = cells["friend = yes: points"]
    assert points == CARD.totals(a.explained)[::2].tolist()
    verdicts = ["yes" if own > CARD.cut else "no" for own in points]
    assert cells["friend = yes: verdict"] == verdicts
    told = re.sub("The (rule|card) still", r"the \1 still", read(at))
    assert "The card says friend = yes on" in told
    assert told.index("the card still holds") < told.index("the rule still holds")


def test_a_cell_that_cannot_be_read_is_told_and_which_sheet_is_asked(open_app, store):
    rng = random.Random(2)
    rows = [(round(rng.uniform(1, 9), 1), rng.choice("ab")) for _ in range(120)]
    lines = "\n".join(f"{a},{b},{'yes' if a > 5 else 'no'}" for a, b in rows)
    raw = f"lab,kind,ill\n{lines}\n".encode()
    at = open_app(PREDICT, run=run_of(store, raw, "done", answer_to(raw, **SIMPLE)))
    book = openpyxl.Workbook()
    for sheet, cells in ((book.active, ["2.5", "soon"]), (book.create_sheet("b"), ["soon", "2.5"])):
        for row in (("lab", "kind"), *((cell, "a") for cell in cells), *((8.5, "b"),) * 18):
            sheet.append(row)
    book.active.title, file = "a", io.BytesIO()
    book.save(file)
    at = upload(at, file.getvalue(), "new.xlsx")
    assert scored(at)["ill = yes: rule"][:3] == ["no", "", "yes"]
    assert any("No verdict where" in warning.value for warning in at.warning)
    (sheet,) = [box for box in at.selectbox if box.label == "Sheet"]
    assert (sheet.options, sheet.value) == (["a", "b"], "a")
    at = quiet(sheet.select("b").run())
    assert scored(at)["ill = yes: rule"][:3] == ["", "no", "yes"]


TIMES = 8  # of each document, first as it was written


@pytest.mark.parametrize("name", ["explain-studied", "explain-numbers"])
def test_an_altered_document_predicts_or_is_one_sentence(open_app, store, name):
    table, text, rng = table_of(name), json.dumps(made(name)), random.Random(name)
    paths = list(places(made(name)))
    store.save_table(table.digest, table.name, as_file(table))
    raw = as_file(table.rows(range(12)))
    spec = {"settings": Settings().to_dict(), "table": table.name}
    at, heard = open_app(PREDICT), []
    for time in range(TIMES):
        run_id = store.create("explain", spec, table.digest)
        store.start(run_id)
        try:
            store.finish(run_id, "done", altered(text, paths, rng) if time else json.loads(text))
        except ValueError:  # what is no standard JSON is never stored
            continue
        at.query_params["run"] = run_id
        at = quiet(at.run())
        if at.file_uploader:
            at = quiet(at.file_uploader(key="other_rows").upload("rows.csv", raw).run())
        heard.append(len(at.error))
        assert heard[-1] or "rows scored" in said(at)
    assert set(heard) == {0, 1}


def as_file(table):
    return table.frame().fillna("").to_csv(index=False).encode()


number_run = test_page_explain_number.stored


def test_rows_get_their_number(open_app, number_run):
    at = open_app(PREDICT, run=number_run())
    assert "With the answer to **the number y**" in said(at)
    assert "Needed columns:" in said(at)
    _, _, e = small()
    rows = small()[0].frame.head(20).to_parquet(None, index=False)
    at = quiet(at.file_uploader(key="other_rows").upload("new.parquet", rows).run())
    (frame,) = [one for one in at.dataframe if len(one.value) == 20]
    told = frame.value.to_numpy().ravel().tolist()
    assert any(own == pytest.approx(e.predicted[0]) for own in told if isinstance(own, float))
    assert "download_predicted" in [own.key for own in at.get("download_button")]
