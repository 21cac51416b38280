"""A card on another scale says of every possible row what it said before."""

import csv
import io
import itertools
import json
import math
import random
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from interpret.data.complaints import DataError
from interpret.forms.answer.form import Band, CardForm, Chances
from interpret.forms.answer.record import document, restore
from interpret.forms.answer.totals import CreditScale, on_scale, scale_of
from interpret.forms.whatif.by_hand import document_on_scale, explanation_on_scale
from interpret.rules.card import Card, Term
from interpret.rules.cards.proof import Proof
from interpret.rules.logic import Between, Clause, Is, IsNot
from interpret.shares import Share
from tests import cards
from tests.cards import CLINIC, clinic, with_card, written
from tests.command_line import run as told
from tests.conftest import ROOT
from tests.test_interpret_forms_exports_workbook_cards import every_export, neighbours

plain = cards.plain
FILE = str(ROOT / "sample_data" / "clinic.csv")
CELLS = {
    "a": ("x", "y", None, "never seen"),
    "b": ("u", "v", None),
    "n": ("-3", "1", "1.5", "1.5000001", "4", "7", None),
    "m": ("0", "2", "9", None),
}
ROWS = [dict(zip(CELLS, row, strict=True)) for row in itertools.product(*CELLS.values())]


def drawn(seed):
    """A card of one to six clauses of one to three tests."""
    rng = random.Random(seed)

    def test():
        name = rng.choice([*CELLS])
        if name in "nm" and rng.random() < 0.8:
            above, to = sorted(rng.sample([-math.inf, 1.0, 1.5, 2.0, 4.0, math.inf], 2))
            return Between(name, above, to)
        values = rng.sample(CELLS[name], rng.randint(1, 2))
        return rng.choice([Is, IsNot])(name, tuple(values))

    terms = {Clause(tuple(test() for _ in range(rng.randint(1, 3)))): 0 for _ in range(6)}
    ranges = {c: [t for t in c.tests if isinstance(t, Between)] for c in terms}
    terms = [c for c, own in ranges.items() if all(t.above < t.to for t in own)]
    points = [n for n in range(-7, 8) if n]
    own = Card(tuple(Term(rng.choice(points), c) for c in terms), rng.randint(-5, 5))
    return scored(own, rng.uniform(0.1, 1.5))


def scored(own, slope):
    totals = [own.total(row) for row in ROWS]
    bands = tuple(
        Band(total, total, 0.5, (0.4, 0.6), Share(totals.count(total) // 2, totals.count(total)))
        for total in sorted({*totals})
    )
    curve = Chances(slope, -slope * (own.cut + 0.5), 50, bands)
    worth = tuple(0.01 * place for place in range(len(own.terms)))
    proof = Proof(0.4, 0.42, 0.002, 10, 0.42, 0.3, 2, 5.0)
    auc = {"train": 0.9, "test": None}
    figures: Any = {"right": {}, "fidelity": {}, "apart": {}, "auc": auc}
    return CardForm(
        card=own, fitted_to="labels", chances=curve, worth=worth, proof=proof, **figures
    )


def chance(of, total):
    return float(of.chances.of(np.array([total]))[0])


@pytest.mark.parametrize("seed", range(40))
def test_on_a_scale_every_verdict_stays_and_the_chance_is_the_scale_s(seed):
    before, scale = drawn(seed), CreditScale(600, 50, 19)
    try:
        after = on_scale(before, scale)
    except DataError as error:
        enough = re.search(r"too few\. Take more; ([\d,]+) are enough", str(error))[1]
        scale = CreditScale(600, float(enough.replace(",", "")), 19)
        after = on_scale(before, scale)
    each = before.chances.slope * scale.doubles / math.log(2)
    far = (len(before.card.terms) + 1) / 2
    for row in ROWS:
        total, score = before.card.total(row), after.card.total(row)
        assert (score > after.card.cut) == (total > before.card.cut)
        odds = before.chances.slope * total + before.chances.offset
        assert abs(score - 600 - (odds - math.log(19)) * each / before.chances.slope) <= far
        assert sum(band.low <= score <= band.high for band in after.chances.bands) == 1
    assert chance(after, 600) == pytest.approx(19 / 20)
    assert chance(after, 600 + scale.doubles) == pytest.approx(38 / 39)
    hits, n = (sum(getattr(b.share, what) for b in after.chances.bands) for what in ("hits", "n"))
    assert n == len(ROWS)
    assert hits == sum(band.share.hits for band in before.chances.bands)
    for band in after.chances.bands:
        inside = [row for row in ROWS if band.low <= after.card.total(row) <= band.high]
        assert band.share.n == len(inside)
    (base,) = [term.points for term in after.card.terms if not term.clause.tests]
    odds = before.chances.offset - math.log(19)
    assert abs(base - 600 - scale.doubles / math.log(2) * odds) <= 0.5
    assert len(after.worth) == len(after.card.terms)


def test_a_scale_that_is_too_coarse_or_without_a_slope_is_refused():
    own = drawn(3)
    with pytest.raises(DataError, match=r"would turn verdicts: 0\.01 points"):
        on_scale(own, CreditScale(600, 0.01, 19))
    flat = replace(own, chances=replace(own.chances, slope=0.0))
    with pytest.raises(DataError, match="the chance does not rise"):
        on_scale(flat, CreditScale(600, 50, 19))
    always = on_scale(scored(Card((), -1), 0.5), CreditScale(600, 50, 19))
    assert always.card.total({}) > always.card.cut


NO_SCALES = (
    "600",
    "600:50",
    "a:b:c",
    "600:0:19",
    "6:-5:9",
    "1:1:0",
    "nan:1:1",
    "1:inf:1",
    "1:2:3:4",
)


@pytest.mark.parametrize("text", NO_SCALES)
def test_what_is_no_scale_is_told_in_a_sentence(text):
    with pytest.raises(DataError, match="like 600:50:19"):
        scale_of(text)


def test_a_scale_is_read():
    assert scale_of("600:50:19") == CreditScale(600, 50, 19)
    assert scale_of("500:20:.5") == CreditScale(500, 20, 0.5)


def test_a_stored_card_is_scored_and_exported_as_it_is_told(plain, tmp_path):
    path, exported = tmp_path / "answer.json", tmp_path / "card.py"
    path.write_text(json.dumps(document([with_card(plain, CLINIC)])), encoding="utf-8")
    rows = {}
    for options in ((), ("--scale", "600:50:19")):
        asked = (path, *options, "--predict", FILE, "--csv", "-", "--export", exported)
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
    status, _, error = told(path, "--scale", "600:50:19", "--predict", FILE)
    assert (status, error.count("\n")) == (2, 1)
    assert "this answer has none" in error
    status, _, error = told(path, "--scale", "600", "--predict", FILE)
    assert status == 2
    assert "like 600:50:19" in error
