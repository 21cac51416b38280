"""The settings of Sphinx; docs/site.py lays the pages out beside a copy of this file."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
if not (ROOT / "interpret").exists():  # a copy, laid out apart: docs/site.py runs from the root
    ROOT = Path.cwd()
sys.path.insert(0, str(ROOT))

from interpret.versions import RULESCOPE  # noqa: E402

project = "Rulescope"
author = "the Rulescope authors"
copyright = "2026, the Rulescope authors"
version = release = RULESCOPE
language = "en"

extensions = ["myst_nb", "sphinx.ext.autodoc"]
exclude_patterns = ["sample_data"]
myst_enable_extensions = ["attrs_inline", "colon_fence"]
myst_heading_anchors = 3
nb_execution_mode = "force"  # what is shown is what the code prints today
nb_execution_raise_on_error = True
nb_execution_timeout = 180
nb_merge_streams = True
autodoc_member_order = "bysource"
autodoc_typehints = "none"  # the docstrings say what comes in
smartquotes = False  # -- of an option stays as it is typed

html_theme = "furo"
html_title = f"Rulescope {RULESCOPE}"
html_static_path = ["look"]
html_css_files = ["site.css"]
html_logo = "look/logo.svg"
html_favicon = "look/logo.svg"
html_copy_source = False
html_show_sourcelink = False
html_domain_indices = False
LIGHT = {
    "color-brand-primary": "#0B6E69",
    "color-brand-content": "#0B6E69",
    "color-brand-visited": "#0B6E69",
    "color-background-primary": "#FCFBF8",
    "color-background-secondary": "#F3F1EA",
    "color-foreground-primary": "#111615",
    "color-background-border": "#DDD9CD",
    "font-stack": "system-ui, sans-serif",
}
DARK = LIGHT | {
    "color-brand-primary": "#4FB7AE",
    "color-brand-content": "#4FB7AE",
    "color-brand-visited": "#4FB7AE",
    "color-background-primary": "#15191A",
    "color-background-secondary": "#1E2425",
    "color-foreground-primary": "#E8E6E0",
    "color-background-border": "#343C3D",
}
html_theme_options = {"light_css_variables": LIGHT, "dark_css_variables": DARK}


# What scikit-learn adds to an estimator, and documents itself.
OF_SKLEARN = re.compile(r"get_metadata_routing|set_\w+_request")


def left_out(app, what, name, obj, skip, options):  # noqa: ARG001
    return True if OF_SKLEARN.fullmatch(name) else None


def plain_docstring(app, what, name, obj, options, lines):  # noqa: ARG001
    """A docstring is plain text: what Sphinx would read as markup of its own is taken away.

    Text between backticks is code, and so is a block indented after an empty line. The docstrings
    of modules are left out, because the pages say the same.
    """
    if what == "module":
        lines.clear()
    told = []
    for line in lines:
        if line.startswith("    "):
            if told and not told[-1] and not _last(told).startswith("    "):
                told += ["::", ""]
            told.append(line)
            continue
        parts = re.split(r"`([^`]+)`", line)
        parts[::2] = [re.sub(r"([*_|\\])", r"\\\1", part) for part in parts[::2]]
        parts[1::2] = [f"``{part}``" for part in parts[1::2]]
        told.append("".join(parts))
    lines[:] = told


def _last(lines):
    """The last line that is not empty."""
    return next(filter(None, reversed(lines)), "")


def setup(app):
    """What Sphinx calls once."""
    app.connect("autodoc-process-docstring", plain_docstring)
    app.connect("autodoc-skip-member", left_out)
