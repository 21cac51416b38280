"""The site of the documentation, in docs/built: `python -m docs.site`; 1 where something is wrong.

The pages are the Markdown and the notebook of this folder. They are laid out in a folder apart,
with the pages that the program makes (docs/made.py), the words of the glossary and the options
linked (docs/linked.py) and what their commands print (docs/commands.py); Sphinx makes HTML of that,
and every warning, such as a link to what is not there, is an error. `python -m docs.site linkcheck`
lets Sphinx try the links to other sites instead.
"""

import os
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from sphinx.cmd.build import build_main

from docs.commands import answered, sample_tables
from docs.linked import linked
from docs.made import ROOT, pages

HERE = ROOT / "docs"
BUILT = HERE / "built"
COPIED = ("*.png", "*.ipynb", "conf.py")


def main(builder: str = "html") -> int:
    """Builds the site anew."""
    shutil.rmtree(BUILT, ignore_errors=True)
    os.environ["PYTHONPATH"] = str(ROOT)  # for the notebook, which runs elsewhere
    with TemporaryDirectory() as folder:
        source = Path(folder) / "docs"
        lay_out(source)
        options = ["-W", "--keep-going", "-q", "-T", "-d", str(Path(folder) / "doctrees")]
        status = build_main([*options, "-b", builder, str(source), str(BUILT)])
    (BUILT / ".nojekyll").touch()  # else GitHub hides folders that begin with _
    return status


def lay_out(folder: Path) -> None:
    """What Sphinx reads, in a new folder."""
    folder.mkdir()
    sample_tables(folder, ROOT)
    for pattern in COPIED:
        for file in HERE.glob(pattern):
            shutil.copy2(file, folder)
    shutil.copytree(HERE / "look", folder / "look")
    shutil.copy2(ROOT / "dashboard" / "logo.svg", folder / "look")
    written = {file.name: file.read_text(encoding="utf-8") for file in HERE.glob("*.md")}
    with TemporaryDirectory() as apart:
        sample_tables(Path(apart), ROOT)
        written = {name: answered(text, Path(apart)) for name, text in written.items()}
    for name, text in (written | pages()).items():
        (folder / name).write_text(linked(text), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
