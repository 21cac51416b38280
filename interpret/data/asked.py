"""How the user says that columns are to be read: "COLUMN=HOW", where a file leaves it open."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from interpret.data.complaints import DataError, quoted
from interpret.data.numbers import number

NUMBER, CATEGORY = "number", "category"
DECIMALS = {"decimal point": ".", "decimal comma": ","}
ORDERS = {"day first": True, "month first": False}
WORDS = (NUMBER, CATEGORY, *DECIMALS, *ORDERS)


@dataclass(frozen=True)
class CellsAsked:
    """What the user says of columns, by their names.

    numbers: those cut as numbers; texts: those used as categories, in which marks of an empty cell
    are values; decimals: the decimal mark of their numbers; day_first: whether 03/04/2024 is the
    3rd of April; cuts: the numbers, ascending, at which they are cut.
    """

    numbers: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    decimals: Mapping[str, str] = field(default_factory=dict)
    day_first: Mapping[str, bool] = field(default_factory=dict)
    cuts: Mapping[str, tuple[float, ...]] = field(default_factory=dict)

    @property
    def measured(self) -> set[str]:
        """The columns that are said to hold numbers or dates."""
        return {*self.numbers, *self.decimals, *self.day_first}


NOTHING_SAID = CellsAsked()


def read_asked(texts: Iterable[str]) -> CellsAsked:
    """What "COLUMN=HOW" says of each column; a DataError where it cannot be read, or where two of
    them contradict each other.
    """
    numbers, categories = dict[str, None](), dict[str, None]()
    decimals, orders = dict[str, str](), dict[str, bool]()
    cuts = dict[str, tuple[float, ...]]()
    for text in texts:
        name, how = split(text)
        if how in DECIMALS:
            _say(decimals, name, DECIMALS[how])
        elif how in ORDERS:
            _say(orders, name, ORDERS[how])
        elif how == CATEGORY:
            categories[name] = None
        elif how == NUMBER:
            numbers[name] = None
        else:
            _say(cuts, name, _cuts(text, how))
    numbers |= dict.fromkeys(cuts)
    for name in categories:
        if name in {*numbers, *decimals, *orders}:
            raise _twice(name)
    return CellsAsked(tuple(numbers), tuple(categories), decimals, orders, cuts)


def split(text: str) -> tuple[str, str]:
    """The column and how it is to be read, from "COLUMN=HOW"."""
    name, _, how = text.rpartition("=")
    if not name.strip():
        raise _unknown(text)
    return name.strip(), how.strip()


def _cuts(text: str, how: str) -> tuple[float, ...]:
    amounts = [number(point.strip()) for point in how.split(",")]
    if None in amounts:
        raise _unknown(text)
    return tuple(sorted({amount for amount in amounts if amount is not None}))


def _say(said: dict, name: str, what: object) -> None:
    if said.setdefault(name, what) != what:
        raise _twice(name)


def _unknown(text: str) -> DataError:
    return DataError(
        f"A column is read as COLUMN=HOW, where HOW is {', '.join(WORDS)}, or the numbers to cut "
        f"it at, like age=45.5,60; got {quoted(text)}."
    )


def _twice(name: str) -> DataError:
    return DataError(f"{quoted(name)} can be read in one way, and two are said. Leave one out.")
