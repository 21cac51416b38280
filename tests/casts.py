"""mypy's part in tests/test_one_reading.py: who may make a number of what may be a text."""

from collections.abc import Callable
from pathlib import Path

from mypy.plugin import FunctionContext, Plugin
from mypy.types import Type

ROOMS = ("interpret", "rulescope", "dashboard", "jobs")
READS = {"interpret.data.numbers", "interpret.data.dates"}  # whatever stands in a cell
TWIN = "interpret.check_answer"  # reads cells by the stored Readings, without a line of ours
# Numbers in texts that are no cells.
OTHERS = {
    "interpret.answers.document": "the version of a document",
    "interpret.number.number_data": "settings",
    "interpret.ranking.recommend": "settings",
    "interpret.forms.answer.calibration": "rounds figures of its own",
    "interpret.forms.answer.relevance": "rounds figures of its own",
    "interpret.cores": "how many parts of the work are done at a time",
    "interpret.data.conditions": "what the user typed",
    "interpret.data.cuts": "what the user typed, and rounds figures of its own",
    "interpret.data.formats.head": "the names of rows, which are left out if they count the rows",
    "interpret.data.questions": "says in words what an example in a question would mean",
    "interpret.data.sandbox.packing": "what the system tells",
    "interpret.fit.machine": "what the system tells",
    "interpret.fit.chances": "rounds figures of its own",
    "interpret.measures": "rounds figures of its own",
    "interpret.settings": "settings",
    "interpret.program": "what the system tells",
    "dashboard.panels.load.numbers": "rounds figures of its own",
}
ADVICE = "ask the Reading of the column, or interpret.data.numbers; a list says what is no cell"
MAY = {*READS, TWIN, *OTHERS}


class Casts(Plugin):
    """Finds `float` and `int` of a text in a module that no list has."""

    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        return _cast if fullname in ("builtins.float", "builtins.int") else None


def _cast(call: FunctionContext) -> Type:
    types = {str(given) for each in call.arg_types[:1] for given in each}
    is_text = any("str" in one.replace("builtins.", "").split(" | ") for one in types)
    module = ".".join(Path(call.api.path).with_suffix("").parts)
    if is_text and module.startswith(ROOMS) and module not in MAY:
        call.api.fail(f"A number is made of a text: {ADVICE}", call.context)
    return call.default_return_type


def plugin(version: str) -> type[Plugin]:
    """What mypy asks for."""
    return Casts
