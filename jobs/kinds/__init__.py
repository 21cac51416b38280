"""The table of run kinds: what computes, restores, describes and shows each of them.

Modules are imported where their kind is needed: a worker loads what its own run needs alone.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from interpret.data.complaints import DataError
from jobs.reporter import Reporter
from jobs.schema import ASIDE, Run

if TYPE_CHECKING:
    from interpret.answers.rule.answer.explanation import Explanation

KINDS = {  # the name that runs are stored under -> the module that holds the entry, as KIND
    name: f"{__name__}.{name}" for name in ("explain", "compare", "learn", "recommend", "number")
}
OTHER_VERSION = "stored by another version"

Result = dict[str, Any]


@dataclass(frozen=True)
class RunKind:
    """One kind of run: what can be done with it, and how it is spoken of.

    page: the page that shows it, without its ending; also: further pages that can.
    work: computes; None where it was stopped before there was any answer.
    restore: the value of a stored document; a DataError where it cannot be read.
    asked: what was asked, from the spec; came: what came of it, its figure first.
    figures: what is put beside another run's, by name; rules: explanations to be put so as well.
    thing: what a run of it is called; button: what starts one; nothing_yet: what is said before
    the first; kept: what is said of the answer where a run was stopped.
    """

    page: str
    work: Callable[[Run, Reporter], Result | None]
    restore: Callable[[Result], Any]
    asked: Callable[[Mapping[str, Any]], str]
    came: Callable[[Any], str]
    thing: str
    button: str
    nothing_yet: str
    kept: str
    also: tuple[str, ...] = ()
    figures: Callable[[Any], dict[str, str]] = lambda found: {}
    rules: "Callable[[Any], tuple[Explanation, ...]]" = lambda found: ()

    @property
    def pages(self) -> tuple[str, ...]:
        """Every page that can show it; its link leads to the first."""
        return (self.page, *self.also)

    def result_words(self, result: Result | None) -> str:
        """What a run came to, in a few words; nothing where nothing came yet."""
        if not result:
            return ""
        try:
            return self.came(self.restore(result))
        except DataError:
            return OTHER_VERSION


def kind_of(name: str) -> RunKind:
    """The entry of a kind; KeyError where there is none of that name."""
    module = f"{__name__}.{name}" if name in ASIDE else KINDS[name]
    entry: RunKind = import_module(module).KIND
    return entry
