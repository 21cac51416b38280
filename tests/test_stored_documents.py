"""Documents that the version before this one stored come back with every figure they had."""

import gzip
import json
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from interpret.answers.rule.answer.answer import Answer, answers
from interpret.answers.rule.answer.predict import predictors
from interpret.answers.rule.answer.record import document, restore
from interpret.answers.rule.study.record import restore_studies, study_to_dict
from interpret.data.reading import read_table
from interpret.lab import compare, learn
from interpret.runs import OTHER_VERSION
from jobs.kinds import kind_of

FOLDER = Path(__file__).parent / "stored"
SAMPLES = Path(__file__).parents[1] / "sample_data"
EXPLAINED = {  # the sample, and every how many of its rows were explained
    "explain-race": ("monks-3.csv", 4),
    "explain-numbers": ("clinic.csv", 8),
    "explain-landmarks": ("tic-tac-toe.csv", 6),
    "explain-hard": ("monks-1.csv", 4),
}


@cache
def stored(name):
    return json.loads(gzip.decompress((FOLDER / f"{name}.json.gz").read_bytes()))


def table_of(name):
    file, every = EXPLAINED[name]
    header, *rows = (SAMPLES / file).read_text(encoding="utf-8").splitlines()
    raw = "\n".join([header, *rows[::every]]) + "\n"
    return read_table(raw.encode(), file.replace(".csv", "-part.csv"))


def kept(then, now):
    """What a document says now of all that it said then; it may say more."""
    if isinstance(then, dict) and isinstance(now, dict):
        return {key: kept(value, now.get(key, "nothing")) for key, value in then.items()}
    if isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        return [kept(*both) for both in zip(then, now, strict=True)]
    return now


def test_each_kind_of_run_is_there():
    assert {file.name.removesuffix(".json.gz") for file in FOLDER.iterdir()} == {
        *EXPLAINED,
        "compare",
        "learn",
    }


@pytest.mark.parametrize("name", EXPLAINED)
def test_an_explanation_and_its_study_come_back(name):
    then, table = stored(name), table_of(name)
    assert then["table"]["digest"] == table.digest
    explanations = restore(then)
    now = json.loads(json.dumps(document(answers(explanations, table)), allow_nan=False))
    for study, part in zip(restore_studies(then), now["explanations"], strict=True):
        part["study"] = study_to_dict(study)
    now = json.loads(json.dumps(now, allow_nan=False)) | {"versions": then["versions"]}
    assert kept(then, now) == then


@pytest.mark.parametrize("name", EXPLAINED)
def test_a_stored_answer_predicts_what_it_said_of_its_rows(name):
    then, table = stored(name), table_of(name)
    for e, predictor in zip(restore(then), predictors(then), strict=True):
        unseen = Answer(e, table).as_read.rows(list(e.rows["test"]))
        scores = predictor.scores(unseen)
        own = np.array(e.machine.scores)[list(e.rows["test"])]
        assert np.allclose(scores.score, own, atol=1e-9)
        right = scores.rule == e.positive_rows(unseen)
        assert int(right.sum()) == e.rule_right["test"].accuracy.hits


@pytest.mark.parametrize(("name", "kind"), [("compare", compare), ("learn", learn)])
def test_kernels_compared_and_learnt_come_back(name, kind):
    then = stored(name)
    now = json.loads(json.dumps(kind.document(kind.restore(then)), allow_nan=False))
    assert kept(then, now) == then


@pytest.mark.parametrize("name", [*EXPLAINED, "compare", "learn"])
def test_the_list_of_runs_says_what_came_of_it(name):
    said = kind_of(name.split("-")[0]).result_words(stored(name))
    assert said
    assert said != OTHER_VERSION
