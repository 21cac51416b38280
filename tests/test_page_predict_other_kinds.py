"""The page that predicts, with a number explained."""

import pytest

from tests import test_page_explain_number
from tests.test_interpret_number_explain import small
from tests.test_pages import quiet, said

pytestmark = pytest.mark.slow

number_run = test_page_explain_number.stored
PREDICT = "dashboard/pages/predict.py"


def test_rows_get_their_number(open_app, number_run):
    at = open_app(PREDICT, run=number_run())
    assert "With the answer to **the number y**" in said(at)
    assert "Needed columns:" in said(at)
    _, _, e = small()
    rows = small()[0].frame.head(20).to_parquet(None, index=False)
    at = quiet(at.file_uploader(key="other_rows").upload("new.parquet", rows).run())
    (frame,) = [one for one in at.dataframe if len(one.value) == 20]
    told = frame.value.to_numpy().ravel().tolist()
    assert any(own == pytest.approx(e.predicted[0]) for own in told if isinstance(own, float))
    assert "download_predicted" in [own.key for own in at.get("download_button")]
