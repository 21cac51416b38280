import subprocess
import sys

import pytest


@pytest.mark.parametrize("command", ["check", "format --check"])
def test_ruff_has_nothing_to_say(root, command):
    ruff = [sys.executable, "-m", "ruff", *command.split(), "--quiet", "--output-format", "concise"]
    said = subprocess.run(ruff, cwd=root, capture_output=True, text=True, check=False)
    if said.returncode:
        pytest.fail(f"ruff {command}:\n{said.stdout}{said.stderr}", pytrace=False)
