"""The site of the documentation, in docs/built: `python -m docs.site`; 1 where something is wrong.

The pages are the Markdown and notebooks of this folder. They are laid out in a folder apart, with
the pages that the program makes (docs/made.py), the words of the glossary and the options linked
(docs/linked.py) and what their commands print (docs/commands.py); Sphinx makes HTML of that, with
every warning an error, and docs/checked.py looks at what came out.
"""

import os
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from sphinx.cmd.build import build_main

from docs.checked import complaints
from docs.commands import answered, sample_tables
from docs.linked import linked
from docs.made import ROOT, pages

HERE = ROOT / "docs"
BUILT = HERE / "built"
COPIED = ("*.png", "*.svg", "*.ipynb", "conf.py")


def main() -> int:
    """Builds the site anew."""
    shutil.rmtree(BUILT, ignore_errors=True)
    os.environ["PYTHONPATH"] = str(ROOT)  # for the notebooks, which run elsewhere
    with TemporaryDirectory() as folder:
        source, made = Path(folder) / "docs", Path(folder) / "html"
        made.mkdir()
        lay_out(source)
        options = ["-W", "--keep-going", "-q", "-T", "-d", str(Path(folder) / "doctrees")]
        status = build_main([*options, "-b", "html", str(source), str(made)])
        shutil.copytree(made, BUILT)
    (BUILT / ".nojekyll").touch()  # else GitHub hides folders that begin with _
    wrong = complaints(BUILT)
    sys.stderr.writelines(f"{line}\n" for line in wrong)
    return int(bool(status or wrong))


def lay_out(folder: Path) -> None:
    """What Sphinx reads, in a new folder."""
    folder.mkdir()
    sample_tables(folder, ROOT)
    for pattern in COPIED:
        for file in HERE.glob(pattern):
            shutil.copy2(file, folder)
    for name in ("look", "panels"):
        shutil.copytree(HERE / name, folder / name)
    shutil.copy2(ROOT / "dashboard" / "logo.svg", folder / "look")
    written = {file.name: file.read_text(encoding="utf-8") for file in HERE.glob("*.md")}
    with TemporaryDirectory() as apart:
        sample_tables(Path(apart), ROOT)
        written = {name: answered(text, Path(apart)) for name, text in written.items()}
    for name, text in (written | pages()).items():
        told = linked(text) if name.endswith(".md") else text
        (folder / name).write_text(told, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
