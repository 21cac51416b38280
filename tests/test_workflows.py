"""The workflows for GitHub: what they run is there, and they may do no more than they must."""

import re
import tomllib

import pytest
import yaml

from tests.conftest import ROOT

FILES = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TARGETS = {*re.findall(r"^([a-z]+):", MAKEFILE, re.MULTILINE)}
OTHERS = ("pip install ", "rulescope ", "pipx run ")
WORKFLOWS = {file.stem: yaml.safe_load(file.read_text(encoding="utf-8")) for file in FILES}


def steps(name):
    return [step for job in WORKFLOWS[name]["jobs"].values() for step in job["steps"]]


def test_there_is_one_for_each_purpose():
    assert {*WORKFLOWS} == {"docs", "lint", "release", "tests"}


@pytest.mark.parametrize("name", WORKFLOWS)
def test_what_it_runs_is_a_target_of_make(name):
    for command in (step["run"] for step in steps(name) if "run" in step):
        assert "\n" not in command
        if command.startswith("make "):
            named = [word for word in command.split()[1:] if "=" not in word]
            assert {*named} <= TARGETS
        else:
            assert command.startswith(OTHERS)


@pytest.mark.parametrize("name", WORKFLOWS)
def test_it_may_only_read_unless_a_job_publishes(name):
    assert WORKFLOWS[name]["permissions"] == {"contents": "read"}
    for job in WORKFLOWS[name]["jobs"].values():
        more = job.get("permissions", {})
        assert {*more} <= {"id-token", "pages"}
        assert not more or "run" not in str([*map(dict.keys, job["steps"])])
    assert "secrets." not in (ROOT / ".github" / "workflows" / f"{name}.yml").read_text()


def test_every_system_and_version_that_is_promised_is_tested():
    matrix = WORKFLOWS["tests"]["jobs"]["check"]["strategy"]["matrix"]
    assert matrix["os"] == ["ubuntu-latest", "macos-latest", "windows-latest"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    promised = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    assert matrix["python"] == promised


def test_a_release_is_a_tag_of_the_version():
    on = WORKFLOWS["release"][True]  # YAML reads `on` as true
    assert on == {"push": {"tags": ["v*"]}}
    assert 'make dist VERSION="${GITHUB_REF_NAME#v}"' in [s.get("run") for s in steps("release")]
    assert WORKFLOWS["release"]["jobs"]["publish"]["permissions"] == {"id-token": "write"}
