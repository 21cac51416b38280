"""--scale: of an answer that is stored, and the scored rows after it."""

import csv
import io
import json

import pytest

from interpret.forms.answer.record import document, restore
from interpret.forms.answer.scales import CreditScale
from interpret.forms.answer.versioned import document_on_scale, explanation_on_scale
from tests import cards
from tests.cards import CLINIC, clinic, with_card, written
from tests.command_line import run as told
from tests.conftest import ROOT
from tests.test_interpret_exports_card_sheets import every_export, neighbours

plain = cards.plain
ROWS = str(ROOT / "sample_data" / "clinic.csv")


def test_a_stored_card_is_scored_and_exported_as_it_is_told(plain, tmp_path):
    path, exported = tmp_path / "answer.json", tmp_path / "card.py"
    path.write_text(json.dumps(document([with_card(plain, CLINIC)])), encoding="utf-8")
    rows = {}
    for options in ((), ("--scale", "600:50:19")):
        asked = (path, *options, "--predict", ROWS, "--csv", "-", "--export", exported)
        status, out, err = told(*asked)
        assert status == 0, err
        rows[options] = list(csv.DictReader(io.StringIO(out)))
        names = {}
        exec(exported.read_text(encoding="utf-8"), names)
        for row in rows[options][:50]:
            own = {name: cell or None for name, cell in row.items()}
            assert names["points"](own) == int(row["care = diet: points"])
            assert names["chance"](own) == pytest.approx(float(row["care = diet: chance"]))
    verdicts = [[row["care = diet: verdict"] for row in own] for own in rows.values()]
    assert verdicts[0] == verdicts[1]
    points = [int(row["care = diet: points"]) for row in rows["--scale", "600:50:19"]]
    assert max(points) - min(points) > 400


@pytest.mark.parametrize("gaps", ["value", "frequent"])
def test_every_export_scores_a_card_on_a_scale(gaps):
    a = with_card(clinic(gaps=gaps), CLINIC)
    table = neighbours(a.in_file)
    scale = CreditScale(600, 50, 19)
    (e,) = restore(written(document_on_scale(written(document([a])), scale)))
    assert e == explanation_on_scale(a.explanation, scale)
    every_export(type(a)(e, a.in_file), table, sheet=False)
    read = e.preparation.table(table)
    assert e.points.card.holds(read).tolist() == CLINIC.holds(read).tolist()


def test_what_cannot_be_put_on_a_scale_is_refused_in_a_sentence(plain, tmp_path):
    path = tmp_path / "answer.json"
    path.write_text(json.dumps(document([plain])), encoding="utf-8")
    status, _, error = told(path, "--scale", "600:50:19", "--predict", ROWS)
    assert (status, error.count("\n")) == (2, 1)
    assert "this answer has none" in error
    status, _, error = told(path, "--scale", "600", "--predict", ROWS)
    assert status == 2
    assert "like 600:50:19" in error
