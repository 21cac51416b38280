"""The thesis lab: what it records beside a slow twin, and the stage beside the record."""

import json
from dataclasses import replace

import numpy as np
import pytest

from dashboard.panels.lab import COLUMNS, LINES, shown
from interpret import documents as doc
from interpret.answers.document import of_table
from interpret.data.complaints import DataError
from interpret.fit.parts import tasks_asked
from interpret.forms.evolve import PATIENCE, Evolved, as_in_the_thesis, evolve, restore_evolved
from interpret.forms.explain import explain
from interpret.present.wording import clause_words
from interpret.rules.genetic import KEPT, SHOWN
from interpret.rules.search import RuleProblem, reaches
from interpret.settings import THESIS_KERNEL, Settings
from interpret.tell.rule.at_work import evolution_words, worth_words
from tests.planted import either, planted

OF_TABLE = Settings(positive=("yes",), only=("not p = a",))
SMALL = {"population": 30, "generations": 12, "operators": "all"}


@pytest.fixture(scope="module")
def table():
    return planted(either, n=120, wrong=0.1)


@pytest.fixture(scope="module")
def settings():
    return replace(as_in_the_thesis(OF_TABLE), **SMALL)


@pytest.fixture(scope="module")
def evolved(table, settings):
    (task,) = tasks_asked(table, settings)
    return evolve(task, settings)


def test_the_lab_asks_for_what_the_thesis_did(settings):
    thesis = as_in_the_thesis(OF_TABLE)
    assert (thesis.search, thesis.kernel, thesis.operators) == ("genetic", THESIS_KERNEL, "thesis")
    assert (thesis.population, thesis.generations) == (500, 1000)
    assert thesis.price == 0.0
    assert (thesis.fit_to, thesis.side, thesis.language) == ("weights", "for", "monotone")
    assert (thesis.positive, thesis.only) == (("yes",), ())


def test_weight_fidelity_and_accuracy_are_counted_row_by_row(table, settings, evolved):
    e = explain(table, replace(settings, search="exact"))
    scores, y = np.array(e.machine.scores) > 0, [cell == "yes" for cell in labels(table)]
    assert (evolved.kernel, evolved.C) == (e.machine.kernel, e.machine.C)
    for one in evolved.stages:
        rule = one.generation.best
        weight = 0.0
        for part in ("train", "test"):
            agrees = right = 0
            for place, row in enumerate(e.rows[part]):
                says = bool(rule.holds(table.rows(np.array([row])))[0])
                agrees += says == scores[row]
                right += says == y[row]
                if part == "train" and says:
                    weight += e.machine.weights[place]
            assert (one.fidelity[part].hits, one.fidelity[part].n) == (agrees, len(e.rows[part]))
            assert (one.accuracy[part].hits, one.accuracy[part].n) == (right, len(e.rows[part]))
        assert weight == pytest.approx(one.generation.objective)
        for name, relevance in zip(evolved.attributes, one.relevance, strict=True):
            assert 0 <= relevance <= 1
            if name not in rule.attributes:
                assert relevance == 0


def labels(table):
    column = table.column(table.names[-1])
    return [column.values[code] for code in column.codes]


def test_the_bound_is_the_smaller_one_and_is_known_to_be_reached(table, settings, evolved):
    e = explain(table, replace(settings, search="exact"))
    assert evolved.exact.rule.objective == pytest.approx(e.rule.objective)
    assert evolved.bound == pytest.approx(min(e.rule.bound, e.machine.bound))
    heaviest = [one.generation.number for one in evolved.stages if evolved.at_bound(one)]
    assert evolved.reached == (heaviest[0] if heaviest else None)
    is_less = not reaches(evolved.stages[-1].generation.objective, e.rule.objective)
    assert (evolved.heavier is not None) == is_less


def test_the_same_seed_evolves_the_same_and_another_does_not(table, settings, evolved):
    (task,) = tasks_asked(table, settings)
    assert evolve(task, settings).stages == evolved.stages
    assert evolve(task, replace(settings, seed=1)).stages != evolved.stages


def test_an_evolution_that_stands_still_ends(table, settings, monkeypatch):
    (task,) = tasks_asked(table, settings)
    monkeypatch.setattr(RuleProblem, "bound", property(lambda problem: problem.total + 1))
    ended = evolve(task, replace(settings, generations=100_000))
    assert ended.found.rule.stopped_by == "still"
    assert ended.found.rule.generations >= PATIENCE


def test_one_that_is_stopped_keeps_its_generations(table, settings):
    (task,) = tasks_asked(table, settings)
    evolved = evolve(task, settings, lambda progress: (progress.step or 0) < 2)
    assert evolved.found.rule.stopped_by == "cancel"
    assert evolved.exact is None
    assert [one.generation.number for one in evolved.stages] == [0, 1, 2]
    assert evolution_words(evolved).startswith("You stopped it after 2 generations at ")


def stored(table, evolved):
    return json.loads(json.dumps(of_table(table) | {"evolved": doc.as_json(evolved)}))


def test_a_document_holds_the_whole_evolution(table, evolved):
    again = restore_evolved(stored(table, evolved))
    assert again.stages == evolved.stages
    assert (again.C, again.bound, again.reached) == (evolved.C, evolved.bound, evolved.reached)
    for change, why in (
        (lambda d: d["stages"][0]["generation"]["lengths"].pop(), "a weight and a length"),
        (lambda d: d["stages"][0]["relevance"].append(0.5), "each attribute"),
        (lambda d: d["stages"].clear(), "stages"),
    ):
        altered = stored(table, evolved)
        change(altered["evolved"])
        with pytest.raises(DataError, match=why):
            restore_evolved(altered)


def test_every_generation_is_told_once_and_as_it_was(evolved):
    told = shown(evolved)
    assert len(told["generations"]) == len(evolved.stages) <= KEPT
    for one, own, births in zip(evolved.stages, told["generations"], evolved.births, strict=True):
        assert own["number"] == one.generation.number
        assert str(own["number"]) in own["head"]
        assert len(own["swarm"]) <= SHOWN
        lengths, weights = zip(*own["swarm"], strict=True)
        assert lengths == one.generation.lengths
        assert np.array(weights) * evolved.bound == pytest.approx(
            one.generation.objectives, abs=1e-4 * evolved.bound
        )
        assert own["weight"] * evolved.bound == pytest.approx(one.generation.objective)
        lines = [(told["clauses"][place], born) for place, born in own["rule"]]
        assert lines == [(clause_words(clause), born) for clause, born in births[:LINES]]
        assert own["more"] == len(births) - len(lines)
        assert {clause for clause, _ in births} == {*one.generation.best.clauses}
        for name in ("fidelity", "accuracy"):
            assert own[name] == [getattr(one, name)[part].percent for part in ("train", "test")]
            assert all(told["low"][name] <= share <= 100 for share in own[name])
        of_column = dict(zip(evolved.attributes, one.relevance, strict=True))
        assert len(told["columns"]) == min(COLUMNS, len(evolved.attributes))
        assert own["relevance"] == [round(of_column[name], 4) for name in told["columns"]]
    last = told["generations"][-1]["relevance"]
    assert last == sorted(last, reverse=True)
    assert told["bound"] == evolved.bound
    dots = sum(len(one.generation.lengths) for one in evolved.stages)
    assert len(json.dumps(told)) < 16 * dots + 600 * len(evolved.stages) + 4000


def test_a_line_is_new_since_the_generation_in_which_it_came(evolved):
    births = evolved.births
    for place, lines in enumerate(births):
        for clause, born in lines:
            since = [s for s in evolved.stages[: place + 1] if s.generation.number >= born]
            assert all(clause in one.generation.best.clauses for one in since)
            before = [s for s in evolved.stages[:place] if s.generation.number < born]
            assert not before or clause not in before[-1].generation.best.clauses
        assert [born for _, born in lines] == sorted(born for _, born in lines)


def test_the_stage_says_in_words_how_far_it_came(evolved):
    said = shown(evolved)["told"]
    assert said == f"{evolution_words(evolved)} {worth_words(evolved)}"
    assert "unseen rows its rule agrees with the machine on" in said
    assert isinstance(evolved, Evolved)


def test_without_rows_held_out_the_training_rows_are_told(table, settings):
    whole = replace(settings, test=0.0)
    (task,) = tasks_asked(table, whole)
    evolved = evolve(task, whole)
    assert worth_words(evolved).startswith("On 120 training rows")
    for own in shown(evolved)["generations"]:
        assert own["fidelity"][1] is own["accuracy"][1] is None
