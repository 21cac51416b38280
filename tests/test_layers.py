"""The picture of the whole: which room stands on which, and where other packages may enter."""

import ast
import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

# A room may import itself, the rooms named here and all that those stand on. A module belongs to
# the room with the longest name that begins its own.
STANDS_ON = {
    "kernels": [],
    "interpret.data": ["kernels"],
    "interpret.cores": ["interpret.data"],
    "interpret.rules": ["interpret.cores"],
    "interpret.documents": ["interpret.data"],
    "interpret.settings": ["interpret.measures", "interpret.documents"],
    "interpret.shares": [],
    "interpret.row_limits": [],
    "interpret.measures": ["interpret.rules", "interpret.shares"],
    "interpret.versions": [],
    "interpret.fit": ["interpret.settings", "interpret.measures", "interpret.row_limits"],
    "interpret.present": ["interpret.measures", "interpret.versions"],
    "interpret.tell": ["interpret.present", "interpret.settings"],
    "interpret.tell.number": ["interpret.number"],
    "interpret.answers": ["interpret.tell", "interpret.row_limits"],
    "interpret.registry": ["interpret.answers"],
    "interpret.forms.answer": ["interpret.fit", "interpret.registry"],
    "interpret.forms.compare": ["interpret.forms.answer"],
    "interpret.forms.explain": ["interpret.forms.compare"],
    "interpret.forms.classes": ["interpret.forms.explain"],
    "interpret.forms.study": ["interpret.forms.answer"],
    "interpret.forms.whatif": ["interpret.forms.answer"],
    "interpret.forms.evolve": ["interpret.forms.study"],
    "interpret.tell.rule": [
        "interpret.forms.study",
        "interpret.forms.whatif",
        "interpret.forms.evolve",
    ],
    "interpret.forms.exports": ["interpret.tell.rule"],
    "interpret.forms.take_away": ["interpret.forms.exports"],
    "interpret.forms.own_model": ["interpret.forms.explain", "interpret.forms.take_away"],
    "interpret.forms.kind": ["interpret.forms.classes", "interpret.forms.exports"],
    "interpret.forms": [],
    "interpret.number": ["interpret.registry"],
    "interpret.ranking": ["interpret.registry"],
    "interpret.ranking.command": ["interpret.ranking", "interpret.command"],
    "interpret.lab": ["interpret.registry", "interpret.fit"],
    "interpret.number.kind": ["interpret.tell.number"],
    "interpret.program": [],
    "interpret.command": ["interpret.settings", "interpret.program", "interpret.versions"],
    "interpret.large": ["interpret.forms.kind", "interpret.program"],
    "interpret.answering": [
        "interpret.large",
        "interpret.number",
        "interpret.ranking",
        "interpret.command",
    ],
    "interpret.__main__": ["interpret.answering", "interpret.program"],
    "interpret": [],
    "rulescope": [
        "interpret.__main__",
        "interpret.ranking.command",
        "interpret.forms.own_model",
        "interpret.number.kind",
        "dashboard",
    ],
    "jobs": [
        "interpret.forms.kind",
        "interpret.lab",
        "interpret.large",
        "interpret.program",
    ],
    "sample_data": [],
    "dashboard": [
        "jobs",
        "sample_data",
        "interpret.forms.evolve",
        "interpret.forms.take_away",
        "interpret.number.kind",
        "interpret.ranking",
    ],
    "app": ["dashboard"],
    "serve": ["dashboard"],
}
ENTERS = {
    "numba": ["kernels.compiled"],
    "numpy": ["kernels", "interpret", "rulescope", "jobs", "dashboard"],
    "scipy": ["kernels", "interpret"],
    "sklearn": ["kernels", "interpret", "rulescope"],
    "typing_extensions": ["interpret.documents"],
    "threadpoolctl": ["kernels", "interpret.cores", "interpret.ranking", "rulescope"],
    "joblib": ["interpret.cores"],
    "pandas": [
        "interpret.data",
        "interpret.forms.own_model",
        "interpret.forms.take_away",
        "rulescope",
        "dashboard",
    ],
    "narwhals": ["interpret.data"],
    "deap": [f"interpret.rules.genetic{part}" for part in ("", "_operators", "_record")],
    "plotly": [
        "interpret.tell",
        "interpret.answers",
        "interpret.forms",
        "interpret.number",
        "interpret.ranking",
        "interpret.lab",
    ],
    "pydantic": ["interpret.documents"],
    "pyarrow": ["interpret.data", "interpret.large", "jobs.sources"],
    "fsspec": ["interpret.large.source"],
    "duckdb": ["interpret.large"],
    "ibis": ["interpret.large.database"],
    "sqlglot": ["interpret.large.database"],
    "python_calamine": ["interpret.data.formats.workbook"],
    "sqlalchemy": ["jobs.database", "jobs.owners", "jobs.database", "jobs.store"],
    "starlette": ["serve", "dashboard.door"],
    "streamlit": ["dashboard", "app", "serve"],
}


def sources() -> dict[str, Path]:
    """Module name -> file, of everything a user runs."""
    files = [file for file in (ROOT / "app.py", ROOT / "serve.py") if file.exists()]
    for room in ("kernels", "interpret", "rulescope", "jobs", "dashboard", "sample_data"):
        files += (ROOT / room).rglob("*.py")
    names = (file.relative_to(ROOT).with_suffix("").as_posix() for file in files)
    return {
        name.removesuffix("/__init__").replace("/", "."): file
        for name, file in zip(names, files, strict=True)
    }


SOURCES = sources()


@cache
def tree(module: str) -> ast.Module:
    return ast.parse(SOURCES[module].read_text(encoding="utf-8"))


PACKAGES = [
    *(name for name, file in SOURCES.items() if file.name == "__init__.py"),
    "benchmarks",
]
LEAST_WORDS = 20

# What people see: nothing that it imports searches or fits.
TOLD = [
    "interpret.tell",
    "interpret.forms.exports",
]
COMPUTING = [  # of these it takes values alone, which have names with a capital letter
    "interpret.fit",
    "interpret.rules",
    *(f"interpret.forms.{room}" for room in ("study", "explain", "classes", "compare")),
    *(f"interpret.forms.answer.{name}" for name in ("carded", "scales")),
    "interpret.number",
]
READING = [  # but these only read what there is
    "interpret.rules.logic",
]


def inside(module: str, room: str) -> bool:
    return module == room or module.startswith(room + ".")


def room_of(module: str) -> str:
    return max((room for room in STANDS_ON if inside(module, room)), key=len)


def below(room: str) -> set[str]:
    return {room}.union(*(below(lower) for lower in STANDS_ON[room]))


@cache
def imports(module: str) -> tuple[str, ...]:
    return tuple(_imports(module))


def _imports(module: str) -> Iterator[str]:
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: write `from .…` as an absolute import"
            for alias in node.names:
                longer = f"{node.module}.{alias.name}"
                yield longer if longer in SOURCES else node.module


def test_a_room_imports_only_what_it_stands_on():
    wrong = set()
    for module in SOURCES:
        allowed = below(room_of(module))
        ours = {name for name in imports(module) if name.split(".")[0] in STANDS_ON}
        wrong |= {(module, name) for name in ours if room_of(name) not in allowed}
    assert wrong == set()


def test_what_is_told_was_computed_before():
    wrong = set()
    for module in SOURCES:
        if any(inside(module, room) for room in TOLD):
            for node in ast.walk(tree(module)):
                if isinstance(node, ast.ImportFrom) and _computes(node.module):
                    wrong |= {(module, a.name) for a in node.names if not _is_value(a.name)}
                elif isinstance(node, ast.Import):
                    wrong |= {(module, a.name) for a in node.names if _computes(a.name)}
    assert wrong == set()


def _computes(module: str) -> bool:
    return any(inside(module, room) for room in COMPUTING) and not any(
        inside(module, room) for room in READING
    )


def _is_value(name: str) -> bool:
    return name[0].isupper() and not name.endswith("Search")


def test_what_tells_calculates_with_nothing():
    found = {
        (module, name)
        for module in SOURCES
        if inside(module, "interpret.tell")
        for name in imports(module)
        if name.split(".")[0] in ("numpy", "scipy", "sklearn", "pandas")
    }
    assert found == set()


def test_other_packages_enter_where_they_are_meant_to():
    own = {*sys.stdlib_module_names, *STANDS_ON}
    taken = {(module, name.split(".")[0]) for module in SOURCES for name in imports(module)}
    wrong = {
        (module, name)
        for module, name in taken
        if name not in own and not any(inside(module, room) for room in ENTERS.get(name, []))
    }
    assert wrong == set()


def test_every_splitter_is_made_in_one_place():
    """Where groups are known: `interpret.data.splits` says which rows stand together."""
    made = set()
    for module in SOURCES:
        if inside(module, "interpret"):
            lines = SOURCES[module].read_text(encoding="utf-8").splitlines()
            if any(
                "sklearn.model_selection" in own or ("permutation(" in own and ") % " in own)
                for own in lines
            ):
                made.add(module)
    assert made == {"interpret.data.splits"}


def test_make_run_compiles_every_compiled_module():
    """It remembers by their dates which to compile anew."""
    text = (ROOT / "Makefile").read_text(encoding="utf-8").replace("\\\n", " ")
    listed = next(line for line in text.splitlines() if line.startswith("LOOPS := "))
    rooms = re.findall(r"[$][(]patsubst %,([\w/]+)/%[.]py,([\w/ ]+)[)]", listed)
    files = [f"{room}/{name}.py" for room, names in rooms for name in names.split()]
    files += re.findall(r"[\w/]+[.]py", re.sub(r"[$][(].*?[)]", "", listed))
    modules = {file.removesuffix(".py").replace("/", ".") for file in files}
    ours = {"kernels.compiled", "kernels.compiled.compiled"}
    assert modules == {name for name in SOURCES if ours & {*imports(name)}}


@pytest.mark.parametrize(
    ("module", "slow"),
    [
        ("interpret.rules.logic", {"pyarrow", "python_calamine", "pandas"}),
        ("interpret.data.table", {"pyarrow", "python_calamine", "pandas"}),
        ("interpret.data.reading", {"pyarrow", "python_calamine", "pandas"}),
        ("interpret.__main__", {"numba", "pandas", "pyarrow", "pydantic", "scipy", "sklearn"}),
    ],
)
def test_what_takes_long_to_load_is_loaded_where_it_is_used(module, slow):
    told = subprocess.run(
        [sys.executable, "-c", f"import sys, {module}; print(*{slow} & {{*sys.modules}})"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.split() == []


def test_nothing_is_evaluated_or_pickled():
    refused = {"eval", "exec", "__import__", "pickle", "marshal", "shelve"}
    for module in SOURCES:
        names = {node.id for node in ast.walk(tree(module)) if isinstance(node, ast.Name)}
        assert not {*names, *imports(module)} & refused, module


def test_every_package_says_what_lives_in_it():
    for package in PACKAGES:
        file = ROOT / package.replace(".", "/") / "__init__.py"
        said = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
        assert len(said.split()) >= LEAST_WORDS, (
            f"{file.relative_to(ROOT)} needs a docstring: what lives here, what does not, and "
            "where to start reading"
        )


def test_a_room_names_only_modules_that_there_are():
    """In the docstring of a room, but for the glossary, a name in backticks is that of a module."""
    known = {part for name in SOURCES for part in name.split(".")}
    for package in {*PACKAGES} & SOURCES.keys() - {"interpret"}:
        file = ROOT / package.replace(".", "/") / "__init__.py"
        said = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
        named = {*re.findall(r"`([a-z_]+)`", said)}
        assert named <= known, f"{file.relative_to(ROOT)} names {sorted(named - known)}"


@pytest.mark.parametrize("name", ["interpret", "kernels"])
def test_our_package_is_the_one_that_loads(name):
    found = importlib.import_module(name).__file__
    assert Path(found).is_relative_to(ROOT), (
        f"`import {name}` loads {found}, not this project: run `pip uninstall interpret "
        "interpret-core kernels` in the environment of the tests, or use `make test`"
    )


def test_no_committed_file_names_a_machine():
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout: nothing is committed here")
    folders = "work|root|tmp|home|Users|usr|opt|mnt"
    path = re.compile(rf"(?<![\w.\-*])[/](?!usr/bin/env )({folders})[/]\w")
    host = re.compile(r"pypi[.]org|pythonhosted[.]org|npmjs[.]org|debian[.]org|playwright[.]dev")
    found = []
    for name in listed.stdout.decode().split("\0"):
        file = ROOT / name
        content = file.read_bytes() if file.is_file() else b""
        if b"\0" not in content:
            for number, line in enumerate(content.decode("utf-8", "replace").splitlines(), 1):
                if path.search(line) or host.search(line):
                    found.append(f"{name}:{number}: {line.strip()[:80]}")
    assert not found
