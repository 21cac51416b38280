"""What the README names is there: paths, modules, pictures, and every room in its map."""

import re
from importlib.util import find_spec

import pytest

from tests.conftest import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
RESULTS = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")
MOST_LINES = 110
MADE = {"var/runs.sqlite"}  # by the dashboard
BESIDE = "../shared"


def map_of_rooms() -> set[str]:
    """The paths that the map names, whole.

    A line of it starts with a path, indented by four, or by six within the folder above it. The
    modules that it names behind that lie in the same folder.
    """
    found, top = set(), ""
    for line in README.split("## The map\n\n")[1].split("\n\n")[0].splitlines():
        path, *rest = line.split()
        if line.startswith(" " * 6):
            path = top + path
        else:
            top = path
        folder = path[: path.rfind("/") + 1]
        beside = re.findall(r"(?<!>)\b\w+\.(?:py|md)\b", " ".join(rest).replace("app.py", ""))
        found |= {path, *(folder + name for name in beside)}
    return found


@pytest.mark.parametrize("path", sorted(map_of_rooms()))
def test_a_path_of_the_map_is_there(path):
    assert (ROOT / path).exists()


def test_every_room_stands_in_the_map():
    rooms = [*ROOT.glob("*/__init__.py"), *ROOT.glob("interpret/*/__init__.py")]
    names = {f"{file.parent.relative_to(ROOT).as_posix()}/" for file in rooms}
    assert names - map_of_rooms() == set()


def paths_in_the_text() -> set[str]:
    paths = {*re.findall(r"`([\w.]+/[\w./]*)`", README)} - MADE
    return paths | {*re.findall(r"sample_data/[\w-]+\.csv", README)}


@pytest.mark.parametrize("path", sorted(paths_in_the_text()))
def test_a_path_in_the_text_is_there(path):
    if path.startswith(BESIDE) and not (ROOT / BESIDE).exists():
        pytest.skip(f"{path} is no part of the repository, and no {BESIDE} lies beside it")
    assert (ROOT / path).exists()


@pytest.mark.parametrize("module", sorted({*re.findall(r"python -m ([\w.]+)", README + RESULTS)}))
def test_a_module_to_run_is_there(module):
    found = find_spec(module)
    assert found is not None
    assert found.submodule_search_locations is None or find_spec(f"{module}.__main__")


def test_links_lead_somewhere():
    linked = re.findall(r"\]\(([^)]+)\)", README)
    assert linked
    assert [path for path in linked if not (ROOT / path).exists()] == []


def test_make_has_the_targets_that_are_named():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = {*re.findall(r"^([a-z]+):", makefile, re.MULTILINE)}
    assert {*re.findall(r"\bmake ([a-z]+) +#", README)} <= targets


def test_the_readme_is_short():
    assert len(README.splitlines()) <= MOST_LINES
