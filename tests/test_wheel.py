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

from hatch_build import MOVED, dependencies, rewritten
from tests.conftest import ROOT

CHEAP = ["--kernel=mDNF(1,2)", "--C=1", "--fit-to=labels", "--side=for", "--language=monotone"]
CHEAP += ["--price=0", "--effort=500", "--clauses=2", "--literals=2"]
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


def test_the_wheel_needs_what_the_library_imports():
    needed = {
        line.split(">=")[0].lower().replace("_", "-")
        for line in dependencies((ROOT / "requirements.txt").read_text(encoding="utf-8"))
    }
    imported = set()
    for folder in ("rulescope", *MOVED):
        for file in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Import):
                    imported |= {own.name.split(".")[0] for own in node.names}
                elif isinstance(node, ast.ImportFrom):
                    imported.add((node.module or "").split(".")[0])
    by_module = packages_distributions()
    others = imported - {*sys.stdlib_module_names, *MOVED, "rulescope"}
    distributions = {by_module[name][0].lower().replace("_", "-") for name in others}
    cluster = (ROOT / "requirements-cluster.txt").read_text(encoding="utf-8")
    brought = {"typing-extensions", *re.findall(r"^([\w-]+)==", cluster, re.MULTILINE)}
    assert distributions - brought == needed


def test_the_folder_needs_no_build():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert project["project"]["dynamic"] == ["dependencies"]
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
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / "bin" / "python"
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
    assert "Requires-Dist: numba>=" in told
    assert "streamlit" not in told
    assert not [name for name in names if "__pycache__" in name]


@pytest.mark.services
def test_the_wheel_works_beside_others(environment, tmp_path):
    folder, place, pip = environment
    table = tmp_path / "table.csv"
    rows = "1,1,0,yes\n1,0,1,no\n0,1,1,no\n0,0,0,no\n1,1,1,yes\n" * 8
    table.write_text(f"a,b,c,class\n{rows}", encoding="utf-8")
    quick = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": ""}
    options = {"cwd": tmp_path, "env": quick}
    asked = [table, *CHEAP, "--json", "-"]
    here = ran(sys.executable, "-m", "interpret", *asked, cwd=ROOT, env=quick)
    by_module = ran(folder / "bin" / "python", "-m", "rulescope", *asked, **options)
    rules = [json.loads(told)["explanations"][0]["rule"] for told in (here, by_module)]
    assert rules[0] == rules[1]
    assert "--kernel" in ran(folder / "bin" / "rulescope", "--help", **options)
    program = (
        "import sys, interpret, kernels, pandas as pd\n"
        "from rulescope import RuleClassifier\n"
        "assert interpret.MINE == kernels.MINE\n"
        "found = RuleClassifier(kernel='mDNF(1,2)', C=1.0, fit_to='labels', side='for',\n"
        "    language='monotone', price=0.0, effort=500)\n"
        "X = pd.read_csv('table.csv')\n"
        "print(found.fit(X, X.pop('class')).rule_)\n"
        "assert 'interpret.data' not in sys.modules\n"
    )
    told = ran(folder / "bin" / "python", "-c", program, **options | {"cwd": tmp_path})
    assert told == "a = 1 ∧ b = 1\n"
    loop = (
        "import numpy as np\n"
        "from rulescope.interpret.rules.exchange import rows_of\n"
        "print(rows_of(np.ones((1, 2), dtype=bool), np.zeros((1, 1), dtype=np.int64), "
        "np.ones(1, dtype=np.int64))[1])\n"
    )
    compiling = quick | {"NUMBA_DISABLE_JIT": "0"}
    assert ran(folder / "bin" / "python", "-c", loop, cwd=tmp_path, env=compiling)
    kept = place / "rulescope" / "interpret" / "rules" / "__pycache__"
    assert [*kept.glob("exchange.rows_of*.nbi")]
    for name in MOVED:
        assert (place / name / "__init__.py").read_text(encoding="utf-8") == STUB
    ran(*pip, "uninstall", "--yes", "--quiet", "rulescope")
    assert not [*place.glob("rulescope/**/*.py")]
    assert {own.name for own in place.iterdir()} >= {*MOVED}
