"""The page that predicts, with documents that somebody altered: an answer, or one sentence."""

import json
import random

import pytest

from interpret.settings import Settings
from tests.made_documents import made, table_of
from tests.test_altered_documents import altered, places
from tests.test_page_predict import PREDICT
from tests.test_pages import quiet, said

pytestmark = pytest.mark.slow

TIMES = 12  # of each document, first as it was written


@pytest.mark.parametrize("name", ["explain-studied", "explain-numbers", "explain-landmarks"])
def test_an_altered_document_predicts_or_is_one_sentence(open_app, store, name):
    table, text, rng = table_of(name), json.dumps(made(name)), random.Random(name)
    paths = list(places(made(name)))
    store.save_table(table.digest, table.name, as_file(table))
    raw = as_file(table.rows(range(12)))
    spec = {"settings": Settings().to_dict(), "table": table.name}
    at, heard = open_app(PREDICT), []
    for time in range(TIMES):
        run_id = store.create("explain", spec, table.digest)
        store.start(run_id)
        try:
            store.finish(run_id, "done", altered(text, paths, rng) if time else json.loads(text))
        except ValueError:  # what is no standard JSON is never stored
            continue
        at.query_params["run"] = run_id
        at = quiet(at.run())
        if at.file_uploader:
            at = quiet(at.file_uploader(key="other_rows").upload("rows.csv", raw).run())
        heard.append(len(at.error))
        assert heard[-1] or "rows scored" in said(at)
    assert set(heard) == {0, 1}


def as_file(table):
    return table.frame().fillna("").to_csv(index=False).encode()
