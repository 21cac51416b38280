"""Settings: every choice there is, with its default, its range and a sentence on it.

The command line and the page read this table; the range is checked here, whoever asks.
"""

from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass, field, fields
from functools import cache
from math import inf
from typing import Any

from interpret.data.attributes import Columns
from interpret.data.complaints import DataError
from interpret.data.cuts import CUTS, given_cuts
from interpret.data.gaps import GAPS
from interpret.data.roles import Roles
from interpret.data.table import Table
from interpret.measures import EVEN, Costs
from interpret.rules.demands import Demands, demanded
from interpret.rules.searches import RACE, SEARCHES
from kernels.catalog import name as kernel_name
from kernels.catalog import parse

AUTO = "auto"
EXACT, GENETIC = "exact", "genetic"
THESIS_KERNEL = "rules(10,5)"


class SettingsError(ValueError):
    """A setting outside its range, in words for who set it."""


def setting(default: Any, help: str, **limits: Any) -> Any:
    """A field of settings: its default, a sentence on it, and the values that it may have.

    limits: choices, or low and high of a number, and also a value that may stand beside these, as
    the default may; search: the only search that reads it.
    """
    return field(default=default, metadata={"help": help, **limits})


@dataclass(frozen=True)
class Settings:
    """What to predict, how to train, how to search. Values: the field's metadata says which."""

    target: str | None = setting(None, "column to predict (default: the last)")
    explain: str | None = setting(
        None,
        "column that is another model's answer, a class or a score (then --above is the cut): the "
        "rule is fitted to it, and --target is the true class, where there is one",
    )
    weight: str | None = setting(
        None, "column that says how many rows a row stands for: 3 is the row three times"
    )
    group: str | None = setting(
        None,
        "column whose equal values belong together, such as a customer: no split divides them",
    )
    time: str | None = setting(
        None, "column of dates or numbers: the latest rows are held out, and folds go forward"
    )
    held_out: str | None = setting(
        None, "column that says which rows are held out: those with test, yes, true or 1"
    )
    positive: tuple[str, ...] = setting((), "class value that counts as positive; may be repeated")
    above: float | None = setting(
        None,
        "makes two classes of a target of numbers: those above this are positive",
        low=-1e300,
        high=1e300,
    )
    drop: tuple[str, ...] = setting((), "column to leave out; may be repeated")
    keep: tuple[str, ...] = setting(
        (), "column to use although it would be left out; may be repeated"
    )
    as_number: tuple[str, ...] = setting(
        (), "column of few numbers to cut like many; may be repeated"
    )
    as_category: tuple[str, ...] = setting(
        (),
        "column of numbers to take as categories, cells like NA as values; may be repeated",
    )
    cuts: str = setting(AUTO, "where columns of numbers are cut", choices=tuple(CUTS))
    cut: tuple[str, ...] = setting((), "cuts by hand, like age=45.5,60; may be repeated")
    gaps: str = setting("value", "what an empty cell is", choices=tuple(GAPS))
    kernel: str = setting(
        AUTO, "auto (by cross-validation), thesis (rules(10,5), hard margin), or a kernel's name"
    )
    C: float | str = setting(
        AUTO, "auto, or the machine's C; inf is the hard margin", low=1e-6, high=10**9, also=inf
    )
    landmarks: int | str = setting(
        AUTO,
        "auto (exact up to about 10,000 different rows), exact, or how many rows span the machine",
        low=20,
        high=20_000,
        also=EXACT,
    )
    class_weight: str = setting(
        "none",
        "balanced: rows of the rarer class count more, and choices go by balanced accuracy",
        choices=("none", "balanced"),
    )
    miss_costs: float = setting(
        1.0,
        "what it costs to miss a positive row, beside a false alarm: machine, choice of the rule "
        "and verdict follow it",
        low=1e-9,
        high=10**9,
    )
    false_alarm_costs: float = setting(
        1.0, "what it costs to call a row positive that is not", low=1e-9, high=10**9
    )
    at_least: float = setting(
        0.0,
        "share of the positive rows that the rule is to find: a miss costs as much as that takes",
        low=0.001,
        high=0.999,
    )
    form: str = setting(
        AUTO,
        "rule (an OR of clauses), points (clauses with integers that add up), or auto: both, and "
        "first the one right more often on rows that neither was chosen on",
        choices=(AUTO, "rule", "points"),
    )
    search: str = setting(EXACT, "how to search", choices=(*SEARCHES, RACE))
    clauses: int | str = setting(AUTO, "auto, or clauses in a rule at most", low=1, high=100)
    literals: int | str = setting(AUTO, "auto, or tests in a clause at most", low=1, high=20)
    side: str = setting(
        AUTO,
        "a rule for the class, or the other class's rule denied",
        choices=(AUTO, "for", "against"),
    )
    language: str = setting(
        AUTO,
        "monotone: attribute = value, and of numbers that are cut also ≤ and >; values: also ≠, "
        "and ≤ and > of any numbers",
        choices=(AUTO, "monotone", "values"),
    )
    fit_to: str = setting(
        AUTO,
        "what the rule is fitted to: weights (the machine's own), labels (the classes), domain "
        "(the machine's verdicts on possible rows, many of which may never occur), mix (of both)",
        choices=(AUTO, "weights", "labels", "mix", "domain"),
    )
    pin: tuple[str, ...] = setting(
        (),
        "condition that every clause of the rule must hold, like 'age > 40' or 'sex = f'; costs "
        "nothing and is not counted in the limits; may be repeated",
    )
    pin_clause: tuple[str, ...] = setting(
        (),
        "clause that must stay in the rule, like 'age > 40 and sex = f', whatever is found beside "
        "it; may be repeated",
    )
    forbid: tuple[str, ...] = setting(
        (),
        "column that the rule must not ask for, though the machine may, or a value that it must "
        "not name, like 'sex' or 'colour = red'; may be repeated",
    )
    only_above: tuple[str, ...] = setting(
        (),
        "column of numbers of which more may only speak for the class: a rule for the class asks "
        "for > alone, one of the other class, denied, for ≤ alone; may be repeated",
    )
    only_below: tuple[str, ...] = setting(
        (),
        "column of numbers of which more may only speak against the class; may be repeated",
    )
    price: float | str = setting(
        AUTO,
        "auto, or what each test costs, in units of a typical row's weight",
        low=0,
        high=1_000_000,
    )
    test_size: float = setting(0.3, "share of rows held out; 0 trains on all", low=0, high=0.9)
    seed: int = setting(
        0,
        "seed of the split and of the genetic search, which repeats from it",
        low=0,
        high=2**31 - 1,
    )
    effort: int | str = setting(
        AUTO,
        "auto, or how many clauses the exact search prices at most",
        low=1,
        high=10**12,
        search=EXACT,
    )
    time_limit: float = setting(
        600.0,
        "seconds after which the exact search is stopped; its effort ends it long before, and by "
        "work alone the answer is the same on any machine",
        low=0.1,
        high=86_400,
        search=EXACT,
    )
    population: int = setting(500, "rules in a generation", low=4, high=5000, search=GENETIC)
    generations: int = setting(1000, "generations at most", low=0, high=100_000, search=GENETIC)
    elite: float = setting(
        0.2, "share of a generation that survives", low=0.01, high=0.9, search=GENETIC
    )
    mutation: float = setting(
        0.6, "probability that an offspring is mutated", low=0, high=1, search=GENETIC
    )
    crossover: float = setting(
        0.5,
        "share of the offspring that have two parents; with --plain all have",
        low=0,
        high=1,
        search=GENETIC,
    )
    unaided: bool = setting(
        False,
        "the genetic search without improving each new best rule clause by clause",
        search=GENETIC,
    )
    plain: bool = setting(
        False,
        "the genetic algorithm as in the thesis, section 7.2.2: its three mutations alone",
        search=GENETIC,
    )

    def __post_init__(self) -> None:
        for choice in fields(self):
            check_setting(choice, getattr(self, choice.name))
        if self.class_weight != "none" and (self.costs != EVEN or self.at_least):
            raise SettingsError(
                "Either both classes count alike, or errors have costs; both were asked for. "
                "Leave out the class weight, or the costs."
            )
        for text in self.cut:
            try:
                given_cuts(text)
            except DataError as error:
                raise SettingsError(str(error)) from None
        if self.side == "against" and (self.pin or self.pin_clause):
            raise SettingsError(
                "What is pinned stands in a rule for the class, and side is against: a rule of the "
                "other class, denied. Choose side for or auto, or pin nothing."
            )
        if self.kernel not in (AUTO, "thesis"):
            try:
                parse(self.kernel)
            except ValueError as error:
                raise SettingsError(str(error)) from None

    @property
    def columns(self) -> Columns:
        """What is asked of the columns."""
        return Columns(**{choice.name: getattr(self, choice.name) for choice in fields(Columns)})

    def demands(self, table: Table, attributes: Sequence[str]) -> Demands:
        """What is demanded of the rule. table: the training rows as machine and rule read them.

        A DataError says which demand cannot be met.
        """
        directions = self.only_above, self.only_below
        return demanded(self.pin, self.pin_clause, self.forbid, directions, table, attributes)

    @property
    def aim(self) -> str | None:
        """The column that is to be told: a model's answer, else the target; None is the last."""
        return self.explain or self.target

    @property
    def roles(self) -> Roles:
        """The columns that are neither attributes nor the target."""
        return Roles(
            explain=self.explain,
            truth=self.target if self.explain else None,
            weight=self.weight,
            group=self.group,
            time=self.time,
            held_out=self.held_out,
        )

    @property
    def costs(self) -> Costs:
        """What a miss and a false alarm cost."""
        return Costs(float(self.miss_costs), float(self.false_alarm_costs))

    @property
    def counting(self) -> Mapping[bool, float] | str | None:
        """The class weight as scikit-learn calls it: of costs, what a row of each class counts."""
        if self.class_weight != "none":
            return self.class_weight
        return None if self.costs == EVEN else self.costs.counting

    @property
    def resolved(self) -> "Resolved":
        """What is fixed, each value of one type; the thesis's kernel has a hard margin."""
        kernel = None if self.kernel == AUTO else self.kernel
        C = None if self.C == AUTO else float(self.C)
        if kernel == "thesis":
            kernel, C = THESIS_KERNEL, inf if C is None else C
        exact = self.landmarks == EXACT
        return Resolved(
            kernel=kernel and kernel_name(parse(kernel)),
            C=C,
            exact=exact,
            landmarks=None if exact else _whole(self.landmarks),
            clauses=_whole(self.clauses),
            literals=_whole(self.literals),
            fit_to=None if self.fit_to == AUTO else self.fit_to,
            side="for" if self.pin or self.pin_clause else None if self.side == AUTO else self.side,
            language=None if self.language == AUTO else self.language,
            price=None if self.price == AUTO else float(self.price),
            effort=_whole(self.effort),
        )

    def to_dict(self) -> dict[str, Any]:
        """The settings as JSON has them; the hard margin as null."""
        values = {choice.name: getattr(self, choice.name) for choice in fields(self)}
        values |= {name: list(values[name]) for name in REPEATED}
        return values | {"C": None if self.C == inf else self.C}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> "Settings":
        """The settings of to_dict; a SettingsError in one sentence where they were altered.

        Names that only another version has are passed over.
        """
        from interpret.documents import read  # pydantic takes time to load

        try:
            settings: Settings = read(
                stored_shape(), values, "Settings must be as they were stored", ""
            )
        except DataError as error:
            raise SettingsError(str(error)) from None
        return settings


@cache
def stored_shape() -> Any:
    """The shape of stored settings: one, since `read` keeps what it makes of each."""
    from interpret.documents import OrInfinity, made

    return made(Settings, C=OrInfinity | str)


@dataclass(frozen=True)
class Resolved:
    """The settings that may be "auto": None is what is to be chosen by validation or by size.

    exact: a machine without landmarks is asked for, whatever memory it takes.
    """

    kernel: str | None
    C: float | None
    exact: bool
    landmarks: int | None
    clauses: int | None
    literals: int | None
    fit_to: str | None
    side: str | None
    language: str | None
    price: float | None
    effort: int | None


_OF_COLUMNS = {choice.name for kind in (Columns, Roles) for choice in fields(kind)}
OF_COLUMNS = tuple(  # settings that are asked of the columns of one table
    choice.name for choice in fields(Settings) if choice.name in _OF_COLUMNS
)
DEMANDS = ("pin", "pin_clause", "forbid", "only_above", "only_below")
OF_RULES = (  # settings that a sum, which explains a number, does not read
    *("kernel", "C", "landmarks", "class_weight", "miss_costs", "false_alarm_costs", "at_least"),
    *("form", "search", "side", "fit_to", "price"),
    *(choice.name for choice in fields(Settings) if "search" in choice.metadata),
)
REPEATED = tuple(choice.name for choice in fields(Settings) if choice.default == ())


THESIS = {
    "form": "rule",
    "kernel": "thesis",
    "C": inf,
    "side": "for",
    "language": "monotone",
    "fit_to": "weights",
    "price": 0.0,
    "clauses": 10,
    "literals": 5,
    "plain": True,
}


def _whole(value: int | str) -> int | None:
    return None if value == AUTO else int(value)


def settings_given(given: Mapping[str, Any]) -> Settings:
    """The settings that somebody asked for by name; a SettingsError where one would do nothing."""
    settings = Settings(**given)
    for choice in fields(Settings):
        if choice.name not in given:
            continue
        if "low" in choice.metadata and isinstance(given[choice.name], int | float):
            _check_range(choice, given[choice.name])
        reader = choice.metadata.get("search", settings.search)
        if settings.search not in (reader, RACE):
            name = choice.name.replace("_", " ")
            raise SettingsError(
                f"{name} is read by the {reader} search alone, and the search is "
                f"{settings.search}. Choose {reader} or {RACE} as the search, or leave {name} out."
            )
    return settings


def check_setting(choice: Field, value: Any) -> None:
    """A SettingsError in one sentence where a setting cannot have this value."""
    limits = choice.metadata
    name = choice.name.replace("_", " ")
    if "choices" in limits and value not in limits["choices"]:
        allowed = ", ".join(limits["choices"])
        raise SettingsError(f"{name} must be one of {allowed}; got {value!r}.")
    if "low" not in limits or value in (choice.default, limits.get("also", choice.default)):
        return
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        raise SettingsError(f"{name} must be a number; got {value!r}.")
    if choice.type in (int, int | str) and not isinstance(value, int):
        raise SettingsError(f"{name} must be a whole number; got {value!r}.")
    _check_range(choice, value)


def _check_range(choice: Field, value: float) -> None:
    """A SettingsError where a number is neither in the setting's range nor the one beside it."""
    limits = choice.metadata
    low, high = limits["low"], limits["high"]
    if not low <= value <= high and value != limits.get("also"):
        name = choice.name.replace("_", " ")
        also = f", or {limits['also']}" if "also" in limits else ""
        raise SettingsError(f"{name} must be between {low} and {high}{also}; got {value}.")
