"""The wheel: the library under one name, beside other projects' packages, whatever they hold."""

import ast
import json
import os
import re
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from playwright.sync_api import expect

from hatch_build import BESIDE, MOVED, linked, rewritten
from interpret.versions import RULESCOPE
from tests.browser import free_port, listening, visit
from tests.conftest import ROOT

pytestmark = pytest.mark.slow

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]

CHEAP = [
    "--kernel=mDNF(1,2)",
    "--set=C=1",
    "--set=fit-to=labels",
    "--set=side=for",
    "--set=language=monotone",
]
CHEAP += ["--set=price=0", "--set=effort=500", "--size=2x2"]
PROGRAMS = "Scripts" if os.name == "nt" else "bin"
STUB = "MINE = 'another project'\n"


def test_imports_alone_are_rewritten():
    source = (
        '"""from interpret.data import this is text"""\n'
        "from interpret.data.table import (  # from kernels import\n    Table,\n)\n"
        "import numpy, json\n"
        "def f():\n    é = 'from kernels.base import x'; from kernels.base import Kernel\n"
        "from interpreter import x\nfrom os import path\n"
    )
    assert rewritten(source) == (
        '"""from interpret.data import this is text"""\n'
        "from rulescope.interpret.data.table import (  # from kernels import\n    Table,\n)\n"
        "import numpy, json\n"
        "def f():\n    é = 'from kernels.base import x'; "
        "from rulescope.kernels.base import Kernel\n"
        "from interpreter import x\nfrom os import path\n"
    )


def test_an_import_by_the_whole_name_is_refused():
    with pytest.raises(ValueError, match=r"Line 2 imports a package by its whole name"):
        rewritten("import os\nimport kernels.base\n")


@pytest.mark.parametrize("folder", ["rulescope", *MOVED])
def test_every_module_can_be_rewritten(folder):
    for file in (ROOT / folder).rglob("*.py"):
        tree = ast.parse(rewritten(file.read_text(encoding="utf-8")))
        named = [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        assert not [name for name in named if name.split(".")[0] in MOVED]


def pinned(name):
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    named = [line.split("#")[0].strip() for line in lines]
    return [Requirement(line) for line in named if line and not line.startswith("-")]


def names(requirements):
    return {own.name.lower().replace("_", "-") for own in requirements}


@pytest.mark.parametrize(
    ("folders", "needed", "brought"),
    [
        (("interpret", "kernels", "rulescope"), [], ["url", "warehouse"]),
        (("jobs", "dashboard", "app.py", "serve.py"), ["dashboard"], []),
    ],
)
def test_the_wheel_needs_what_it_imports(folders, needed, brought):
    """brought: extras whose packages are imported only where they are asked for."""
    imported = set()
    for file in (file for own in folders for file in [ROOT / own, *(ROOT / own).rglob("*.py")]):
        if file.suffix != ".py":
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {own.name.split(".")[0] for own in node.names}
            elif isinstance(node, ast.ImportFrom):
                imported.add((node.module or "").split(".")[0])
    by_module = packages_distributions()
    others = imported - {*sys.stdlib_module_names, *MOVED, "rulescope"}
    distributions = {by_module[name][0].lower().replace("_", "-") for name in others}
    own = names(map(Requirement, PROJECT["dependencies"]))
    for extra in (*needed, *brought):
        own |= names(map(Requirement, EXTRAS[extra]))
    brought_along = {"typing-extensions", "starlette", "protobuf"}  # by pydantic and Streamlit
    assert distributions - own <= brought_along
    if not needed:
        assert names(map(Requirement, PROJECT["dependencies"])) <= distributions


@pytest.mark.parametrize(
    ("file", "needed"),
    [
        ("requirements.txt", [*PROJECT["dependencies"], *EXTRAS["dashboard"]]),
        ("requirements-url.txt", EXTRAS["url"]),
        ("requirements-warehouse.txt", EXTRAS["warehouse"]),
    ],
)
def test_what_is_pinned_is_what_the_wheel_allows(file, needed):
    pins = {own.name: own for own in pinned(file)}
    assert {*pins} == {Requirement(text).name for text in needed}
    for own in map(Requirement, needed):
        (pin,) = pins[own.name].specifier
        assert pin.operator == "=="
        assert own.specifier.contains(pin.version), f"{file} pins {pins[own.name]}, not {own}"
        assert {part.operator for part in own.specifier} - {"<"} == {">="}


def test_the_version_stands_in_one_place():
    assert "version" in PROJECT["dynamic"]
    assert "version" not in PROJECT
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.search(r"^version: (.*)$", citation, re.MULTILINE)[1] == RULESCOPE


def test_a_package_index_shows_links_that_lead_somewhere():
    text = "![a](docs/a.png) [b](LICENSE) [c](https://c.example) [d](#e) ![f](https://f.example)"
    assert linked(text, "https://x.example") == (
        "![a](https://x.example/raw/HEAD/docs/a.png) [b](https://x.example/blob/HEAD/LICENSE) "
        "[c](https://c.example) [d](#e) ![f](https://f.example)"
    )


def test_the_folder_needs_no_build():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "-r requirements.txt" in makefile
    assert "install ." not in makefile


def ran(*command, **options):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, **options)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    ran(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    (file,) = folder.glob("*.whl")
    return file


@pytest.fixture(scope="module")
def environment(wheel, tmp_path_factory):
    """A new environment with the wheel, in which others own `interpret` and `kernels`.

    What the wheel needs is that of the environment of the tests, behind the new one's own.
    """
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False, symlinks=os.name != "nt")
    python = folder / PROGRAMS / "python"
    asked = "import sysconfig; print(sysconfig.get_path('purelib'))"
    place = Path(ran(python, "-c", asked).strip())
    (place / "beside.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    for name in MOVED:
        (place / name).mkdir()
        (place / name / "__init__.py").write_text(STUB, encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check"]
    ran(*pip, "install", "--quiet", "--no-deps", "--no-index", wheel)
    return folder, place, pip


@pytest.mark.services
def test_all_of_the_wheel_has_one_name(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        (metadata,) = (name for name in names if name.endswith("/METADATA"))
        told = archive.read(metadata).decode()
    assert {name.split("/")[0] for name in names} == {"rulescope", metadata.split("/")[0]}
    needed = dict(re.findall(r"^Requires-Dist: ([\w-]+)[^;\n]*(.*)$", told, re.MULTILINE))
    assert needed["numba"] == ""
    assert needed["streamlit"] == "; extra == 'dashboard'"
    assert needed["fsspec"] == "; extra == 'url'"
    assert f"\nVersion: {RULESCOPE}\n" in told
    assert "\nLicense-Expression: BSD-3-Clause AND OFL-1.1\n" in told
    assert not re.findall(r"\]\((?!https?:|#)", told.partition("\n\n")[2])
    assert not [name for name in names if "__pycache__" in name]
    assert {f"rulescope/{name}" for name in BESIDE} <= {*names}
    assert "rulescope/dashboard/logo.svg" in names
    samples = {f"rulescope/sample_data/{file.name}" for file in ROOT.glob("sample_data/*.csv")}
    assert samples <= {*names}


WORKED = """
import sys, time
from rulescope.jobs.runner import Runner
from rulescope.jobs.store import Store
from rulescope.interpret.settings import Settings

def main():
    store = Store("sqlite:///runs.sqlite")
    store.save_table("digest", "table.csv", open("table.csv", "rb").read())
    runner = Runner(store)
    settings = Settings(
        kernel="mDNF(1,2)", C=1.0, fit_to="labels", side="for", language="monotone", price=0.0,
        effort=500, size="2x2",
    )
    spec = {"settings": settings.to_dict(), "table": "table.csv"}
    run = runner.start("explain", spec, "digest")
    while store.status(run) is not None and store.get(run).status in ("queued", "running"):
        time.sleep(0.1)
    print(store.get(run).status, store.get(run).error)
    runner.close()

if __name__ == "__main__":
    main()
"""
TABLE = "a,b,c,class\n" + "1,1,0,yes\n1,0,1,no\n0,1,1,no\n0,0,0,no\n1,1,1,yes\n" * 8


@pytest.mark.services
def test_a_run_of_the_wheel_is_worked_on(environment, tmp_path):
    folder, _, _ = environment
    (tmp_path / "table.csv").write_text(TABLE, encoding="utf-8")
    quick = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": ""}
    told = ran(folder / PROGRAMS / "python", "-c", WORKED, cwd=tmp_path, env=quick)
    assert told == "done None\n"


@pytest.mark.browser
def test_the_wheel_serves_the_page_from_any_folder(environment, tmp_path, new_page):
    folder, _, _ = environment
    here, runs = tmp_path / "here", tmp_path / "runs"
    here.mkdir()
    port = free_port()
    command = [str(folder / PROGRAMS / "rulescope"), "serve", f"--port={port}", f"--var={runs}"]
    env = {**os.environ, "PYTHONPATH": ""}
    env.pop("RULESCOPE_DATABASE_URL", None)
    with listening(command, port, tmp_path / "server.log", cwd=here, env=env) as server:
        page = new_page()
        visit(page, server.url)
        expect(page.get_by_text("958 boards")).to_be_visible()
        expect(page.get_by_text(f"Rulescope {RULESCOPE}", exact=True)).to_be_visible()
    assert (runs / "runs.sqlite").is_file()
    assert [*here.iterdir()] == []


@pytest.mark.services
def test_the_wheel_works_beside_others(environment, tmp_path):
    folder, place, pip = environment
    table = tmp_path / "table.csv"
    table.write_text(TABLE, encoding="utf-8")
    quick = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": ""}
    options = {"cwd": tmp_path, "env": quick}
    asked = [table, *CHEAP, "--json", "-"]
    told = ran(folder / PROGRAMS / "python", "-m", "rulescope", *asked, **options)
    assert json.loads(told)["explanations"][0]["rule"]["text"] == "a = 1 ∧ b = 1"
    told = ran(folder / PROGRAMS / "rulescope", "--version", **options)
    assert told == f"Rulescope {RULESCOPE}\n"
    program = (
        "import sys, interpret, kernels, pandas as pd\n"
        "from rulescope import RuleClassifier, load\n"
        "assert interpret.MINE == kernels.MINE\n"
        "found = RuleClassifier(kernel='mDNF(1,2)', C=1.0, fit_to='labels', side='for',\n"
        "    language='monotone', price=0.0, effort=500)\n"
        "X = pd.read_csv('table.csv')\n"
        "print(found.fit(X, X.pop('class')).rule_)\n"
        "import json\n"
        "stored = load(json.loads(found.to_json()))\n"
        "assert (stored.predict(X) == found.predict(X)).all()\n"
        "assert 'interpret.data' not in sys.modules\n"
    )
    told = ran(folder / PROGRAMS / "python", "-c", program, **options | {"cwd": tmp_path})
    assert told == "a = 1 ∧ b = 1\n"
    loop = (
        "import numpy as np\n"
        "from rulescope.interpret.rules.exchange import Packed, rows_of\n"
        "clauses = Packed(np.zeros((1, 1), dtype=np.int32), np.ones(1, dtype=np.int64))\n"
        "print(rows_of(np.ones((1, 2), dtype=bool), clauses)[1])\n"
    )
    compiling = quick | {"NUMBA_DISABLE_JIT": "0"}
    assert ran(folder / PROGRAMS / "python", "-c", loop, cwd=tmp_path, env=compiling)
    kept = place / "rulescope" / "interpret" / "rules" / "__pycache__"
    assert [*kept.glob("exchange.rows_of*.nbi")]
    for name in MOVED:
        assert (place / name / "__init__.py").read_text(encoding="utf-8") == STUB
    ran(*pip, "uninstall", "--yes", "--quiet", "rulescope")
    assert not [*place.glob("rulescope/**/*.py")]
    assert {own.name for own in place.iterdir()} >= {*MOVED}
