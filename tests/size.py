"""How large Rulescope is: `make size`.

The product is the Python that git tracks outside tests/, benchmarks/ and docs/. Lines are all of
them; code is without blanks, comments, docstrings and imports. Words are those of two or more
letters in string literals with a space in interpret/ and dashboard/, without docstrings. Options
and words of a command are those of its --help. A page's widgets are the calls of Streamlit's
widgets (tabs and what folds among them) that its script reaches by names of functions and tables of
the dashboard: a function named twice counts twice, a loop once, what is behind a condition counts.
"""

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
BESIDE = ("tests", "benchmarks", "docs")
SPEAKING = ("interpret/", "dashboard/")
COMMANDS = ("rulescope", "rulescope recommend")
WIDGETS = re.compile(
    ".*button|checkbox|data_editor|.*_input|expander|file_uploader|multiselect|page_link|pills|"
    "popover|radio|segmented_control|.*slider|selectbox|tabs|text_area|toggle"
)
SPACING = (tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
Place = tuple[str, str]  # a module, and a function or table in it; "" for all that its script runs


def run(*words: str) -> str:
    """What a command prints."""
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def texts(*pathspecs: str) -> dict[str, str]:
    """The Python files that git tracks and that are there, with their content."""
    listed = [ROOT / name for name in run("git", "ls-files", "--", *pathspecs).splitlines()]
    files = [path for path in listed if path.suffix == ".py" and path.exists()]
    return {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in files}


def code_and_words(text: str) -> tuple[int, int]:
    """The lines of code in a file, and the words in its string literals."""
    code, words = set[int](), 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in (tokenize.COMMENT, *SPACING):
            code |= {*range(token.start[0], token.end[0] + 1)}
    nodes = [*ast.walk(ast.parse(text))]
    stated = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.Import | ast.ImportFrom):
            code -= {*range(node.lineno, (node.end_lineno or 0) + 1)}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if id(node) in stated:
                code -= {*range(node.lineno, (node.end_lineno or 0) + 1)}
            elif " " in node.value:
                words += len(re.findall(r"[A-Za-z]{2,}", node.value))
    return len(code), words


@cache
def parts(module: str) -> tuple[dict[str, Place], dict[str, list[ast.stmt]]]:
    """What a module of the dashboard imports from others, and its own functions and tables."""

    def file(of: str) -> Path:
        return ROOT / f"{of.replace('.', '/')}.py"

    imported, own = dict[str, Place](), dict[str, list[ast.stmt]]({"": []})
    for node in ast.parse(file(module).read_text()).body if file(module).exists() else ():
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("dashboard"):
            for name in (alias.name for alias in node.names):
                inner = f"{node.module}.{name}"
                imported[name] = (inner, "") if file(inner).exists() else (str(node.module), name)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            own[node.name] = [node]
        elif module.startswith("dashboard.pages"):
            own[""].append(node)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            own |= {target.id: [node] for target in targets if isinstance(target, ast.Name)}
    return imported, own


@cache
def named(place: Place) -> tuple[int, list[Place]]:
    """The widgets that a place calls itself, and the places of the dashboard that it names."""
    (imported, own), n_own, others = parts(place[0]), 0, list[Place]()
    for node in (inner for statement in own[place[1]] for inner in ast.walk(statement)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            n_own += bool(WIDGETS.fullmatch(node.func.attr))
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            others.append(imported.get(node.id, (place[0], node.id)))
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            others.append((imported.get(node.value.id, ("", ""))[0], node.attr))
    return n_own, [other for other in others if other[1] and other[1] in parts(other[0])[1]]


def n_widgets(place: Place, above: tuple[Place, ...] = ()) -> int:
    """The widgets that a page's script, or a function or table of the dashboard, reaches."""
    n_own, others = named(place)
    return n_own + sum(n_widgets(one, (*above, one)) for one in others if one not in above)


def n_lines(of: dict[str, str]) -> int:
    """All lines of these files."""
    return "".join(of.values()).count("\n")


def told() -> Iterator[str]:
    """The lines that are printed."""
    product = texts(*(f":!{name}" for name in BESIDE))
    counts = {name: code_and_words(text) for name, text in product.items()}
    code = sum(lines for lines, _ in counts.values())
    words = sum(n for name, (_, n) in counts.items() if name.startswith(SPEAKING))
    yield f"product: {n_lines(product):,} lines, {code:,} of code, {len(product)} modules"
    yield f"strings of interpret and dashboard: {words:,} words"
    yield ", ".join(f"{name}: {n_lines(texts(name)):,} lines" for name in BESIDE)
    for command in COMMANDS:
        said = run(sys.executable, "-m", *command.split(), "--help")
        options = {*re.findall(r"^ +(?:-\w, )?(--[\w-]+)", said, re.MULTILINE)}
        lines, words = len(said.splitlines()), len(said.split())
        yield f"{command} --help: {len(options)} options, {words:,} words, {lines} lines"
    pages = [path.stem for path in sorted((ROOT / "dashboard/pages").glob("[!_]*.py"))]
    widgets = (f"{page} {n_widgets((f'dashboard.pages.{page}', ''))}" for page in pages)
    yield f"widgets: {', '.join(widgets)}"


if __name__ == "__main__":
    sys.stdout.write("\n".join([*told(), ""]))
