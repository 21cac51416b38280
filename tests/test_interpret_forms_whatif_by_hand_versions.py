"""A rule changed by hand in place of the one found: its figures, its words, its document."""

import io
import json
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from interpret.__main__ import main
from interpret.data.complaints import DataError
from interpret.data.reading import read_table
from interpret.documents import as_json
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.form import Version
from interpret.forms.answer.predictor import predictors
from interpret.forms.answer.proof import proof_words
from interpret.forms.answer.record import document, restore
from interpret.forms.explain import explain
from interpret.forms.exports import code
from interpret.forms.study.study import studied
from interpret.forms.whatif.by_hand import (
    LONGEST_NOTE,
    check_signed,
    restored_version,
    versioned_document,
    with_points,
    with_version,
)
from interpret.measures import percent
from interpret.rules.card import Card
from interpret.rules.logic import Between, Clause, Formula, Is
from interpret.settings import Settings
from interpret.tell.rule.brief import at_length
from interpret.tell.rule.card import form_words, made_words
from interpret.tell.rule.report import html_report
from interpret.tell.rule.scored import version_words_of
from interpret.tell.rule.side_by_side import changed_words, compared
from interpret.tell.text import as_text
from tests import cards
from tests.cards import CLINIC, card
from tests.test_interpret_demands import CHEAP, ages

plain, carded = cards.plain, cards.carded
AUTHOR, NOTE = "<b>Ann</b> & \u202eBob\n", "**why** </script><script>alert(1)</script> " + "x" * 900
WORKED = pytest.mark.parametrize("denied", [False, True])


@cache
def found() -> Answer:
    return Answer(explain(ages(), Settings(**CHEAP)), ages())


def version(denied=False):
    formula = Formula((Clause((Between("age", above=40.25), Is("sex", ("f",)))),), denied)
    return Version(3, AUTHOR, NOTE, "2026-11-22T04:30:00+00:00", ("yes",), "rule", Card.of(formula))


def as_written(formula, table):
    """The rule asked of the cells as they stand in the file, row by row."""
    columns = {name: table.column(name) for name in ("age", "sex", "luck")}
    cells = {name: np.array(c.values, dtype=object)[c.codes] for name, c in columns.items()}
    rows = range(table.n_rows)
    return np.array([formula.accepts({n: own[i] for n, own in cells.items()}) for i in rows])


@WORKED
def test_its_figures_are_those_of_the_rule_as_it_is_written(denied):
    a = with_version(found(), version(denied))
    e, table = a.explanation, ages()
    said, y = as_written(e.rule.formula, table), e.positive_rows(table)
    verdicts = np.array(e.machine.scores) > 0
    for part, rows in e.rows.items():
        own = list(rows)
        assert e.rule_form.right[part].accuracy.hits == (said == y)[own].sum()
        assert e.rule_form.fidelity[part].hits == (said == verdicts)[own].sum()
        (clause,) = e.rule_form.of_clauses[part]
        assert clause.rows == (said != denied)[own].sum()
    train = list(e.rows["train"])
    assert e.rule_form.weight == pytest.approx(np.array(e.machine.weights)[said[train]].sum())
    assert e.rule_form.weight <= e.rule.bound


@pytest.mark.parametrize("role", ["group", "weight"])
def test_the_found_rule_kept_as_a_version_has_every_figure_it_had(role):
    """Intervals too, which are those of groups, or of rows that stand for several."""
    rng = np.random.default_rng(3)
    traits, sick = rng.integers(0, 3, (40, 2)), rng.random(40) < 0.5
    rows = ["a,b,own,class"]
    for p in np.repeat(np.arange(40), 4):
        own = f"p{p}" if role == "group" else f"{0.5 + p % 3}"
        rows.append(f"a{traits[p, 0]},b{traits[p, 1]},{own},{'yes' if sick[p] else 'no'}")
    table = read_table("\n".join(rows).encode(), "visits.csv")
    asked = Settings(**{**CHEAP, "target": "class"}, **{role: "own"})
    e = explain(table, asked)
    kept = replace(version(), card=Card.of(e.rule.formula))
    changed = with_version(Answer(e, table), kept).explanation
    assert e.rule_form.right["test"].accuracy.effect > 1.5
    assert (changed.rule_form, changed.truth) == (e.rule_form, e.truth)


@WORKED
def test_its_document_is_restored_and_predicts_with_it(denied):
    a = with_version(found(), version(denied))
    whole = document([found()])
    changed = json.loads(json.dumps(versioned_document(whole, [a])))
    (e,) = restore(changed)
    assert e == a.explanation
    (predictor,) = predictors(changed)
    scores = predictor.scores(ages())
    assert (scores.rule == as_written(version(denied).formula, ages())).all()
    assert (scores.machine == (np.array(e.machine.scores) > 0)).all()
    assert scores.predictor.e.version == version(denied)


def test_without_a_version_the_document_is_as_it_was():
    whole = document([found()])
    assert versioned_document(whole, [found()]) == whole
    assert whole["explanations"][0]["version"] is None


def test_whoever_reads_it_sees_which_version_by_whom_and_when():
    a = with_version(found(), version())
    e = a.explanation
    for text in (proof_words(e), as_text(at_length([e])), code.as_python(e), code.as_sql(e)):
        assert "Version 3 of the rule, changed by hand by “<b>Ann</b>" in text
        assert "2026-11-22 at 04:30 UTC" in text
    page = html_report(studied([a]))
    assert "changed by hand by “&lt;b&gt;Ann&lt;/b&gt;" in page
    assert "<b>Ann" not in page
    namespace = {}
    exec(code.as_python(e), namespace)
    assert namespace["rule"]({"age": "41", "sex": "f"})
    assert not namespace["rule"]({"age": "40", "sex": "f"})


def test_the_command_line_says_which_version_predicts(tmp_path):
    a = with_version(found(), version())
    whole = versioned_document(document([found()]), [a])
    answer, rows = tmp_path / "answer.json", tmp_path / "rows.csv"
    answer.write_text(json.dumps(whole), encoding="utf-8")
    rows.write_text("age,sex,luck\n41,f,1\n40,f,1\n", encoding="utf-8")
    out, err = io.StringIO(), io.StringIO()
    assert main([str(answer), "--predict", str(rows)], out, err) == 0
    assert "on 1 of 2 rows" in out.getvalue()
    assert "Note: Version 3 of the rule" in out.getvalue()


@pytest.mark.parametrize(
    ("author", "note", "told"),
    [
        ("", "", "who made it"),
        (" \n", "", "who made it"),
        ("x" * 101, "", "A name must have 100"),
        ("Ann", "x" * (LONGEST_NOTE + 1), "A note must have 2,000"),
    ],
)
def test_a_version_is_signed_at_a_length_that_can_be_shown(author, note, told):
    with pytest.raises(DataError, match=told):
        check_signed(author, note)


def test_a_version_of_other_columns_or_that_was_altered_is_refused():
    strange = card(0, (1, Is("x", ("1",))))
    strange = Version(1, "Ann", "", "2026", ("yes",), "rule", strange)
    with pytest.raises(DataError, match="“x” is none"):
        with_version(found(), strange)
    data = as_json(version())
    assert restored_version(data, 3) == version()
    for altered in ({}, data | {"author": 3}, data | {"form": "dnf"}):
        with pytest.raises(DataError, match="as it was written"):
            restored_version(altered, 1)


def of_points(points=(4, 0, 1, 1, -3, -2, -5), cut=1):
    own = with_points(CLINIC, points, cut)
    return Version(2, AUTHOR, NOTE, "2026-11-22T04:30:00+00:00", ("diet",), "points", own)


def test_a_card_changed_by_hand_has_the_figures_of_its_points_and_comes_first(carded):
    own = of_points()
    a = with_version(carded, own)
    e, now = a.explanation, own.card
    assert (len(now.terms), now.cut, e.first) == (6, 1, "points")
    said = np.array([now.total(row) > 1 for row in a.explained.frame().to_dict("records")])
    verdicts, y = np.array(e.machine.scores) > 0, e.positive_rows(a.as_read)
    for part, rows in e.rows.items():
        assert e.points.right[part].accuracy.hits == (said == y)[list(rows)].sum()
        assert e.points.fidelity[part].hits == (said == verdicts)[list(rows)].sum()
    assert (e.points.proof, e.points.lengths, e.points.chances.rows) == (None, (), 0)
    assert form_words(e) == ""
    assert e.rule == carded.explanation.rule
    assert e.rule_form.right == carded.explanation.rule_form.right
    assert "was changed by hand" in made_words(e.points)
    assert "changed by hand" not in proof_words(e)
    rule = with_version(carded, replace(version(), card=Card.of(e.rule.formula))).explanation
    assert (rule.first, form_words(rule)) == ("rule", "")


def test_its_chances_are_learned_anew_unless_the_cut_alone_changed(carded):
    before = carded.explanation.points
    same = [term.points for term in CLINIC.terms]
    moved = with_version(carded, of_points(same, 3)).explanation.points.chances
    assert (moved.slope, moved.offset, moved.rows) == (
        before.chances.slope,
        before.chances.offset,
        before.chances.rows,
    )
    assert 3 in {band.high for band in moved.bands}
    anew = with_version(carded, of_points()).explanation.points.chances
    y = carded.train.y
    totals = of_points().card.totals(carded.train.table)
    assert anew.of(totals).mean() == pytest.approx(y.mean(), abs=2e-3)
    backwards = with_version(carded, of_points([-own for own in same])).explanation.points.chances
    assert (anew.slope > 0, backwards.slope) == (True, 0)
    empty = with_version(carded, of_points([0] * 7)).explanation.points
    assert (empty.card.terms, empty.worth) == ((), ())


def test_a_changed_card_is_kept_restored_and_predicts(carded):
    own = of_points()
    a = with_version(carded, own)
    whole = document([carded])
    whole["explanations"][0]["study"] = {"kept": "as the rule stands"}
    changed = json.loads(json.dumps(versioned_document(whole, [a])))
    part = changed["explanations"][0]
    assert (part["first"], part["study"]) == ("points", {"kept": "as the rule stands"})
    assert restore(changed) == (a.explanation,)
    (predictor,) = predictors(changed)
    scores = predictor.scores(a.in_file)
    assert predictor.e.first == "points"
    assert (scores.says == own.card.holds(predictor.e.preparation.table(a.in_file))).all()
    assert "Version 2 of the points, changed by hand by" in version_words_of([scores])[0]
    assert restored_version(as_json(own), 2) == own
    page = html_report(studied([a]))
    assert "Version 2 of the points, changed by hand by “&lt;b&gt;Ann&lt;/b&gt;" in page
    assert "<b>Ann" not in page


def test_a_version_is_of_a_rule_or_of_a_card_that_is_there(carded):
    with pytest.raises(DataError, match="must be of an answer that has a card"):
        with_version(found(), of_points())
    with pytest.raises(DataError, match="a version of a rule must have a card that is one"):
        restored_version(as_json(of_points()) | {"form": "rule"}, 2)
    strange = replace(of_points(), card=card(1, (2, Is("moon", ("full",)))))
    with pytest.raises(DataError, match="“moon” is none"):
        with_version(carded, strange)


def test_the_figures_of_both_cards_stand_side_by_side(carded):
    before = carded.explanation.points
    e = with_version(carded, of_points()).explanation
    now = e.points
    rows = {name: own for name, *own in compared(carded.explanation, e, "points").rows}
    part = carded.explanation.judged_on
    one, other = (own.right[part].accuracy for own in (before, now))
    assert rows["right"][:2] == [percent(one.value), percent(other.value)]
    assert rows["lines"] == ["7", "6", "−1"]
    assert "learned anew" in changed_words(before, now)
    assert changed_words(before, before) == "Nothing is changed yet."
