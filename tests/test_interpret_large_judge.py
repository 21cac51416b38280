"""Every row of a large table judged as if it fitted: brute force."""

import json
from dataclasses import replace

import numpy as np
import pyarrow as arrow
import pytest
from pyarrow import parquet

from interpret import cores
from interpret.data.complaints import DataError
from interpret.forms.answer.predictor import predictor_of
from interpret.large.explain import explain_large, large_document, sections
from interpret.large.files import opened
from interpret.large.judge import score
from interpret.large.source import SAMPLE
from interpret.measures import clause_figures, confusion
from interpret.tell.text import as_text
from tests import large_tables
from tests.large_tables import ROWS, SMALL, whole
from tests.often import some_now

pytestmark = pytest.mark.slow

folder, table = large_tables.folder, large_tables.table


CHEAP = replace(large_tables.CHEAP, form="rule")
BOTH = replace(CHEAP, form="points")
ASKED = {
    "as it stands": CHEAP,
    "a card": BOTH,
    "rows with gaps left out": replace(CHEAP, gaps="drop-row"),
    "denied": replace(CHEAP, side="against"),
    "values": replace(BOTH, language="values"),
    "above": replace(BOTH, target="age", positive=("above 45",)),
    "three classes": replace(CHEAP, target="few"),
}


def answer_of(folder, settings, sample=SMALL):
    with opened(str(folder), sample) as source:
        return explain_large(source, settings)


@pytest.mark.parametrize(
    "name", some_now(ASKED, "a card", "rows with gaps left out", "denied", "three classes")
)
def test_every_row_is_judged_as_if_the_table_fitted(name, folder, table):
    answer = answer_of(folder, ASKED[name])
    rows = whole(table)
    for a, own in zip(answer.answers, answer.judged, strict=True):
        e = a.explanation
        scores = predictor_of(a).scores(rows)
        kept = np.array(scores.truth.known)
        if e.settings.gaps == "drop-row":
            used = [name for name in e.attributes if name in rows.names]
            kept &= ~np.any([rows.column(n).missing_rows for n in used], axis=0)
        unseen = kept.copy()
        unseen[a.as_read.row_numbers[list(e.rows["train"])] - 1] = False
        read = e.preparation.table(rows)
        for part, chosen in (("all", kept), ("unseen", unseen)):
            truth = scores.truth.y[chosen]
            rule = own["rule"]
            assert rule.right[part] == confusion(scores.rule[chosen], truth, None)
            some = read.rows(np.flatnonzero(chosen))
            assert rule.clauses[part] == clause_figures(e.rule.formula, some, truth, None)
            assert rule.is_open == 0
            if e.points is not None:
                card = own["points"]
                assert card.right[part] == confusion(scores.points.says[chosen], truth, None)
                totals = scores.points.totals[chosen]
                assert (
                    card.totals[part]
                    == {
                        int(t): ((totals == t).sum(), (truth & (totals == t)).sum())
                        for t in np.unique(totals)
                    }
                    or part == "unseen"
                )


def test_rows_with_a_gap_in_a_date_or_in_a_column_of_numbers_or_texts_are_left_out(table, tmp_path):
    odd = [*["b", None, "\u00a0", *"ab" * 5] * ROWS][:ROWS]
    day = [None if i % 11 == 0 else day for i, day in enumerate(table.column("day").to_pylist())]
    idle = [None if i % 7 == 0 else i * 37 % 101 + 0.5 for i in range(ROWS)]
    cells = table.set_column(3, "day", arrow.array(day))
    for name, values in (("idle", idle), ("odd", odd)):
        cells = cells.add_column(0, name, arrow.array(values))
    parquet.write_table(cells, tmp_path / "gaps.parquet")
    answer = answer_of(tmp_path / "gaps.parquet", replace(CHEAP, gaps="drop-row"))
    (e,), (own,) = answer.explanations, answer.judged
    used = {*table.column_names, "idle", "odd"}
    kept = np.array([all(str(row[n] or "").strip() for n in used) for row in cells.to_pylist()])
    y = np.array(table.column("class").to_pylist()) == "yes"
    assert own["rule"].right["all"] == confusion(e.says(whole(cells))[kept], y[kept], None)
    assert own["rule"].right["unseen"].n == kept.sum() - len(e.rows["train"])
    with opened(str(tmp_path / "gaps.parquet"), SMALL) as source:
        told = score(source, [predictor_of(answer.answers[0])], str(tmp_path / "scored.parquet"))
    assert "Of the 700 rows whose class is known" in told[0]


def test_where_all_rows_train_there_are_no_unseen_ones(folder):
    answer = answer_of(folder, replace(CHEAP, test=0.0), SAMPLE)
    (own,), (e,) = answer.judged, answer.explanations
    assert own["rule"].right["all"] == e.rule_form.right["train"]
    assert own["rule"].right["unseen"].n == 0
    assert e.notices[-1].startswith("All 700 rows were trained on; the rule is right on ")
    assert "All 700 rows were trained on" in as_text(sections(answer.explanations, answer.judged))


@pytest.mark.parametrize("others", [-1, 1])
def test_a_table_with_other_rows_than_were_drawn_of_is_refused(folder, others):
    asked = replace(CHEAP, form="rule")
    with opened(str(folder), SMALL) as source, pytest.raises(DataError, match="stay as it is"):
        explain_large(replace(source, rows=source.rows + others), asked)


def test_on_many_cores_the_document_is_the_same(folder):
    def said():
        document = large_document(answer_of(folder, CHEAP))
        return json.dumps([document["large"], document["explanations"][0]["all_rows"]])

    one = said()
    with cores.on_cores(3, cores.Thresholds(little=0)):
        assert said() == one


def test_rows_count_as_often_as_they_weigh_and_held_out_rows_stay_unseen(folder, table, tmp_path):
    weights = [1 + i % 3 for i in range(ROWS)]
    parts = ["test" if i % 5 == 0 else "train" for i in range(ROWS)]
    more = table.append_column("n", arrow.array(weights)).append_column("part", arrow.array(parts))
    names = [name for name in more.column_names if name != "class"]
    parquet.write_table(more.select([*names, "class"]), tmp_path / "a.parquet")
    asked = replace(CHEAP, weight="n", test="part")
    answer = answer_of(tmp_path / "*.parquet", asked)
    (a,), (own,) = answer.answers, answer.judged
    e, n = a.explanation, np.array(weights)
    trained = np.unique(a.as_read.row_numbers[list(e.rows["train"])]) - 1
    assert {parts[i] for i in trained} == {"train"}
    says, y = e.says(whole(table)), np.array(table.column("class").to_pylist()) == "yes"
    unseen = np.ones(ROWS, dtype=bool)
    unseen[trained] = False
    for part, kept in (("all", np.ones(ROWS, dtype=bool)), ("unseen", unseen)):
        right = own["rule"].right[part]
        assert right.n == n[kept].sum()
        assert right.true_positive == n[kept & says & y].sum()
        assert right.true_negative == n[kept & ~says & ~y].sum()


def test_demands_and_costs_hold_in_a_folder(folder):
    asked = replace(CHEAP, cost=5.0, only=("not pay",))
    answer = answer_of(folder, asked)
    (e,) = answer.explanations
    for clause in e.rule.formula.clauses:
        assert not any(test.attribute == "pay" for test in clause.tests)
    even = answer_of(folder, replace(asked, cost=1.0)).explanations[0]
    missed = (one.machine_right["test"].false_negative for one in (e, even))
    assert next(missed) < next(missed)


def test_blanks_that_no_row_of_the_sample_has_are_trimmed_in_sql(folder, table, tmp_path):
    sample = answer_of(folder, CHEAP).learnt.rows
    row = next(
        i for i, job in enumerate(table.column("job").to_pylist()) if job == "a" and i not in sample
    )
    jobs = [
        f"\t{job}\u00a0" if i == row else job
        for i, job in enumerate(table.column("job").to_pylist())
    ]
    odd = table.set_column(0, "job", arrow.array(jobs))
    parquet.write_table(odd, tmp_path / "odd.parquet")
    answer = answer_of(tmp_path / "odd.parquet", CHEAP)
    (e,), (own,) = answer.explanations, answer.judged
    assert "job" in e.rule.formula.attributes
    y = np.array(table.column("class").to_pylist()) == "yes"
    assert own["rule"].right["all"] == confusion(e.says(whole(table)), y, None)
    assert "\u00a0" in e.preparation.reading["job"].blanks
