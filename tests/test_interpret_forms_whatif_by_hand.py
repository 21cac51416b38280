"""A card changed by hand in place of the one found: its figures, its words, its document."""

import io
import json

import numpy as np
import pytest

from interpret.__main__ import main
from interpret.forms.answer.predictor import predictors
from interpret.forms.answer.proof import BY_HAND, proof_words
from interpret.forms.answer.record import document, restore
from interpret.forms.exports import code
from interpret.forms.kind import KIND
from interpret.forms.study.study import studied, with_good
from interpret.forms.whatif.by_hand import by_hand, changed_document, with_points
from interpret.tell.rule.brief import at_length
from interpret.tell.rule.card import form_words, made_words
from interpret.tell.rule.proof import proof_line
from interpret.tell.rule.report import html_report
from interpret.tell.rule.several import at_a_glance
from interpret.tell.text import as_text
from rulescope import load
from tests import cards
from tests.cards import CLINIC

plain, carded = cards.plain, cards.carded
SAME = [term.points for term in CLINIC.terms]


def other(points=(4, 0, 1, 1, -3, -2, -5), cut=1):
    return with_points(CLINIC, points, cut)


def kept(carded, card):
    """The document as it is kept, from that of the run."""
    return json.loads(json.dumps(changed_document(document([carded]), carded, card)))


def test_its_figures_are_those_of_its_points_and_it_comes_first(carded):
    own = other()
    a = by_hand(carded, own)
    e = a.explanation
    assert (len(own.terms), own.cut, e.first, e.by_hand) == (6, 1, "points", True)
    said = np.array([own.total(row) > 1 for row in a.explained.frame().to_dict("records")])
    verdicts, y = np.array(e.machine.scores) > 0, e.positive_rows(a.as_read)
    for part, rows in e.rows.items():
        assert e.points.right[part].accuracy.hits == (said == y)[list(rows)].sum()
        assert e.points.fidelity[part].hits == (said == verdicts)[list(rows)].sum()
    assert (e.points.proof, e.points.lengths, e.points.chances.rows) == (None, (), 0)
    assert (e.comparison, e.good, form_words(e)) == (None, None, "")
    assert (e.rule, e.rule_form) == (carded.explanation.rule, carded.explanation.rule_form)
    assert "was changed by hand" in made_words(e.points)
    assert "hand" not in proof_words(e)


def test_its_chances_are_learned_anew_unless_the_cut_alone_changed(carded):
    before = carded.explanation.points.chances
    moved = by_hand(carded, other(SAME, 3)).explanation.points.chances
    assert (moved.slope, moved.offset, moved.rows) == (before.slope, before.offset, before.rows)
    assert 3 in {band.high for band in moved.bands}
    anew = by_hand(carded, other()).explanation.points.chances
    totals = other().totals(carded.train.table)
    assert anew.of(totals).mean() == pytest.approx(carded.train.y.mean(), abs=2e-3)
    backwards = by_hand(carded, other([-own for own in SAME])).explanation.points.chances
    assert (anew.slope > 0, backwards.slope) == (True, 0)
    empty = by_hand(carded, other([0] * 7)).explanation.points
    assert (empty.card.terms, empty.worth) == ((), ())


def test_what_is_kept_is_restored_and_predicts_as_the_changed_card_says(carded, tmp_path):
    own = other()
    whole = kept(carded, own)
    (part,) = whole["explanations"]
    assert (part["by_hand"], part["first"], part["study"], part["good"]) == (
        *(True, "points", None, None),
    )
    assert "by_hand" not in document([carded])["explanations"][0]
    assert restore(whole) == (by_hand(carded, own).explanation,)
    (predictor,) = predictors(whole)
    says = own.holds(predictor.e.preparation.table(carded.in_file))
    assert (predictor.scores(carded.in_file).says == says).all()
    answer, rows = tmp_path / "answer.json", tmp_path / "rows.csv"
    answer.write_text(json.dumps(whole), encoding="utf-8")
    rows.write_text(carded.in_file.frame().to_csv(index=False), encoding="utf-8")
    loaded = load(answer).predict(carded.in_file.frame())
    assert ((loaded == "diet") == says).all()
    out, err = io.StringIO(), io.StringIO()
    assert main([str(answer), "--predict", str(rows)], out, err) == 0, err.getvalue()
    assert f"Note: {BY_HAND}" in out.getvalue()
    assert f"The card says care = diet on {int(says.sum())} of" in out.getvalue()


def test_whoever_reads_it_sees_that_it_was_changed_and_nothing_that_was_proven(carded):
    a = by_hand(with_good(carded), other())
    e = a.explanation
    claimed = proof_line(carded.explanation.points.proof)
    assert claimed
    texts = [as_text(at_length([e])), as_text(at_a_glance([e])), html_report(studied([a]))]
    texts += [code.as_python(e), code.as_sql(e)]
    for text in texts:
        assert "Changed by hand" in text
        assert claimed not in text
        assert "left out in turn" not in text
    assert KIND.outcome((e,)).endswith(", changed by hand")
