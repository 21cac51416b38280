"""What small tables come to is what it was: `python -m tests.golden` writes a meant change."""

import gzip
import json

import pytest

from interpret.answer import record
from interpret.lab import compare, learn
from interpret.study.record import study_from_dict, study_to_dict
from tests import golden

CASES = (*golden.CASES, golden.COMPARED, golden.LEARNT)


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_answer_is_the_golden_one(case):
    assert json.loads(golden.text_of(golden.of(case))) == golden.stored(case)


def test_every_golden_file_has_its_case():
    assert {path.name for path in golden.FOLDER.glob("*.json")} == {
        golden.path(case).name for case in CASES
    }


def before(kind):
    """A document of this kind of run, stored by the version before this one."""
    raw = (golden.FOLDER / "before" / f"{kind}.json.gz").read_bytes()
    return json.loads(gzip.decompress(raw))


def assert_kept(old, new):
    """Every figure of the old document stands in the new one, which may have more."""
    match old:
        case dict():
            for name, own in old.items():
                assert_kept(own, new[name])
        case list():
            assert len(old) == len(new)
            for own, other in zip(old, new, strict=True):
                assert_kept(own, other)
        case _:
            assert new == old


def test_a_stored_answer_and_its_study_are_restored_with_every_figure():
    document = before("explain")
    (e,) = record.restore(document)
    (part,) = document["explanations"]
    del part["machine"]["support_rows"]
    study = study_to_dict(study_from_dict(part.pop("study")))
    assert_kept(part, record.to_dict(e))
    assert_kept(before("explain")["explanations"][0]["study"], study)


@pytest.mark.parametrize("module", [compare, learn])
def test_a_stored_comparison_and_what_was_learnt_are_restored_with_every_figure(module):
    document = before(module.__name__.rpartition(".")[2])
    again = json.loads(json.dumps(module.document(module.restore(document))))
    assert_kept(document, again)
