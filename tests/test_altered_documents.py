"""Documents that somebody altered: an answer as before, or one sentence; never a traceback."""

import json
import random
import re

import pytest

from interpret.data.complaints import DataError
from interpret.forms.answer.answer import Answer, answers
from interpret.forms.answer.predictor import predictors
from interpret.forms.answer.record import restore
from interpret.forms.study.study import studied
from interpret.lab import learn
from interpret.registry import kind_of
from interpret.settings import Settings, SettingsError
from interpret.tell.rule.report import html_report
from tests.made_documents import made, table_of

KIND_OF = {"explain-studied": "explain", "compare": "compare", "learn": "learn"}
WRONG = (
    *(None, True, False, 0, -1, 7, 10**30, 10**400, 0.5, -2.5, 1e308, float("nan"), float("inf")),
    *("", "x", "0", "\ud800", "rules(3,2)", [], [None], [[]], {}, {"a": 1}, ["x", 3]),
)
AS_TEXT = object()  # what stands elsewhere, as its JSON


def places(value, path=()):
    """The path to everything in a document; of a list to the first few."""
    inside = value.items() if isinstance(value, dict) else ()
    inside = list(enumerate(value))[:6] if isinstance(value, list) else inside
    for key, own in inside:
        yield (*path, key)
        yield from places(own, (*path, key))


def reached(document, path):
    for key in path:
        document = document[key]
    return document


def altered(text, paths, rng):
    """The document with one to three things taken away, put elsewhere, or of another kind."""
    document = json.loads(text)
    for path in rng.choices(paths, k=rng.choice((1, 1, 1, 2, 3))):
        try:
            holder, key = reached(document, path[:-1]), path[-1]
            old, elsewhere = holder[key], reached(document, rng.choice(paths))
            is_number = isinstance(old, int | float) and not isinstance(old, bool)
            near = (-old, old + 1, 1000 * old, str(old), [old]) if is_number else (None, [old])
            new = rng.choice((rng.choice(WRONG), rng.choice(near), AS_TEXT))
            new = json.dumps(elsewhere) if new is AS_TEXT else new
            if rng.random() < 0.2:
                del holder[key]
            elif rng.random() < 0.2:
                holder[key] = json.loads(json.dumps(elsewhere))
            else:
                holder[key] = new
        except (KeyError, IndexError, TypeError):
            continue  # taken away before
    return document


def told(action):
    """Whether it says in one sentence what is wrong; anything but that or an answer fails."""
    try:
        action()
    except DataError as error:
        sentence = str(error)
        assert len(sentence) < 700
        assert sentence.isprintable()
        assert sentence.endswith(".")
        assert not re.search(r"\.\s*\.(\s|$)", sentence)
        return True
    return False


def used(name, document, table, draw):
    """A document as the page of its kind, the list of runs and the page that predicts use it."""
    kind = kind_of(KIND_OF[name])

    def show():
        found = kind.restore(document)
        kind.outcome(found)
        if table:
            for e in found:
                Answer(e, table).check()
                assert Answer(e, table).explained.n_rows == len(e.machine.scores)
        if draw:
            html_report(studied(answers(found, table)))

    def predict():
        for predictor in predictors(document):
            predictor.scores(table)

    return [told(show)] + ([told(predict)] if table else [])


def alter(name, times, seed):
    text, rng = json.dumps(made(name)), random.Random(seed)
    paths = list(places(made(name)))
    table = table_of(name) if name.startswith("explain") else None
    heard = [
        used(name, altered(text, paths, rng), table, table is not None and i % 30 == 0)
        for i in range(times)
    ]
    assert any(any(own) for own in heard)
    assert not all(all(own) for own in heard)


@pytest.mark.slow
@pytest.mark.parametrize("name", KIND_OF)
def test_a_document_that_was_altered_is_an_answer_or_one_sentence(name):
    alter(name, 200, 1)


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        (("attributes", 0), 5, "explanations.0.attributes.0” must be a valid string"),
        (("positive",), [], "at least 1 item"),
        (("rows", "train", 0), 10**6, "each row must have a score"),
        (("rule", "clauses"), [], "must be the one found"),
        (("rule", "form"), "xor", "'dnf' or 'cnf'"),
        (("found", "rule", "clauses"), [[{"attribute": "nose", "is": ["x"]}]], "attributes of"),
        (("machine", "kernel"), "mystery(3)", "mystery"),
        (("machine", "weights"), [1.0], "each training row must have a weight"),
        (("machine", "intercept"), float("nan"), "standard JSON"),
        (("settings", "search"), "luck", "search must be one of"),
        (("preparation", "readings", 0, "meaning"), "yy", "date"),
        (("preparation", "readings", 0, "words"), ["no"], "a word for no and one for yes"),
        (("figures", "fidelity", "test", "hits"), 10**6, "hits of"),
    ],
)
def test_what_is_wrong_is_named(path, value, says):
    document = made("explain-studied")
    holder = reached(document["explanations"][0], path[:-1])
    holder[path[-1]] = value
    with pytest.raises(DataError) as told:
        restore(document)
    assert says in str(told.value)


@pytest.mark.parametrize(
    ("cut", "says"),
    [
        ({"points": [3.0, 1.0]}, "must ascend"),
        ({"coarse": [99.0]}, "coarse points"),
        ({"stands": ["1"]}, "a number within it must stand"),
    ],
)
def test_cuts_must_be_cuts(cut, says):
    document = made("explain-numbers")
    document["explanations"][0]["preparation"]["cuts"][0] |= cut
    for action in (restore, predictors):
        with pytest.raises(DataError, match=says):
            action(document)


def test_a_sentence_in_a_sentence_has_one_full_stop():
    document = made("explain-hard")
    document["explanations"][0]["settings"]["search"] = "luck"
    assert told(lambda: restore(document))


@pytest.mark.parametrize("altered", [{"target": "nose"}, {"negative": ["nose"]}])
def test_an_answer_must_be_of_the_rows_of_its_table(altered):
    document = made("explain-studied")
    (e,), table = restore(document), table_of("explain-studied")
    Answer(e, table).check()
    document["explanations"][0] |= altered
    (e,) = restore(document)
    with pytest.raises(DataError):
        Answer(e, table).check()


def test_what_was_learnt_must_agree_with_itself():
    document = made("learn")
    document["learnt"]["ways"][0]["weights"].pop()
    with pytest.raises(DataError, match=r"a weight for each degree .* Learn again"):
        learn.restore(document)


def test_settings_are_read_as_they_were_stored_or_told():
    kept = Settings(C=0.5, drop=("a",)).to_dict()
    assert Settings.from_dict(kept) == Settings(C=0.5, drop=("a",))
    assert Settings.from_dict(kept | {"C": None}).C == float("inf")
    for wrong in ({"drop": "a"}, {"seed": None}, {"test": 2.0}, {"kernel": "mystery"}, 7):
        with pytest.raises(SettingsError):
            Settings.from_dict(kept | wrong if isinstance(wrong, dict) else wrong)
    del kept["seed"]
    with pytest.raises(SettingsError, match="“seed” is missing"):
        Settings.from_dict(kept)
