"""Altered documents of every kind of answer, wherever one is read: an answer or one sentence."""

import io
import json
import random

import pytest

import rulescope
from interpret.__main__ import main
from interpret.data.complaints import DataError
from interpret.ranking.command import main as recommend
from interpret.registry import OutputOptions, kind_in, kind_of
from interpret.settings import SettingsError
from tests.command_line import cheaply, csv_text
from tests.test_altered_documents import altered, places

ROWS = [
    (
        i % 9,
        "xyz"[i % 3],
        i * i % 11,
        "abc"[i % 9 // 3],
        i % 9 * 2 + i * 7 % 13 / 8,
        "yn"[i % 9 + i % 4 > 5],
    )
    for i in range(90)
]
TABLE = csv_text(["n", "b", "d", "three", "amount", "c"], ROWS)
CHOICES = csv_text(["user", "item"], [(i % 30, (i * i + i // 30) % 17) for i in range(240)])
LEARNT = {  # the options that make a document of each kind
    "rule": cheaply("--form", "rule"),
    "card": cheaply("--form", "points"),
    "both": cheaply("--form", "auto"),
    "classes": cheaply("--target", "three", "--form", "auto"),
    "number": ["--target", "amount"],
    "ranking": [],
}


@pytest.fixture(scope="module")
def learnt(tmp_path_factory):
    """A function: the document of a kind, and its table as a file."""
    folder, made = tmp_path_factory.mktemp("answers"), {}

    def of(kind):
        if kind not in made:
            table, answer = folder / f"{kind}.csv", folder / f"{kind}.json"
            table.write_text(CHOICES if kind == "ranking" else TABLE)
            command = recommend if kind == "ranking" else main
            assert said(command, table, *LEARNT[kind], "--json", answer) == (0, "")
            made[kind] = json.loads(answer.read_text()), table
        return made[kind]

    return of


def said(command, *arguments):
    """The status and what stands on standard error."""
    out, err = io.StringIO(), io.StringIO()
    status = command(list(map(str, arguments)), out, err)
    return status, err.getvalue()


def told(action):
    try:
        action()
    except (DataError, SettingsError) as error:
        return str(error)
    return ""


def used(kind, document, file, rows):
    """What every use of a document says is wrong with it; "" where it is an answer."""
    out = file.parent
    file.write_text(json.dumps(document))
    if kind == "ranking":
        heard = [said(recommend, file, "--user", "3", "--liked", "5", "--csv", out / "r.csv")]
    else:
        heard = [said(main, file, "--predict", rows, "--csv", out / "scored.csv")]
        for ending in ("sql", "py"):
            heard.append(said(main, file, "--export", out / f"rule.{ending}"))
    for status, err in heard:
        assert (status, err.count("\n")) == ((2, 1) if err else (0, 0))
    texts = [err.rstrip("\n") for _, err in heard]

    def reported():
        of_kind = kind_of(kind_in(document)).present(document, OutputOptions())
        of_kind.at_length()
        if kind != "ranking":
            of_kind.report()

    def loaded():
        answer = rulescope.load(document)
        answer.predict(frame())
        of = {"label": document["explanations"][0]["positive"][0]} if kind == "classes" else {}
        for write in (answer.to_sql, answer.to_python):
            write(**of)
        answer.to_text()
        answer.to_json()
        answer._repr_html_()

    texts += [told(reported), *([] if kind == "ranking" else [told(loaded)])]
    for text in texts:
        assert len(text) < 1000
        assert text.isprintable()
        assert "Traceback" not in text
    return texts


def frame():
    import pandas as pd

    return pd.read_csv(io.StringIO(TABLE))


def alter(learnt, kind, times, seed, folder):
    document, rows = learnt(kind)
    text, paths, rng = json.dumps(document), list(places(document)), random.Random(seed)
    return [used(kind, altered(text, paths, rng), folder / "a.json", rows) for _ in range(times)]


@pytest.mark.slow
@pytest.mark.parametrize("kind", LEARNT)
def test_an_altered_answer_is_an_answer_or_one_sentence(learnt, tmp_path, kind):
    alter(learnt, kind, 2, 5, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("kind", LEARNT)
def test_a_hundred_altered_answers_are_answers_or_sentences(learnt, tmp_path, kind):
    heard = alter(learnt, kind, 100, 1, tmp_path)
    assert any(map(any, heard))
    assert not all(map(all, heard))


@pytest.mark.parametrize(("name", "value"), [("popularity", 1e99), ("regularisation", -1.0)])
def test_a_ranking_s_machine_has_settings_that_may_be_asked_for(learnt, tmp_path, name, value):
    document = json.loads(json.dumps(learnt("ranking")[0]))
    document["machine"][name] = value
    texts = used("ranking", document, tmp_path / "a.json", learnt("ranking")[1])
    assert all(f"machine.{name}” must be" in text for text in texts)


def test_a_ranking_has_every_figure_of_each_method(learnt, tmp_path):
    document = json.loads(json.dumps(learnt("ranking")[0]))
    del document["methods"][0]["figures"]["AUC"]
    texts = used("ranking", document, tmp_path / "a.json", learnt("ranking")[1])
    assert all("figures.AUC” is missing" in text for text in texts)


def deep(n):
    return json.loads("[" * n + "]" * n)


def ranges(n):
    return [{"attribute": "n", "above": i / 3000, "to": None} for i in range(n)]


def with_clauses(document, clauses):
    (e,) = document["explanations"]
    for rule in (e["rule"], e["found"]["rule"]):
        rule["clauses" if rule["form"] == "dnf" else "denies"] = clauses


def with_terms(document, clauses):
    (one, *_) = document["number"]["terms"]
    document["number"]["terms"] = [one | {"clause": clause} for clause in clauses]


TOO_MUCH = {
    "deep": (
        ["both", "number", "ranking"],
        lambda document: document.update(x=deep(900)),
        "too deep",
    ),
    "deep inside": (
        ["rule"],
        lambda document: document["table"].update(name=deep(900)),
        "too deep",
    ),
    "clauses": (
        ["both"],
        lambda document: with_clauses(document, [[test] for test in ranges(1_001)]),
        "at most 1,000 terms or clauses, not 1,001",
    ),
    "tests": (
        ["rule"],
        lambda document: with_clauses(document, [ranges(1_001)]),
        "a clause has at most 1,000 tests, not 1,001",
    ),
    "terms": (
        ["number"],
        lambda document: with_terms(document, [[test] for test in ranges(1_001)]),
        "at most 1,000 terms or clauses, not 1,001",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "much"), [(kind, much) for much, (kinds, *_) in TOO_MUCH.items() for kind in kinds]
)
def test_what_a_document_may_hold_has_limits_and_one_sentence_each(learnt, tmp_path, kind, much):
    document, rows = learnt(kind)
    document = json.loads(json.dumps(document))
    _, change, told = TOO_MUCH[much]
    change(document)
    texts = used(kind, document, tmp_path / "a.json", rows)
    assert all(told in text for text in texts), texts
