"""Builds the wheel: the packages under one name, `rulescope`, with imports to match.

In this folder the packages are called `interpret` and `kernels`, as other projects' are. In the
wheel they are `rulescope.interpret` and `rulescope.kernels`, so that it installs beside those; so
are those of the dashboard, with its pictures, samples and settings. An import is rewritten where
Python's own parser says that one stands; no other text is touched.
"""

import ast
import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

NAME = "rulescope"
MOVED = ("interpret", "kernels", "jobs", "dashboard", "sample_data")
BESIDE = ("app.py", "serve.py", ".streamlit/config.toml")  # what `rulescope serve` starts
DATA = (".css", ".csv", ".js", ".png", ".svg", ".txt", ".woff2")


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


class Readme(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        """The README as a package index shows it, where no file of this folder is at hand."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        source = metadata["urls"]["Source"]
        metadata["readme"] = {"content-type": "text/markdown", "text": linked(text, source)}


def linked(text: str, source: str) -> str:
    """Markdown whose pictures and links lead to the files of the repository at `source`."""
    pictures = re.sub(r"(!\[[^]]*\]\()(?!https?:)", rf"\1{source}/raw/HEAD/", text)
    return re.sub(r"((?<!!)\[[^]]*\]\()(?!https?:|#)", rf"\1{source}/blob/HEAD/", pictures)


def moved(root: Path, to: Path) -> None:
    """Writes what the wheel holds into a folder that is to be the package `rulescope`."""
    for package in (NAME, *MOVED):
        inside = to if package == NAME else to / package
        for file in sorted((root / package).rglob("*")):
            if file.suffix in (".py", *DATA):
                _write(file, inside / file.relative_to(root / package))
    for name in BESIDE:
        _write(root / name, to / name)


def _write(file: Path, place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    if file.suffix == ".py":
        place.write_text(rewritten(file.read_text(encoding="utf-8")), encoding="utf-8")
    else:
        shutil.copyfile(file, place)


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
