"""Every kind of document that is written is valid by the schema, and what is spoiled is not."""

import io
import json
from copy import deepcopy

import jsonschema
import pytest

from interpret.__main__ import main
from interpret.data.reading import read_table
from interpret.forms.answer.answer import Answer, answers
from interpret.forms.answer.form import Version
from interpret.forms.answer.record import Drafted, document, with_drafts
from interpret.forms.explain import draft, explain
from interpret.forms.study.study import study, study_to_dict, with_good
from interpret.forms.whatif.by_hand import versioned_document, with_version
from interpret.large.explain import explain_large, large_document
from interpret.large.files import opened
from interpret.ranking.command import main as recommend
from interpret.rules.card import Card
from interpret.rules.logic import Clause, Formula, Is
from interpret.settings import Settings
from rulescope.__main__ import main as rulescope
from tests.conftest import ROOT
from tests.made_documents import EXPLAINED, made

pytestmark = pytest.mark.slow

QUICK = Settings(
    kernel="mDNF(1,2)", C=1.0, fit_to="labels", side="for", language="monotone", price=0.0,
    effort=500, size="2x2",
)  # fmt: skip
OPTIONS = ["--kernel=mDNF(1,2)", "--C=1", "--fit-to=labels", "--side=for", "--language=monotone"]
OPTIONS += ["--price=0", "--effort=500", "--size=2x2"]


@pytest.fixture(scope="module")
def schema():
    out, err = io.StringIO(), io.StringIO()
    assert rulescope(["schema"], out, err) == 0
    return json.loads(out.getvalue())


@pytest.fixture(scope="module")
def valid(schema):
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.fixture(scope="module")
def table():
    rows = (ROOT / "sample_data" / "monks-3.csv").read_text(encoding="utf-8").splitlines()[:120]
    return read_table("\n".join(rows).encode(), "monks-3.csv")


@pytest.fixture(scope="module")
def answer(table):
    return Answer(explain(table, QUICK), table)


def written(found):
    return json.loads(json.dumps(found, allow_nan=False))


@pytest.mark.parametrize("name", [*EXPLAINED, "compare", "learn"])
def test_documents_of_every_kind_are_valid(valid, name):
    valid.validate(made(name))


def test_an_answer_its_study_its_draft_and_its_versions_are_valid(valid, table, answer):
    own = document([with_good(answer)])
    valid.validate(written(own))
    studied = deepcopy(own)
    studied["explanations"][0]["study"] = study_to_dict(study(answer))
    drafted = with_drafts(studied, (Drafted.of(draft(table, QUICK)),))
    valid.validate(written(drafted))
    name = answer.explanation.attributes[0]
    value = next(v for v in answer.explained.column(name).values if v is not None)
    formula = Formula((Clause((Is(name, (value,)),)),))
    changed = Version(
        1, "N. N.", "why", "2026-01-01", answer.explanation.positive, "rule", Card.of(formula)
    )
    of_version = versioned_document(own, [with_version(answer, changed)])
    valid.validate(written(of_version))
    assert "version" in of_version["explanations"][0]


def of_command(argv, of=main):
    out, err = io.StringIO(), io.StringIO()
    assert of([*argv, "--json", "-"], out, err) == 0, err.getvalue()
    return json.loads(out.getvalue())


@pytest.mark.parametrize(
    ("sample", "options"),
    [
        ("clinic", [*OPTIONS, "--drop=admitted", "--gaps=frequent-in-class"]),
        ("monks-1", [*OPTIONS[2:], "--kernel=thesis", "--landmarks=20", "--cost=balanced"]),
        ("monks-2", [*OPTIONS, "--search=genetic", "--population=20", "--generations=5"]),
    ],
)
def test_what_the_command_writes_is_valid(valid, tmp_path, sample, options):
    lines = (ROOT / "sample_data" / f"{sample}.csv").read_text(encoding="utf-8").splitlines()[:90]
    path = tmp_path / f"{sample}.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    options = [own for own in options if not (sample == "monks-2" and "effort" in own)]
    valid.validate(of_command([str(path), *options]))


def test_a_number_and_recommendations_are_valid(valid, tmp_path):
    path = tmp_path / "numbers.csv"
    path.write_text(numbers(), encoding="utf-8")
    valid.validate(of_command([str(path), "--size=2x1"]))
    films = str(ROOT / "sample_data" / "film-choices.csv")
    asked = [films, "--user=user 001", "--kernel=linear", "--regularisation=1", "--popularity=0"]
    asked += [f"--without={name}" for name in ("MSDw", "EASE")]
    valid.validate(of_command(asked, recommend))


def numbers():
    """A small table in which two columns move a number."""
    lines = [f"{n % 2},{n % 3},{n % 5},{10 * (n % 2) + 3 * (n % 3) + n / 100}" for n in range(60)]
    return "\n".join(["a,b,c,number", *lines]) + "\n"


def test_files_read_in_portions_are_valid(valid, table, tmp_path):
    from pyarrow import parquet

    frame = table.frame().set_axis(table.names, axis="columns")
    for half in range(2):
        folder = tmp_path / "parts"
        folder.mkdir(exist_ok=True)
        frame.iloc[half::2].to_parquet(folder / f"{half}.parquet")
    assert parquet.read_metadata(folder / "0.parquet").num_rows
    with opened(str(folder)) as files:
        valid.validate(written(large_document(explain_large(files, QUICK))))


SPOILED = {
    "no class": lambda d: d["explanations"][0].pop("positive"),
    "a text for a number": lambda d: d["explanations"][0]["rule"].update(bound="large"),
    "a share above 1": lambda d: d["explanations"][0]["accuracy"].update(train=1.5),
    "a test of nothing": lambda d: d["explanations"][0]["rule"]["clauses"][0][0].pop("attribute"),
    "an unknown search": lambda d: d["explanations"][0]["found"].update(search="luck"),
    "a figure less": lambda d: d["explanations"][0]["figures"].pop("fidelity"),
    "a nested field less": lambda d: d["explanations"][0]["machine"].pop("test_auc"),
    "another schema": lambda d: d.update(schema=2),
    "no machine": lambda d: d["explanations"][0]["machine"].pop("support_rows"),
}


@pytest.mark.parametrize("how", SPOILED)
def test_what_is_spoiled_is_not_valid(valid, answer, how):
    own = written(document(answers([answer.explanation], answer.in_file)))
    assert valid.is_valid(own)
    SPOILED[how](own)
    assert not valid.is_valid(own)


def test_the_schema_says_what_its_objects_are(schema):
    assert [kind["title"] for kind in schema["oneOf"]] == [
        *("rules", "number", "comparison", "learnt", "evolution", "recommendations"),
    ]
    assert "95 % Wilson interval" in schema["$defs"]["Share"]["description"]
    assert not [name for name in schema["$defs"] if "Object" in name or "__" in name]


def test_the_command_takes_nothing_else():
    out, err = io.StringIO(), io.StringIO()
    assert rulescope(["schema", "more"], out, err) == 2
    assert "rulescope schema --help" in err.getvalue()
