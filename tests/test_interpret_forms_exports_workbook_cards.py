"""Displayed points are scored points: every export gives every row the points of the card."""

import html
import io
import math
import random
import re
from dataclasses import replace
from itertools import product

import numpy as np
import openpyxl
import pandas as pd
import pytest

from interpret.data.complaints import DataError
from interpret.data.preparation import Preparation
from interpret.data.readings import Reading
from interpret.data.table import Table
from interpret.forms.answer.form import Chances, Forms
from interpret.forms.answer.predictor import predictors
from interpret.forms.answer.record import document
from interpret.forms.answer.scored import scored_columns
from interpret.forms.answer.totals import MOST_REASONS
from interpret.forms.exports.code import as_pandas, as_python, as_sql
from interpret.forms.exports.exports import exported
from interpret.forms.exports.pmml import as_scorecard
from interpret.forms.exports.pmml_fields import labels
from interpret.forms.exports.workbook import HEAD, HELD, ROWS, add_sheets, as_workbook
from interpret.present.code import dates_of
from interpret.present.wording import legible
from interpret.rules import logic
from interpret.rules.card import Card, Term
from interpret.rules.logic import Between, Clause, Formula, Is, IsNot
from interpret.tell.rule.brief import at_length
from interpret.tell.rule.card import ranges_words
from interpret.tell.text import as_markdown
from tests import cards
from tests.cards import CLINIC, FORMS, UNDATED, card, clinic, scored, with_card, written
from tests.exported import is_beyond_xml, query, rows_of, run, texts_of
from tests.often import some_now
from tests.scored_by_pmml import by_scorecard
from tests.sheet_formulas import evaluated
from tests.test_interpret_forms_exports_exports import (
    HOSTILE,
    NUMBERS,
    TEXTS,
    column,
    drawn,
    read,
    saying,
)

pytestmark = pytest.mark.slow

plain = cards.plain

TOLD = ("points", "chance", "verdict")
RULE_FIRST = Forms(90.0, 86.0, 100, 5)


def read_rows(table):
    """The rows of a table as dictionaries of what its cells are read as."""
    columns = ([own.values[code] for code in own.codes] for own in table.columns)
    return [dict(zip(table.names, cells, strict=True)) for cells in zip(*columns, strict=True)]


def expected(e, table):
    """Points, chances and verdicts of the card, and what comes first."""
    rows = e.preparation.table(table)
    own = e.points
    totals = [own.card.total(row) for row in read_rows(rows)]
    assert totals == own.card.totals(rows).tolist()
    odds = [own.chances.slope * total + own.chances.offset for total in totals]
    least, span = own.chances.least, 1 - 2 * own.chances.least
    chances = [least + span / (1 + math.exp(min(700, -log_odds))) for log_odds in odds]
    said = own.card.holds(rows) if e.first == "points" else e.rule.formula.holds(rows)
    return totals, chances, said.tolist()


def by_python(e, table):
    rows = table.frame().to_dict("records")
    return [list(map(own, rows)) for own in run(as_python(e), *TOLD)]


def by_sql(e, table):
    names, told = query(as_sql(e), table, EXP=math.exp)
    assert names[-4:] == ["rule", *TOLD]
    points, chance, verdict = (list(own) for own in zip(*(row[-3:] for row in told), strict=True))
    return points, chance, list(map(bool, verdict))


def by_pandas(e, data):
    return [own.tolist() for own in run(as_pandas(e), *TOLD, data=data)]


def sheets_of(e):
    """The sheets of the card, as they come back from a file."""
    book, file = openpyxl.Workbook(), io.BytesIO()
    add_sheets(book, e, e.points)
    book.save(file)
    return openpyxl.load_workbook(file)


def held(text):
    """As somebody can type it."""
    return text if HELD.fullmatch(text) else legible(text)


def by_workbook(e, table):
    """As a person fills it in: numbers where ranges are asked, all else as texts."""
    told = []
    numbers = {
        test.attribute
        for term in e.points.card.terms
        for test in term.clause.tests
        if isinstance(test, Between)
    }
    book = sheets_of(e)
    sheet = book["Points"]
    heads = {cell.value: cell.column for cell in sheet[HEAD]}
    assert ROWS == 200
    rows = table.frame().to_dict("records")
    for start in range(0, len(rows), ROWS):
        part = rows[start : start + ROWS]
        for line, row in enumerate(part, HEAD + 1):
            sheet.cell(line, 1).value = f"row {line}"
            for name in (name for name in row if legible(name) in heads):
                own = row[name]
                is_number = name in numbers and own is not None
                cell = sheet.cell(line, heads[legible(name)])
                cell.value = float(own) if is_number else own and held(own)
                if cell.data_type == "f":  # a text that begins with =
                    cell.data_type = "s"
        last = sheet.max_column
        letters = [sheet.cell(HEAD, last - 2 + n).column_letter for n in range(3)]
        told += [
            [evaluated(book, "Points", f"{letter}{line}") for letter in letters]
            for line in range(HEAD + 1, HEAD + 1 + len(part))
        ]
    points, chance, said = zip(*told, strict=True)
    return list(points), list(chance), [own == labels(e)[0] for own in said]


def by_document(a, table):
    """The document alone, by its contract."""
    kept = written(document([a]))
    part = kept["explanations"][0]
    terms = [
        (term["points"], Clause(tuple(map(logic.test_from_dict, term["clause"]))))
        for term in part["points"]["terms"]
    ]
    rows = read_rows(a.explanation.preparation.table(table))
    return [sum(points for points, clause in terms if clause.accepts(row)) for row in rows]


def by_csv(a, table):
    (own,) = predictors(written(document([a])))
    columns = dict(scored_columns(table, [own.scores(table)]))
    return columns["care = diet: points"]


def same(found, of):
    points, chances, said = of
    assert list(found[0]) == points
    assert found[1] == pytest.approx(chances, rel=1e-9)
    assert found[2] == said


def every_export(a, table, sheet=True):
    e = a.explanation
    of = expected(e, table)
    same(by_python(e, table), of)
    same(by_sql(e, table), of)
    for data in (table.frame(), table.frame().astype(TEXTS), table.frame().astype("string")):
        same(by_pandas(e, data), of)
    if sheet and not all(HELD.fullmatch(text or "") for text in texts_of(e.points.card.clauses)):
        with pytest.raises(DataError, match="no cell of a workbook"):
            sheets_of(e)
    elif sheet:
        some = table.rows(np.arange(0, table.n_rows, 3))
        found, (points, chances, _) = by_workbook(e, some), expected(e, some)
        same(found, (points, chances, [total > e.points.card.cut for total in points]))
    if dates_of(e.preparation, Formula(e.points.card.clauses)):
        with pytest.raises(DataError, match=r"tests one of “admitted”\. Export SQL instead"):
            as_scorecard(e)
    elif is_beyond_xml(e.points.card.clauses):
        with pytest.raises(DataError, match="PMML cannot hold the control character"):
            as_scorecard(e)
    else:
        assert [score for score, _ in by_scorecard(as_scorecard(e), rows_of(table))] == of[0]
    return of


def neighbours(table):
    """Rows of the sample, and around each cut of the card, with gaps, and with unseen values."""
    rng = random.Random(0)
    rows = table.frame().to_dict("records")[:90]
    cuts = {
        "age": ["60", "60.0", "6e1", "60.0000001", "59.9999999", "-60", None],
        "bmi": ["24.95", "24.9500001", "24.9499999", "33.5", "33.5000001", "1e9", None],
        "pressure": ["124", "124.0000001", "123.9999999", "0", "-1e9", None],
        "pulse": ["88", "88.0000001", "87.9999999", None],
        "pain": ["severe", "Severe", "new", None, "none"],
        "ward": ["A", "B", "Z", None],
        "smoker": ["no", "yes", "maybe", None],
        "admitted": ["2024-01-07", "2023-12-31", "2024-02-29", "2021-06-20", "1996-08-05", None],
    }
    for _ in range(130):
        row = dict(rng.choice(rows[:90]))
        rows.append(
            row | {name: rng.choice(own) for name, own in cuts.items() if rng.random() < 0.5}
        )
    rows.append(dict.fromkeys(rows[0], None))
    names = list(rows[0])
    readings = (table.column(name).reading for name in names)
    columns = (read(own, [row[own.column] for row in rows]) for own in readings)
    return Table("rows.csv", "0" * 64, tuple(columns))


@pytest.mark.parametrize(
    ("gaps", "forms", "own"),
    some_now(
        [*product(("value", "frequent"), (FORMS, RULE_FIRST), (CLINIC, UNDATED))],
        ("value", FORMS, CLINIC),
        ("frequent", RULE_FIRST, UNDATED),
    ),
)
def test_every_export_scores_what_the_card_shows(gaps, forms, own):
    a = with_card(clinic(gaps=gaps), own, forms)
    table = neighbours(a.in_file)
    points, _, _ = every_export(a, table, sheet=forms is FORMS)
    assert len({*points}) > 8
    assert by_document(a, table) == by_csv(a, table) == points


def of_hostile(plain, own, **changed):
    rule = Formula(tuple(term.clause for term in own.terms[:1]))
    e = saying(plain.explanation, rule, preparation=Preparation(), **changed)
    points = replace(scored(plain, card(0)), card=own, chances=Chances(0.5, -1.0, 9))
    return replace(plain, explanation=replace(e.with_form(points), comparison=FORMS))


def on_numbers(clause, number):
    """The clause without texts among the values of the column of numbers, as PMML has types."""
    return Clause(
        tuple(
            replace(test, values=(None,))
            if not isinstance(test, Between) and (test.attribute == number or not test.values)
            else test
            for test in clause.tests
        )
    )


@pytest.mark.parametrize("tables", some_now([12, 40], 12))
def test_no_name_and_no_value_is_misread(plain, tables):
    for seed in range(tables):
        table, formula = drawn(seed)
        rng = random.Random(seed)
        number = table.names[0]
        clauses = {on_numbers(clause, number) for clause in formula.clauses}
        clauses |= {Clause(clause.tests[:1]) for clause in clauses}
        terms = tuple(Term(rng.choice([-3, -1, 1, 2, 5]), own) for own in clauses)
        a = of_hostile(plain, Card(terms, rng.randint(-2, 4)))
        every_export(a, table, sheet=seed % 4 == 0)
    texts = [text for text in HOSTILE if text != "X"]  # SQLite: x is X
    columns = tuple(column(text, [text, None, "other"]) for text in texts)
    own = [Term(3, Clause((Is(text, (text,)),))) for text in texts]
    others = [Term(-2, Clause((IsNot(text, (text,)),))) for text in texts]
    every_export(of_hostile(plain, Card((*own, *others))), Table("t.csv", "0" * 64, columns))
    kept = tuple(t for t in (*own, *others) if all(map(HELD.fullmatch, texts_of([t.clause]))))
    every_export(of_hostile(plain, Card(kept)), Table("t.csv", "0" * 64, columns))


@pytest.mark.parametrize("bad", ["a\x1f", "a\x1e", "a\r", "a\ud800", "a" * 40_000])
def test_a_text_that_no_workbook_holds_is_not_compared_as_another(plain, bad):
    with pytest.raises(DataError, match="no cell of a workbook") as told:
        sheets_of(of_hostile(plain, Card((Term(1, Clause((Is("c", (bad,)),))),), 0)).explanation)
    assert str(told.value).isprintable()


def test_blanks_that_look_alike_are_told_apart_in_a_workbook(plain):
    table = Table("t.csv", "0" * 64, (column("c", ["a\xa0b", "a\u2003b", "a b", "a\nb", None]),))
    e = of_hostile(plain, Card((Term(1, Clause((Is("c", ("a\xa0b",)),))),), 0)).explanation
    assert list(by_workbook(e, table)[0]) == [1, 0, 0, 0, 0]


def test_a_base_and_no_term_at_all(plain):
    table = Table("t.csv", "0" * 64, (column("n", ["1", None, *NUMBERS]),))
    base = Card((Term(600, Clause()), Term(-7, Clause((Between("n", to=1),)))), 595)
    every_export(of_hostile(plain, base), table)
    nothing = Card((), -1)
    every_export(of_hostile(plain, nothing), table, sheet=False)


def test_no_data_are_obeyed_by_a_spreadsheet(plain):
    evil = '=HYPERLINK("http://x")'
    own = card(0, (2, Is(evil, (evil, None))), (1, Is("+cmd", ("@x",))))
    a = of_hostile(plain, own, target=evil, positive=(evil,), negative=("-1",))
    book = sheets_of(a.explanation)
    formulas = 0
    for sheet in book:
        for cell in (cell for row in sheet.iter_rows() for cell in row):
            if cell.data_type == "f":
                formulas += 1
                assert sheet.title == "Points"
                assert "HYPERLINK" not in cell.value
                assert "cmd" not in cell.value
    assert formulas == ROWS * (2 + 3)
    assert book["Points"].cell(HEAD, 2).value in (evil, "+cmd")


def test_a_row_of_dates_as_a_spreadsheet_holds_them(plain):
    a = with_card(plain, CLINIC)
    for way, text in (
        ("yyyy-mm-dd", "2024-01-07"),
        ("dd.mm.yyyy", "07.01.2024"),
        ("dd.mm.yy", "07.01.24"),
        ("yyyymmdd", "20240107"),
        ("ddmmyyyy", "07012024"),
        ("", pd.Timestamp("2024-01-07").to_pydatetime()),  # in several ways: as dates alone
    ):
        e = a.explanation
        readings = (Reading("admitted", "date", way=way),)
        e = replace(e, preparation=replace(e.preparation, readings=readings))
        book = openpyxl.load_workbook(io.BytesIO(as_workbook([e])))
        sheet = book["Points"]
        heads = {cell.value: cell.column for cell in sheet[HEAD]}
        place = heads["admitted"]
        for line, cell in (
            (HEAD + 1, text),
            (HEAD + 2, pd.Timestamp("2024-01-07").to_pydatetime()),
        ):
            sheet.cell(line, place).value = cell
            at = sheet.cell(line, heads["points"]).coordinate
            assert evaluated(book, "Points", at) == 1 - 2 + 2  # January, a Sunday, no pain told
        assert evaluated(book, "Points", sheet.cell(HEAD + 3, heads["points"]).coordinate) == ""


def test_reason_codes_name_what_cost_most(plain):
    a = with_card(plain, UNDATED)
    rows = rows_of(a.in_file)
    told = by_scorecard(as_scorecard(a.explanation), rows)
    told = [(total, [*lost]) for total, lost in told]
    top = [codes[0].partition(": ")[2] for total, codes in told if total <= CLINIC.cut]
    assert {"age"} < {*top}
    for row, (total, codes) in zip(rows, told, strict=True):
        if total <= CLINIC.cut and codes[0].endswith(": age"):
            assert row["age"] is None or float(row["age"]) <= 60


def test_the_form_that_comes_first_is_the_pmml(plain):
    for forms, first, other in (
        (FORMS, "Scorecard", "RuleSet"),
        (RULE_FIRST, "RuleSet", "Scorecard"),
    ):
        e = with_card(plain, UNDATED, forms).explanation
        ((_, found),) = exported("card.pmml", [e])
        assert f"<{first}" in found
        assert f"<{other}" not in found
    for name, said in (("a.rule.pmml", "RuleSet"), ("a.SCORECARD.pmml", "Scorecard")):
        ((path, found),) = exported(name, [e])
        assert path == name
        assert f"<{said}" in found
    ((_, found),) = exported("a.pmml", [plain.explanation])
    assert "<RuleSet" in found
    with pytest.raises(DataError, match="this answer has a rule alone"):
        list(exported("a.scorecard.pmml", [plain.explanation]))


def test_exports_say_the_chance_as_a_range_where_few_rows_tell_it(plain):
    e = with_card(plain, card(0)).explanation
    said = ranges_words(e.points)
    assert re.search(r"with \S+ points \d+ to \d+ %", said)
    for exported_text in (as_sql(e), as_python(e), as_pandas(e), as_scorecard(e)):
        assert said in html.unescape(exported_text)
    sure = replace(e.points.chances, bands=())
    assert "few rows tell" not in as_sql(e.with_form(replace(e.points, chances=sure)))


def test_markdown_tells_card_chances_and_which_comes_first(plain):
    a = with_card(plain, CLINIC)
    said = as_markdown(at_length([a.explanation]))
    assert "| care = diet with 3 points or more | points |" in said
    for term in CLINIC.terms:
        assert f"| {term.points:+d} |".replace("-", "−") in said
    assert said.index("points") < said.index("when any of these holds"), "points come first"
    assert said.count("| ") > 40
    assert "points" not in as_markdown(at_length([plain.explanation]))


def test_pypmml_scores_thousands_of_rows_like_the_card(plain):
    scorer = pytest.importorskip("pypmml", reason="pypmml and a Java are needed to run Scorecards")
    for gaps in ("value", "frequent"):
        a = with_card(clinic(gaps=gaps), UNDATED)
        table = neighbours(a.in_file)
        rng = np.random.default_rng(0)
        places = [rng.integers(0, table.n_rows, 3000) for _ in table.columns]
        table = replace(
            table,
            columns=tuple(
                replace(own, codes=own.codes[place])
                for own, place in zip(table.columns, places, strict=True)
            ),
        )
        e = a.explanation
        points, chances, said = expected(e, table)
        model = scorer.Model.fromString(as_scorecard(e))
        asked = model.inputNames
        told = model.predict(table.frame()[asked])
        assert told["points"].tolist() == points
        assert told["chance"].tolist() == pytest.approx(chances)
        assert (told["verdict"] == labels(e)[0]).tolist() == said
        twin = by_scorecard(as_scorecard(e), rows_of(table))
        reasons = told[[f"reason {rank}" for rank in range(1, MOST_REASONS + 1)]].to_numpy()
        for (_, lost), codes in zip(twin, reasons, strict=True):
            cost = [points for points in lost.values() if points][
                :MOST_REASONS
            ]  # fewer repeat the last
            named = [code for code in dict.fromkeys(codes) if isinstance(code, str)]
            assert [lost[code] for code in named] == cost or not cost
