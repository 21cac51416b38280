"""The table of kinds of answers: what can be done with each, wherever it is asked for.

The command line, runs, pages and predictions ask this table and know no kind by name. What a kind
can do is imported where it is needed, so that a worker loads only what its own run needs.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from interpret.data.complaints import DataError, quoted
from interpret.runs import RunKind

if TYPE_CHECKING:
    from interpret.answers.rows import Column
    from interpret.answers.unread import Unread
    from interpret.data.table import Table
    from interpret.settings import Settings

Document = Mapping[str, Any]


@dataclass(frozen=True)
class Telling:
    """How an answer is to be presented; a kind refuses what it cannot do. exports: the files to
    export; by: columns whose groups get rates of their own; scale: score, points that double the
    odds, and odds.
    """

    exports: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    scale: str | None = None


@dataclass(frozen=True)
class Told:
    """An answer in every form in which it leaves the program.

    document: as standard JSON; words: paragraphs to print; report: one HTML file, with the appendix
    or without; files: what a path of --export comes to, each with its content.
    """

    document: dict[str, Any]
    words: Callable[[], Sequence[str]]
    report: Callable[[bool], str]
    files: Callable[[str], Iterator[tuple[str, str | bytes]]]


@dataclass(frozen=True)
class RowsTold:
    """What an answer says of the rows of a table: lines to read, and columns row by row.

    of_file: how many of the columns, which come first, are those of the table itself.
    """

    words: Sequence[str]
    columns: "Callable[[], Sequence[Column]]"
    of_file: int = 0


@dataclass(frozen=True)
class AnswerKind:
    """What can be done with a kind of answer, beside running it: it is told, and scores other rows.

    learned: the answer for a table; told: the one that a document holds. Both raise a SettingsError
    or DataError in one sentence where they cannot be told so.
    scored: what a document's answer says of the rows of a table, and of those where a cell that
    cannot be read decides; needs: the columns that it reads.
    predictors: the Predictors that score rows in portions; None where it has none.
    """

    learned: "Callable[[Table, Settings, Telling], Told]"
    told: Callable[[Document, Telling], Told]
    scored: "Callable[[Document, Table, Unread], RowsTold]"
    needs: Callable[[Document], Sequence[str]]
    predictors: Callable[[Document], Sequence[Any]] | None = None


@dataclass(frozen=True)
class Registered:
    """A line of the table: where a kind is at home, and when it is meant.

    run: the module that holds its RunKind, as RUN; kind: the one of its AnswerKind, as KIND;
    is_in: whether a document holds one; is_asked: whether settings ask for one of a table.
    """

    run: str
    kind: str
    is_in: Callable[[Document], bool]
    is_asked: "Callable[[Table, Settings], bool]"


def _asks_a_number(table: "Table", settings: "Settings") -> bool:
    from interpret.data.task import explains_a_number

    return not settings.positive and explains_a_number(table, settings.target, settings.columns)


_ROOM = __name__.rpartition(".")[0]  # the wheel calls it otherwise
KINDS = {  # the name that runs are stored under; the last takes every table
    "number": Registered(
        f"{_ROOM}.number.run",
        f"{_ROOM}.number.kind",
        lambda document: "number" in document,
        _asks_a_number,
    ),
    "recommend": Registered(
        f"{_ROOM}.ranking.run",
        f"{_ROOM}.ranking.kind",
        lambda document: document.get("kind") == "recommend",
        lambda table, settings: False,  # it has a command of its own
    ),
    "explain": Registered(
        f"{_ROOM}.rule.run",
        f"{_ROOM}.rule.kind",
        lambda document: "explanations" in document,
        lambda table, settings: True,
    ),
}


def run_of(name: str) -> RunKind:
    """The RunKind of a kind: how a run computes and describes it; KeyError for an unknown name."""
    entry: RunKind = import_module(KINDS[name].run).RUN
    return entry


def kind_of(name: str) -> AnswerKind:
    """The AnswerKind of a kind: what else can be done with it; KeyError for an unknown name."""
    entry: AnswerKind = import_module(KINDS[name].kind).KIND
    return entry


def name_asked(table: "Table", settings: "Settings") -> str:
    """The name of the kind of answer that settings ask for of a table."""
    return next(name for name, kind in KINDS.items() if kind.is_asked(table, settings))


def asked_of(table: "Table", settings: "Settings") -> AnswerKind:
    """What can be done with the kind of answer that settings ask for of a table."""
    return kind_of(name_asked(table, settings))


def name_in(document: Document) -> str:
    """The name of the kind of answer that a document holds; a DataError where it holds none."""
    found = next((name for name, kind in KINDS.items() if kind.is_in(document)), None)
    if found is None:
        from interpret.answers.document import NO_ANSWER

        kind = quoted(str(document.get("kind", "of another kind")))
        raise DataError(f"{NO_ANSWER}, and this is {kind}. Name such a file.")
    return found


def held_in(document: Document) -> AnswerKind:
    """What can be done with the answer that a document holds; a DataError where it holds none."""
    return kind_of(name_in(document))


def check_exports(telling: Telling, what: str, endings: Sequence[str]) -> None:
    """A SettingsError unless the name of each file ends like something that can be written."""
    from interpret.answers.rows import ending, endings_words
    from interpret.settings import SettingsError

    for path in telling.exports:
        if ending(path) not in endings:
            raise SettingsError(
                f"--export writes {what} to a file whose name ends in {endings_words(endings)}; "
                f"got {path!r}. Name another file."
            )
