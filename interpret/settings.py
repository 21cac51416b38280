"""Every setting with its default, its range and its help.

The command line and the pages read this table. The ranges are checked here, whoever sets a value.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass, field, fields, replace
from functools import cache
from math import inf, isinf
from typing import Any

from interpret.data.asked import read_asked
from interpret.data.attributes import Columns
from interpret.data.complaints import DataError, quoted
from interpret.data.cuts import compared
from interpret.data.preparation import GAPS
from interpret.data.roles import Roles
from interpret.data.table import Table
from interpret.measures import EVEN, Confusion, Costs
from interpret.rules.demands import Demands, demanded, read_demands
from interpret.rules.search import SEARCHES
from kernels.catalog import name as kernel_name
from kernels.catalog import parse

AUTO = "auto"
BALANCED = "balanced"
SHARE = 0.3
SIZE = re.compile(r"(auto|100|[1-9]\d?)(?:x(auto|20|1\d|[1-9]))?", re.ASCII)
EXACT, GENETIC = "exact", "genetic"
THESIS_KERNEL = "rules(10,5)"
AS_IN_THE_THESIS = "thesis"  # a kernel that stands for all of THESIS

USED = ("keep", "target", "weight", "group", "test")  # their columns cannot be dropped


class SettingsError(ValueError):
    """A setting outside its range; the message is for the person who set it."""


def setting(default: Any, help: str, **limits: Any) -> Any:
    """A field of settings with its default, its help, and the values that it may have.

    limits: `choices`, or `low` and `high` for a number. `also` is another value that is allowed
    outside the range, as the default always is. `names`: whether it may be a column's name.
    `of_file`: whether the name of a file says it, as in book.xlsx#Sheet.
    `search` names the only search that reads it. `shown`: what its option takes, if it has one of
    its own; the others are set by --set.
    """
    return field(default=default, metadata={"help": help, **limits})


@dataclass(frozen=True)
class Settings:
    """What to predict, how to train and how to search. A field's metadata says what it may be."""

    target: str | None = setting(
        None, "column to predict, or rent > 900 (default: the last)", shown="COLUMN"
    )
    positive: tuple[str, ...] = setting((), "a class that counts as positive", shown="CLASS")
    drop: tuple[str, ...] = setting((), "leave this column out", shown="COLUMN")
    keep: tuple[str, ...] = setting(
        (), "use this column, whatever speaks against it", shown="COLUMN"
    )
    read: tuple[str, ...] = setting(
        (),
        "a column as number, category, decimal comma, day first, or cut at 30,45",
        shown="COLUMN=HOW",
    )
    group: str | None = setting(
        None, "rows equal here belong together in every split", shown="COLUMN"
    )
    weight: str | None = setting(None, "how many rows each row stands for", shown="COLUMN")
    test: float | str = setting(
        SHARE,
        "rows to judge on: marked by a column, share, file",
        shown="WHAT",
        low=0,
        high=0.9,
        names=True,
    )
    cost: float | str = setting(
        AUTO,
        "what a miss costs against a false alarm, or balanced",
        shown="RATIO",
        low=1e-9,
        high=10**9,
        also=BALANCED,
    )
    only: tuple[str, ...] = setting(
        (), "'age up', 'age down', 'not sex' or 'not sex = f'", shown="DEMAND"
    )
    form: str = setting(
        AUTO, "rule, points, or both (auto)", choices=(AUTO, "rule", "points"), shown="FORM"
    )
    kernel: str = setting(AUTO, "auto, a kernel, or thesis: all of its chapter 7", shown="NAME")
    size: str = setting(AUTO, "most lines, or lines x conditions: 8, 8x3", shown="LINES")
    seed: int = setting(0, "of splits and searches", low=0, high=2**31 - 1, shown="N")
    C: float | str = setting(
        AUTO, "how much a row may weigh; inf is the hard margin", low=1e-6, high=10**9, also=inf
    )
    landmarks: int | str = setting(
        AUTO, "how many rows span the machine, or all (exact)", low=20, high=20_000, also=EXACT
    )
    search: str = setting(
        EXACT, "exact, with a bound, or genetic, the thesis's", choices=tuple(SEARCHES)
    )
    side: str = setting(
        AUTO,
        "a rule for the class, or one against it: the other class's, denied",
        choices=(AUTO, "for", "against"),
    )
    language: str = setting(
        AUTO,
        "monotone: = and, for numbers that are cut, ≤ and >; values: also ≠, and ≤ and > for any",
        choices=(AUTO, "monotone", "values"),
    )
    fit_to: str = setting(
        AUTO,
        "the machine's weights, the labels, both (mix), or its verdicts on possible rows (domain)",
        choices=(AUTO, "weights", "labels", "mix", "domain"),
    )
    price: float | str = setting(
        AUTO, "of a condition, in units of a typical row's weight", low=0, high=1_000_000
    )
    gaps: str = setting(
        "value",
        "what an empty cell is: a value of its own, or drop-row: rows with one are left out",
        choices=tuple(GAPS),
    )
    effort: int | str = setting(
        AUTO, "how many lines the exact search may price", low=1, high=10**12, search=EXACT
    )
    time_limit: float = setting(
        600.0, "seconds after which the exact search stops", low=0.1, high=86_400, search=EXACT
    )
    population: int = setting(500, "rules in a generation", low=4, high=5000, search=GENETIC)
    generations: int = setting(1000, "the most generations", low=0, high=100_000, search=GENETIC)
    operators: str = setting(
        "all", "all, or the three of the thesis", choices=("all", "thesis"), search=GENETIC
    )
    sheet: str | None = setting(None, "of a workbook", of_file=True)

    def __post_init__(self) -> None:
        for choice in fields(self):
            check_setting(choice, getattr(self, choice.name))
        for name in USED:
            self._check_not_dropped(name)
        self._check_demands()
        limits_of(self.size)
        if self.kernel != AUTO:
            try:
                parse(self.kernel)
            except ValueError as error:
                raise SettingsError(str(error)) from None

    def _check_demands(self) -> None:
        """A SettingsError if what the rule must keep to contradicts itself, or cannot be read."""
        try:
            read_asked(self.read)
            banned, up, down = read_demands(self.only)
        except DataError as error:
            raise SettingsError(str(error)) from None
        for one, other in ((up, down), (banned, up + down), (up + down, self.drop)):
            for name in one:
                if name in other:
                    raise SettingsError(
                        f"{quoted(name)} can have one direction, or be left out, not both. Demand "
                        "one of the two."
                    )

    def _check_not_dropped(self, name: str) -> None:
        """A SettingsError if a column of this setting is dropped."""
        both = [column for column in self._columns_of(name) if column in self.drop]
        if both:
            raise SettingsError(
                f"drop and {name} cannot both name the same column, and both name "
                f"{quoted(both[0])}. Leave one of the two out."
            )

    def _columns_of(self, name: str) -> tuple[str, ...]:
        given = getattr(self, name)
        return (given,) if isinstance(given, str) else given if isinstance(given, tuple) else ()

    @property
    def columns(self) -> Columns:
        """The settings on columns."""
        return Columns(**{choice.name: getattr(self, choice.name) for choice in fields(Columns)})

    def demands(self, table: Table, attributes: Sequence[str]) -> Demands:
        """The demands on the rule. table: the training rows as machine and rule read them.

        Raises a DataError that says which demand cannot be met.
        """
        return demanded(self.only, table, attributes)

    @property
    def roles(self) -> Roles:
        """The columns that are neither attributes nor the target."""
        return Roles(
            weight=self.weight,
            group=self.group,
            held_out=self.test if isinstance(self.test, str) else None,
        )

    @property
    def costs(self) -> Costs:
        """What a miss and a false alarm cost."""
        return EVEN if isinstance(self.cost, str) else Costs(miss=float(self.cost))

    @property
    def is_balanced(self) -> bool:
        """Whether both classes count alike."""
        return self.cost == BALANCED

    @property
    def share(self) -> float:
        """The share of rows to hold out, where no column marks them."""
        return SHARE if isinstance(self.test, str) else self.test

    def lost(self, counts: Confusion) -> float:
        """What a verdict is judged by, the less the better: what its errors cost a row, or how
        often it is wrong, on all rows or on both classes alike.
        """
        if self.costs != EVEN:
            return self.costs.of(counts) / max(1, counts.n)
        alike = counts.balanced_accuracy if self.is_balanced else None
        return 1 - ((counts.accuracy.value or 0.0) if alike is None else alike)

    @property
    def counting(self) -> Mapping[bool, float] | str | None:
        """The class weight as scikit-learn takes it; costs of errors become class weights."""
        if self.is_balanced:
            return BALANCED
        return None if self.costs == EVEN else self.costs.counting

    @property
    def resolved(self) -> "Resolved":
        """The settings without "auto", each of one type."""
        exact = self.landmarks == EXACT
        clauses, literals = limits_of(self.size)
        return Resolved(
            kernel=None if self.kernel == AUTO else kernel_name(parse(self.kernel)),
            C=None if self.C == AUTO else float(self.C),
            exact=exact,
            landmarks=None if exact else _whole(self.landmarks),
            clauses=clauses,
            literals=literals,
            fit_to=None if self.fit_to == AUTO else self.fit_to,
            side=None if self.side == AUTO else self.side,
            language=None if self.language == AUTO else self.language,
            price=None if self.price == AUTO else float(self.price),
            effort=_whole(self.effort),
        )

    def to_dict(self) -> dict[str, Any]:
        """The settings as JSON values; the hard margin is null."""
        values = {choice.name: getattr(self, choice.name) for choice in fields(self)}
        values |= {name: list(values[name]) for name in REPEATED}
        return values | {"C": None if self.C == inf else self.C}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> "Settings":
        """Reads what to_dict wrote; a SettingsError says in one sentence what was altered."""
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
    """The shape of stored settings, always the same object, since `read` caches by it."""
    from interpret.documents import OrInfinity, made

    return made(Settings, C=OrInfinity | str)


@dataclass(frozen=True)
class Resolved:
    """The settings that may be "auto". None means that validation or the size of a table chooses.

    exact: whether the user wants a machine without landmarks, whatever memory it takes.
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
OF_COLUMNS = tuple(  # settings on the columns of one table
    choice.name for choice in fields(Settings) if choice.name in _OF_COLUMNS
)
OF_RULES = (  # settings that do not apply to a sum, which explains a number
    *("kernel", "C", "landmarks", "cost"),
    *("form", "search", "side", "fit_to", "price"),
    *(choice.name for choice in fields(Settings) if "search" in choice.metadata),
)
SEARCHED = ("seed", *(c.name for c in fields(Settings) if c.metadata.get("search") == GENETIC))


def rare_of(kind: type) -> dict[str, Field]:
    """The settings of a kind that have no option of their own, by name."""
    elsewhere = {"shown", "of_file"}
    return {c.name: c for c in fields(kind) if not elsewhere & {*c.metadata}}


RARE = rare_of(Settings)
REPEATED = tuple(choice.name for choice in fields(Settings) if choice.default == ())


THESIS = {  # chapter 7
    "form": "rule",
    "search": GENETIC,
    "kernel": THESIS_KERNEL,
    "C": inf,
    "side": "for",
    "language": "monotone",
    "fit_to": "weights",
    "price": 0.0,
    "size": "10x5",
    "population": 500,
    "generations": 1000,
    "operators": "thesis",
}


def limits_of(size: str) -> tuple[int | None, int | None]:
    """The most lines and the most conditions in a line, None for auto; a SettingsError for another
    text.
    """
    read = SIZE.fullmatch(size)
    if read is None:
        raise SettingsError(
            "size must be the most lines, from 1 to 100, or also the most conditions in a line, "
            f"from 1 to 20, as in 8 or 8x3; got {size!r}."
        )
    lines, conditions = (None if text in (AUTO, None) else int(text) for text in read.groups())
    return lines, conditions


def _whole(value: int | str) -> int | None:
    return None if value == AUTO else int(value)


def with_those_of_the_thesis(given: Mapping[str, Any]) -> dict[str, Any]:
    """Settings by name, where "thesis" as the kernel stands for all of THESIS that is not given."""
    if given.get("kernel") != AS_IN_THE_THESIS:
        return dict(given)
    return THESIS | {name: value for name, value in given.items() if name != "kernel"}


def aimed(settings: Settings, names: Sequence[str]) -> Settings:
    """The settings for a table of these columns: a target such as "rent > 900" is then its column,
    and the side of the number that is positive.
    """
    found = None
    if settings.target is not None and settings.target not in names:
        found = compared(settings.target)
    if found is None:
        return settings
    return replace(settings, target=found[0], positive=settings.positive or found[1:])


def settings_given(given: Mapping[str, Any]) -> Settings:
    """The settings given by name. Raises a SettingsError if one of them would do nothing."""
    settings = Settings(**with_those_of_the_thesis(given))
    for choice in fields(Settings):
        reader = choice.metadata.get("search", settings.search)
        if choice.name in given and settings.search != reader:
            name = choice.name.replace("_", " ")
            raise SettingsError(
                f"Only the {reader} search reads {name}, but the search is {settings.search}. "
                f"Choose {reader} as the search, or leave {name} out."
            )
    return settings


def read_settings(texts: Mapping[str, Any], rare: Mapping[str, Field] = RARE) -> dict[str, Any]:
    """Settings by name, from what was typed; "set" holds NAME=VALUE of those without an option.

    Raises a SettingsError, in one sentence, where there is no such setting.
    """
    given = {name: text for name, text in texts.items() if name != "set"}
    for text in texts.get("set", ()):
        name, _, value = text.partition("=")
        name = name.strip().replace("-", "_")
        if name not in rare or not value.strip():
            there = ", ".join(rare).replace("_", "-")
            raise SettingsError(
                f"A setting is given as NAME=VALUE, where NAME is one of {there}; got {text!r}."
            )
        if name in given:
            raise SettingsError(f"{name} can be set once, and is set twice. Leave one out.")
        given[name] = read_setting(rare[name], value.strip())
    return given


def read_setting(choice: Field, text: str) -> Any:
    """What was typed for a setting as its value; the text itself where that is no number."""
    if "low" not in choice.metadata or "names" in choice.metadata:
        return text
    number = int if choice.type in (int, int | str) else float
    try:
        value = number(text)
    except ValueError:
        return text
    return text if isinf(value) and any(map(str.isdigit, text)) else value  # not meant as infinity


def rare_settings(kind: type = Settings) -> list[tuple[str, str, str]]:
    """The name, the meaning and the values of each setting that has no option of its own."""
    return [
        (
            name.replace("_", "-"),
            choice.metadata["help"],
            f"{values_words(choice)}; {choice.default} unless set",
        )
        for name, choice in rare_of(kind).items()
    ]


def values_words(choice: Field) -> str:
    """What a setting may be, in words."""
    limits = choice.metadata
    if "choices" in limits:
        return f"one of {', '.join(limits['choices'])}"
    number = "a whole number" if choice.type in (int, int | str) else "a number"
    words = [choice.default, limits.get("also", "")]
    others = "".join(f", or {word}" for word in words if word in (AUTO, BALANCED, EXACT, inf))
    return f"{number} between {limits['low']} and {limits['high']}{others}"


def check_setting(choice: Field, value: Any) -> None:
    """Raises a SettingsError, in one sentence, if a setting cannot have this value."""
    limits, is_there = choice.metadata, False
    if "choices" in limits:
        is_there = value in limits["choices"]
    elif "low" in limits:
        kinds = (int,) if choice.type in (int, int | str) else (int, float)
        is_number = isinstance(value, kinds) and not isinstance(value, bool)
        is_there = value in (choice.default, limits.get("also", choice.default)) or (
            limits["low"] <= value <= limits["high"]
            if is_number
            else "names" in limits and isinstance(value, str)
        )
    else:
        return
    if not is_there:
        name = choice.name.replace("_", " ")
        raise SettingsError(f"{name} must be {values_words(choice)}; got {value!r}.")
