"""One module parses: what a cell means is read by its column's Reading, and nowhere else."""

import ast
import sys

import pytest
from mypy import build
from mypy.config_parser import parse_config_file
from mypy.find_sources import create_source_list
from mypy.options import Options
from mypy.plugin import Plugin

from tests.conftest import ROOT
from tests.test_layers import SOURCES, tree

READS = {"interpret.data.numbers", "interpret.data.dates"}  # whatever stands in a cell
TWIN = "interpret.check_answer"  # reads cells by the stored Readings, without a line of ours
# Numbers in texts that are no cells.
OTHERS = {
    "interpret.answers.document": "the version of a document",
    "interpret.number.number_data": "settings",
    "interpret.ranking.recommend": "settings",
    "interpret.forms.answer.operating": "rounds figures of its own",
    "interpret.forms.answer.relevance": "rounds figures of its own",
    "interpret.command": "options of the command line, and the number of a table of OpenML",
    "interpret.cores": "how many parts of the work are done at a time",
    "interpret.data.formats.arff": "the places of columns in a row of few cells",
    "interpret.data.conditions": "what the user typed",
    "interpret.data.cuts": "what the user typed, and rounds figures of its own",
    "interpret.data.formats.head": "the names of rows, which are left out if they count the rows",
    "interpret.data.questions": "says in words what an example in a question would mean",
    "interpret.data.sandbox.packing": "what the system tells",
    "interpret.fit.capacity": "what the system tells",
    "interpret.fit.chances": "rounds figures of its own",
    "interpret.measures": "rounds figures of its own",
    "interpret.settings": "settings",
    "interpret.program": "what the system tells",
    "dashboard.panels.load.numbers": "rounds figures of its own",
    "jobs.owners": "settings of the server",
}
# Calls that read texts in another way, by what is written.
CALLS = {
    "interpret.data.cuts": "what the user typed",
    "interpret.data.questions": "says in words what an example in a question would mean",
    "interpret.lab.kernel_words": "writes a large number",
    "interpret.present.csv_file": "writes: whether a cell would be a formula",
    "dashboard.panels.load.numbers": "writes: how cuts are typed with decimal commas",
    "jobs.schema": "the times of runs, as the store keeps them",
}
READERS = {"strptime", "fromisoformat", "to_numeric", "to_datetime", "Decimal", "literal_eval"}
ADVICE = "ask the Reading of the column, or interpret.data.numbers; a list says what is no cell"
ROOMS = ("interpret", "rulescope", "dashboard", "jobs")


def module_of(path):
    return ".".join((ROOT / path).relative_to(ROOT).with_suffix("").parts)


@pytest.fixture(scope="module")
def of_texts():
    """The modules that make a number of what may be a text, by the types that mypy finds."""
    found = set()

    class Casts(Plugin):
        def get_function_hook(self, fullname):
            return hook if fullname in ("builtins.float", "builtins.int") else None

    def hook(call):
        types = {str(given) for each in call.arg_types[:1] for given in each}
        if any("str" in one.replace("builtins.", "").split(" | ") for one in types):
            found.add(call.api.path)
        return call.default_return_type

    options = Options()
    parse_config_file(options, lambda: None, str(ROOT / "pyproject.toml"), sys.stdout, sys.stderr)
    options.incremental = False
    options.cache_dir = "/dev/null"
    sources = create_source_list([str(ROOT / room) for room in ROOMS], options)
    build.build(sources, options, extra_plugins=[Casts(options)])
    inside = [path for path in found if (ROOT / path).is_relative_to(ROOT)]
    return {name for name in map(module_of, inside) if name.startswith(ROOMS)}


@pytest.mark.slow
def test_no_other_module_makes_a_number_of_a_text(of_texts):
    assert of_texts >= READS, "the types are known"
    assert of_texts - READS - {TWIN} == {*OTHERS}, ADVICE


def reads(node):
    """Whether a call reads a date or a number, or makes a point of a decimal comma."""
    called = node.func
    name = getattr(called, "attr", getattr(called, "id", ""))
    texts = [one.value for one in node.args if isinstance(one, ast.Constant)]
    return name in READERS or (name == "replace" and texts in ([",", "."], [".", ","]))


def test_no_other_module_reads_dates_or_decimal_commas():
    found = {
        module
        for module in SOURCES
        if module not in READS and module.startswith(ROOMS)
        for node in ast.walk(tree(module))
        if isinstance(node, ast.Call) and reads(node)
    }
    assert found - {TWIN} == {*CALLS}, ADVICE
