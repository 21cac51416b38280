"""What a run of any kind is: what was asked, how it is computed, and how it is described.

A room that can be asked for in the background has an entry, a RunKind. How runs are stored, started
and ended is known to `jobs` alone.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from interpret.data.complaints import DataError

if TYPE_CHECKING:  # whoever has a run to work on loads what it needs
    from interpret.data.table import Table
    from interpret.settings import Settings

OTHER_VERSION = "stored by another version"
BESIDE = "beside"  # what a spec calls the run beside whose answer another one is shown

Result = dict[str, Any]


@dataclass(frozen=True)
class AskedRun:
    """What was asked of a run. table: reads its table, a DataError where that cannot be had."""

    spec: Mapping[str, Any]
    table: "Callable[[], Table]"

    @property
    def settings(self) -> "Settings":
        """The settings of the run; a DataError where there are none."""
        from interpret.settings import Settings

        settings: Settings = from_spec(Settings.from_dict, self.spec["settings"])
        return settings


class Listening(Protocol):
    """Who hears how far a run is, and may stop it."""

    stopped: bool

    def step(self, data: dict[str, Any]) -> bool:
        """Hears of a step; False tells the work to stop and to give its best so far."""

    def publish(self, result: Result) -> None:
        """Hears a first answer while the work goes on."""


@dataclass(frozen=True)
class RunKind:
    """One kind of run: what can be done with it, and how it is spoken of.

    page: the page that shows it, without its ending; also: further pages that can. work: computes;
    None where it was stopped before there was any answer. restore: the value of a stored document;
    a DataError where it cannot be read. asked: what was asked, from the spec; came: the result in
    words, its figure first. figures: the figures to compare with another run's, by name; rules: the
    Explanations to compare. thing: what a run of it is called; button: what starts one;
    nothing_yet: the text before the first run; kept: the text on the answer of a stopped run.
    """

    page: str
    work: Callable[[AskedRun, Listening], Result | None]
    restore: Callable[[Result], Any]
    asked: Callable[[Mapping[str, Any]], str]
    came: Callable[[Any], str]
    thing: str
    button: str
    nothing_yet: str
    kept: str
    also: tuple[str, ...] = ()
    figures: Callable[[Any], dict[str, str]] = lambda found: {}
    rules: Callable[[Any], tuple[Any, ...]] = lambda found: ()

    @property
    def pages(self) -> tuple[str, ...]:
        """Every page that can show it; its link leads to the first."""
        return (self.page, *self.also)

    def result_words(self, result: Result | None) -> str:
        """The result of a run in a few words; "" while there is none."""
        if not result:
            return ""
        try:
            return self.came(self.restore(result))
        except DataError:
            return OTHER_VERSION


def from_spec(read: Callable[[Mapping[str, Any]], Any], given: Mapping[str, Any]) -> Any:
    """What a part of a run's spec asks for; a DataError where it cannot be asked for."""
    from interpret.settings import SettingsError

    try:
        return read(given)
    except SettingsError as error:
        raise DataError(str(error)) from error


def class_asked(spec: Mapping[str, Any]) -> str:
    """The class that a run is about, or the column where it is about every class of it."""
    from interpret.present.wording import class_name

    settings = spec["settings"]
    target, positive = settings["target"] or "last column", tuple(settings["positive"])
    return class_name(target, positive) if positive else target
