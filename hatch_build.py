"""Builds the wheel: the library's packages under one name, `rulescope`, with imports to match.

In this folder the packages are called `interpret` and `kernels`, as other projects' are. In the
wheel they are `rulescope.interpret` and `rulescope.kernels`, so that it installs beside those. An
import is rewritten where Python's own parser says that one stands; no other text is touched. What
the wheel depends on is read from requirements.txt; its versions are the least that will do.
"""

import ast
import shutil
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

NAME = "rulescope"
MOVED = ("interpret", "kernels")
DASHBOARD = "# What the dashboard and its runs"  # begins the part that the wheel lacks


class Wheel(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Writes the packages as the wheel has them, and tells the builder where they are."""
        if version == "editable":
            raise ValueError(
                "Rulescope cannot be installed for editing: its folders have other names than the "
                "wheel's. Build the wheel, or work from the folder as `make run` does."
            )
        self.made = Path(tempfile.mkdtemp(prefix=f"{NAME}-wheel-"))
        moved(Path(self.root), self.made)
        build_data["force_include"][str(self.made)] = NAME

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        shutil.rmtree(self.made)


class Dependencies(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        """What the library needs, from requirements.txt."""
        text = (Path(self.root) / "requirements.txt").read_text(encoding="utf-8")
        metadata["dependencies"] = dependencies(text)


def dependencies(requirements: str) -> list[str]:
    """The library's part of requirements.txt, each version as the least that will do."""
    library = requirements.split(DASHBOARD)[0].splitlines()
    named = [line.split("#")[0].strip() for line in library]
    return [line.replace("==", ">=") for line in named if line]


def moved(root: Path, to: Path) -> None:
    """Writes the library's packages into a folder that is to be the package `rulescope`."""
    for package in (NAME, *MOVED):
        inside = to if package == NAME else to / package
        for file in sorted((root / package).rglob("*")):
            place = inside / file.relative_to(root / package)
            if file.suffix == ".py":
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_text(rewritten(file.read_text(encoding="utf-8")), encoding="utf-8")


def rewritten(source: str) -> str:
    """The source with its imports from the moved packages as they are in the wheel."""
    lines = [line.encode() for line in source.splitlines(keepends=True)]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import) and any(_is_moved(own.name) for own in node.names):
            raise ValueError(
                f"Line {node.lineno} imports a package by its whole name, which would bind another "
                "one in the wheel. Write `from … import …`."
            )
        if isinstance(node, ast.ImportFrom) and _is_moved(node.module or "") and not node.level:
            line, start = lines[node.lineno - 1], node.col_offset + len("from ")
            lines[node.lineno - 1] = line[:start] + f"{NAME}.".encode() + line[start:]
    return b"".join(lines).decode()


def _is_moved(module: str) -> bool:
    return module.split(".")[0] in MOVED
