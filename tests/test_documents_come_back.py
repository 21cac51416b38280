"""Documents come back with every figure they had."""

import json

import pytest

from interpret.data.complaints import DataError
from interpret.forms.answer.answer import answers
from interpret.forms.answer.predictor import predictors
from interpret.forms.answer.record import document, restore
from interpret.forms.study.study import restore_studies, study_to_dict
from interpret.lab import compare, learn
from tests.made_documents import EXPLAINED, made, table_of


@pytest.mark.parametrize("name", EXPLAINED)
def test_an_explanation_and_its_study_come_back(name):
    then, table = made(name), table_of(name)
    now = document(answers(restore(then), table))
    for found, part in zip(restore_studies(then), now["explanations"], strict=True):
        part["study"] = found and study_to_dict(found)
    assert json.loads(json.dumps(now, allow_nan=False)) == then


@pytest.mark.parametrize(("name", "kind"), [("compare", compare), ("learn", learn)])
def test_kernels_compared_and_learnt_come_back(name, kind):
    then = made(name)
    assert json.loads(json.dumps(kind.document(kind.restore(then)), allow_nan=False)) == then


@pytest.mark.parametrize("name", ["profile", "calibration", "points", "forms", "preparation"])
def test_a_document_that_lacks_what_an_earlier_version_did_not_have_is_one_sentence(name):
    given = made("explain-studied")
    del given["explanations"][0][name]
    with pytest.raises(DataError, match=rf"“explanations\.0\.{name}” is missing\. Find the rule"):
        predictors(given)
    if name not in ("profile", "calibration"):  # which predictions alone need
        with pytest.raises(DataError, match="is missing"):
            restore(given)
