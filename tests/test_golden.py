"""What small tables come to is what it was: `python -m tests.golden` writes a meant change."""

import json

import pytest

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
