"""A document of each kind that is kept: small samples explained, compared and learnt from."""

import json
from functools import cache

from interpret.data.reading import read_table
from interpret.fit.parts import split, tasks_asked
from interpret.forms.answer.answer import answers
from interpret.forms.answer.record import document
from interpret.forms.classes import explain_classes
from interpret.forms.study.study import study, study_to_dict, with_good
from interpret.lab import compare, learn
from interpret.settings import Settings
from tests.conftest import ROOT

QUICK = {"fit_to": "labels", "language": "values", "price": 0.5, "effort": 1000}
EXPLAINED = {  # the sample, every how many of its rows are explained, and how
    "explain-studied": ("monks-3.csv", 4, {"positive": ("yes",)}),
    "explain-numbers": ("clinic.csv", 8, {"side": "for"}),
    "explain-landmarks": ("tic-tac-toe.csv", 6, {"positive": ("yes",), "landmarks": 25}),
    "explain-hard": ("monks-1.csv", 4, {"positive": ("yes",), "C": float("inf")}),
}


def table_of(name):
    file, every = EXPLAINED[name][:2]
    header, *rows = (ROOT / "sample_data" / file).read_text(encoding="utf-8").splitlines()
    raw = "\n".join([header, *rows[::every]]) + "\n"
    return read_table(raw.encode(), file.replace(".csv", "-part.csv"))


def made(name):
    """The document of that name, as it comes back from a file; a new one each time."""
    return json.loads(_written(name))


@cache
def _written(name):
    return json.dumps(_compared_or_learnt(name) or _explained(name), allow_nan=False)


def _explained(name):
    table, asked = table_of(name), EXPLAINED[name][2]
    settings = Settings(**{"kernel": "mDNF(2,2)", "C": 1.0} | QUICK | asked)
    each = tasks_asked(table, settings)
    found = answers(tuple(explain_classes(each, settings)), table, each)
    if name == "explain-studied":
        found = tuple(map(with_good, found))
    own = document(found)
    for answer, part in zip(found, own["explanations"], strict=True):
        part["study"] = study_to_dict(study(answer)) if name == "explain-studied" else None
    return own


def _compared_or_learnt(name):
    if name in EXPLAINED:
        return None
    settings = Settings(positive=("yes",))
    (task,) = tasks_asked(table_of("explain-hard"), settings)
    if name == "compare":
        return compare.document(compare.compare(task, ("linear", "mDNF(2,2)")))
    asked = learn.Learning(3, tuple(learn.WAYS), formulas=3)
    return learn.document(learn.learn(task, split(task, settings), 0, asked))
