"""Texts that no file may hold come in frames: they are values like others, or are refused."""

import json

import numpy as np
import pandas as pd
import pytest

import rulescope
from rulescope import RuleClassifier

FIXED = {"kernel": "linear", "C": 1.0, "fit_to": "labels", "price": 1.0}
WRITERS = ("to_json", "to_sql", "to_python", "to_text")


def frame(odd, where):
    """Sixty rows with the text as the name of a column, a value of it or a class."""
    rows = np.arange(60)
    cells = np.where(rows % 3 > 0, odd if where == "value" else "x", "y").astype(object)
    classes = np.where(rows % 3 > 0, odd if where == "class" else "yes", "no").astype(object)
    named = {odd if where == "name" else "c": pd.Series(cells, dtype=object)}
    return pd.DataFrame({**named, "d": rows % 5}), classes


@pytest.mark.slow
@pytest.mark.parametrize("where", ["value", "name", "class"])
@pytest.mark.parametrize("odd", ["a\x07b", "a\x00b", "\x00ab", "a\u202eb", "a\uffffb"], ids=ascii)
def test_odd_texts_are_texts(odd, where):
    X, y = frame(odd, where)
    classes = [text.replace("\0", "") for text in y]  # in a document, no text of which holds a NUL
    rule = RuleClassifier(**FIXED).fit(X, y)
    assert rule.predict(X).tolist() == y.tolist()
    for write in WRITERS:
        written = getattr(rule, write)()
        (written if isinstance(written, str) else json.dumps(written)).encode()
    assert rulescope.load(json.loads(rule.to_json())).predict(X).tolist() == classes
