"""The page that predicts, with a number explained and with rankings, from files of any format."""

import io

import pandas as pd
import pytest

from tests import test_page_explain_number, test_page_recommend, test_pages
from tests.test_interpret_number_explain import small
from tests.test_pages import quiet, said

pytestmark = pytest.mark.slow

open_app, store = test_pages.open_app, test_pages.store
number_run, ranking_run = test_page_explain_number.stored, test_page_recommend.stored
PREDICT = "dashboard/pages/predict.py"
CHOICES = b"user,item\na,x\na,y\nb,x\nb,z\nc,y\nc,z\n"
NEW = pd.DataFrame({"user": ["n1", "n2"], "item": ["x", "y"]})


def parquet(frame):
    raw = io.BytesIO()
    frame.to_parquet(raw, index=False)
    return raw.getvalue()


def test_rows_get_their_number(open_app, number_run):
    at = open_app(PREDICT, run=number_run())
    assert "With the answer to **the number y**" in said(at)
    assert "Needed columns:" in said(at)
    _, _, e = small()
    rows = parquet(small()[0].frame.head(20))
    at = quiet(at.file_uploader(key="other_rows").upload("new.parquet", rows).run())
    (frame,) = [one for one in at.dataframe if len(one.value) == 20]
    told = frame.value.to_numpy().ravel().tolist()
    assert any(own == pytest.approx(e.predicted[0]) for own in told if isinstance(own, float))
    assert "download_predicted" in [own.key for own in at.get("download_button")]


@pytest.mark.parametrize("name", ["new.parquet", "new.csv", "new.tsv"])
def test_new_users_are_ranked_from_any_format(open_app, ranking_run, name):
    at = open_app(PREDICT, run=ranking_run(CHOICES))
    assert "With the rankings learnt from choices" in said(at).replace("\\", "")
    ways = {
        "parquet": lambda: parquet(NEW),
        "csv": lambda: NEW.to_csv(index=False).encode(),
        "tsv": lambda: NEW.to_csv(index=False, sep="\t").encode(),
    }
    raw = ways[name.partition(".")[2]]()
    at = quiet(at.file_uploader(key="new_users").upload(name, raw).run())
    (frame,) = at.dataframe
    assert set(frame.value["user"]) == {"n1", "n2"}
    assert not at.error
