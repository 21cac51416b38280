"""The table of kinds: what can be asked for, and all that can be done with it.

A kind is a folder and a line in KINDS. The command line, runs, pages and predictions ask this table
and know no kind by name. A kind's module is imported when the kind is needed, so that a worker
loads only what its own run needs. How runs are stored, started and ended is known to `jobs` alone.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from interpret.data.complaints import DataError, quoted

if TYPE_CHECKING:  # the kinds import what they need when they are used
    from interpret.answers.rows import Column
    from interpret.data.table import Table
    from interpret.settings import Settings
    from interpret.tell.blocks import Block

OTHER_VERSION = "stored by another version"

Document = Mapping[str, Any]
Result = dict[str, Any]


@dataclass(frozen=True)
class RunRequest:
    """What a run works on: its spec, and `table`, which reads its table or raises a DataError.

    on_all_rows: of a table that is a sample, what adds to answers what they do on every row.
    """

    spec: Mapping[str, Any]
    table: "Callable[[], Table]"
    on_all_rows: Callable[[Sequence[Any]], list[Any]] | None = None

    @property
    def settings(self) -> "Settings":
        """The settings of the run; a DataError where there are none."""
        from interpret.settings import Settings

        settings: Settings = from_spec(Settings.from_dict, self.spec["settings"])
        return settings


class Listening(Protocol):
    """The listener to which a run reports its progress, and which may stop it."""

    stopped: bool

    def step(self, data: dict[str, Any]) -> bool:
        """Receives a step; False tells the work to stop and to return its best so far."""

    def publish(self, result: Result) -> None:
        """Receives a first answer while the work goes on."""


@dataclass(frozen=True)
class OutputOptions:
    """How an answer is to be presented; a kind refuses what it cannot do.

    exports: the files to export; by: columns whose groups get rates of their own; others: whether
    to look for other good rules.
    """

    exports: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    others: bool = False

    def check_exports(self) -> None:
        """A SettingsError unless each file's name ends like something that can be written."""
        from interpret.answers.rows import ending
        from interpret.settings import SettingsError

        for path in self.exports:
            if ending(path) not in ("sql", "py"):
                raise SettingsError(
                    f"--export writes a file whose name ends in .sql or .py; got {path!r}."
                )


@dataclass(frozen=True)
class AnswerOutput:
    """An answer in every form in which it leaves the program.

    document: as standard JSON; at_a_glance: what is shown first; at_length: with every figure;
    report: one HTML file; files: the files, with their content, that
    one path of --export leads to.
    """

    document: dict[str, Any]
    at_a_glance: "Callable[[], Sequence[Block]]"
    at_length: "Callable[[], Sequence[Block]]"
    report: Callable[[], str]
    files: Callable[[str], Iterator[tuple[str, str]]]


@dataclass(frozen=True)
class RowsOutput:
    """What an answer says of the rows of a table: in brief, and columns row by row.

    of_file: how many of the columns, which come first, are those of the table itself.
    """

    brief: "Sequence[Block]"
    columns: "Callable[[], Sequence[Column]]"
    of_file: int = 0


def _no_answer(*_: Any) -> Any:
    raise AssertionError("only the kinds with `is_in` in their lines are presented and score rows")


@dataclass(frozen=True)
class Kind:
    """What can be done with a kind, and how it is spoken of.

    page: the page that shows a run, without its ending; also: further pages that can. work:
    computes a document; None where it was stopped before there was any answer. restore: the value
    of a stored document; a DataError where it cannot be read. question: what a run's spec asks, in
    words; outcome: the result in words, its figure first. thing: what a run is called; button: what
    starts one; nothing_yet: the text before the first run; kept: the text on the answer of a
    stopped run.

    A kind of answer can be presented and can score other rows. learn: the answer for a table;
    present: the answer that a document holds. Both raise a SettingsError or DataError in one
    sentence where the options ask for what the kind cannot do. score: what a document's answer
    predicts for the rows of a table, and what rows get where a cell that cannot be read decides;
    needs: the columns that it reads. predictors: the Predictors by which rows are scored where they
    are; None where it has none.
    """

    page: str
    work: Callable[[RunRequest, Listening], Result | None]
    restore: Callable[[Result], Any]
    question: Callable[[Mapping[str, Any]], str]
    outcome: Callable[[Any], str]
    thing: str
    button: str
    nothing_yet: str
    kept: str
    also: tuple[str, ...] = ()
    learn: "Callable[[Table, Settings, OutputOptions], AnswerOutput]" = _no_answer
    present: Callable[[Document, OutputOptions], AnswerOutput] = _no_answer
    score: "Callable[[Document, Table], RowsOutput]" = _no_answer
    needs: Callable[[Document], Sequence[str]] = _no_answer
    predictors: Callable[[Document], Sequence[Any]] | None = None

    @property
    def pages(self) -> tuple[str, ...]:
        """Every page that can show it; its link leads to the first."""
        return (self.page, *self.also)

    def result_words(self, result: Result | None) -> str:
        """The result of a run in a few words; "" while there is none."""
        if not result:
            return ""
        try:
            return self.outcome(self.restore(result))
        except DataError:
            return OTHER_VERSION


@dataclass(frozen=True)
class Line:
    """A line of the table.

    module: the module that holds the Kind as KIND. is_in: whether a document holds such an answer;
    None where it is no kind of answer. is_asked: whether settings ask for one of a table.
    """

    module: str
    is_in: Callable[[Document], bool] | None = None
    is_asked: "Callable[[Table, Settings], bool]" = lambda table, settings: False


def _asks_a_number(table: "Table", settings: "Settings") -> bool:
    from interpret.data.task import explains_a_number

    return not settings.positive and explains_a_number(table, settings.target, settings.columns)


_ROOT = __name__.rpartition(".")[0]  # in the wheel it is rulescope.interpret
KINDS = {  # by the name under which runs are stored; the last kind of answer takes every table
    "number": Line(f"{_ROOT}.number.kind", lambda d: "number" in d, _asks_a_number),
    "recommend": Line(  # it has a command of its own, so no table's settings ask for it
        f"{_ROOT}.ranking.kind", lambda d: d.get("kind") == "recommend"
    ),
    "explain": Line(
        f"{_ROOT}.forms.kind", lambda d: "explanations" in d, lambda table, settings: True
    ),
    "compare": Line(f"{_ROOT}.lab.compare"),
    "learn": Line(f"{_ROOT}.lab.learn"),
    "evolve": Line(f"{_ROOT}.forms.evolve"),
}


def kinds() -> tuple[str, ...]:
    """The names of all kinds."""
    return tuple(KINDS)


def kind_of(name: str) -> Kind:
    """The Kind of that name; KeyError if there is none."""
    kind: Kind = import_module(KINDS[name].module).KIND
    return kind


def name_asked(table: "Table", settings: "Settings") -> str:
    """The name of the kind of answer that settings ask for of a table."""
    return next(name for name, line in KINDS.items() if line.is_asked(table, settings))


def kind_in(document: Document) -> str:
    """The name of the kind of answer that a document holds; a DataError where it holds none."""
    for name, line in KINDS.items():
        if line.is_in and line.is_in(document):
            return name
    from interpret.answers.document import NO_ANSWER

    kind = quoted(str(document.get("kind", "of another kind")))
    raise DataError(f"{NO_ANSWER}, and this is {kind}. Name such a file.")


def from_spec(read: Callable[[Mapping[str, Any]], Any], given: Mapping[str, Any]) -> Any:
    """What a part of a run's spec asks for; a DataError where it cannot be asked for."""
    from interpret.settings import SettingsError

    try:
        return read(given)
    except SettingsError as error:
        raise DataError(str(error)) from error


def class_asked(spec: Mapping[str, Any]) -> str:
    """The class that a run is about, or the column where the run is about each of its classes."""
    from interpret.present.wording import class_name

    settings = spec["settings"]
    target, positive = settings["target"] or "last column", tuple(settings["positive"])
    return class_name(target, positive) if positive else target
