"""What a stranger looks for in a repository: licence, citation, changes, how to take part."""

import re

import pytest
import yaml

from tests.conftest import ROOT

CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
CHANGES = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
KINDS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
MOST_LINES = 45  # of what is to be read at a glance


def text(name):
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_licence_is_the_bsd_licence_of_three_clauses():
    assert text("LICENSE").startswith("BSD 3-Clause License\n\nCopyright (c) 2026, the Rulescope")
    assert len(re.findall(r"^\d\. ", text("LICENSE"), re.MULTILINE)) == 3
    assert CITATION["license"] == "BSD-3-Clause"


def test_the_citation_names_the_program_and_what_it_follows():
    assert {"cff-version", "message", "title", "authors"} <= {*CITATION}
    for work in CITATION["references"]:
        assert {"type", "title", "authors", "year"} <= {*work}
        assert all(author["family-names"] for author in work["authors"])
        assert re.fullmatch(r"10\.\d{4,9}/\S+", work.get("doi", "10.1000/none"))


def test_the_list_of_changes_has_the_form_of_keep_a_changelog():
    versions = re.findall(r"^## (.*)$", CHANGES, re.MULTILINE)
    assert versions[0] == "[Unreleased]"
    assert versions[1].startswith(f"[{CITATION['version']}] - ")
    for heading in versions[1:]:
        assert re.fullmatch(r"\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d", heading)
    assert {*re.findall(r"^### (.*)$", CHANGES, re.MULTILINE)} <= KINDS


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "SECURITY.md"])
def test_it_is_one_screen(name):
    assert len(text(name).splitlines()) <= MOST_LINES


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"])
def test_what_it_names_is_there(name):
    paths = {*re.findall(r"`([\w.]+/[\w./]*)`", text(name))}
    paths |= {link for link in re.findall(r"\]\(([^)]+)\)", text(name)) if "://" not in link}
    assert {path for path in paths if not (ROOT / path).exists()} == set()
    targets = {*re.findall(r"^([a-z-]+):", text("Makefile"), re.MULTILINE)}
    assert {*re.findall(r"\bmake ([a-z-]+) +#", text(name))} <= targets
