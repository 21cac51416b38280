"""Source: a table that stays where it is, and what SQL needs to know of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpret.data.complaints import DataError, quoted
from interpret.present.cells_in_sql import CellKind

if TYPE_CHECKING:
    import pyarrow as arrow


@dataclass(frozen=True)
class Sizes:
    """How many rows leave a large table.

    sample: rows that machine and rule learn from; beside: rows that the machine is judged on, which
    are all others where there are no more.
    """

    sample: int = 50_000
    beside: int = 100_000


SIZES = Sizes()


@dataclass(frozen=True)
class Order:
    """What draws rows. sql: an expression of a row's key for a seed, spread evenly; limit: the
    literal below which a share of all keys lie; repeats: whether a row always has the same key.
    """

    sql: Callable[[int], str]
    limit: Callable[[float], str]
    repeats: bool = True


@dataclass(frozen=True, eq=False)
class Source:
    """A table that stays where it is.

    digest: of its columns and what tells that its rows are others; kinds: what each column holds,
    by its name; relation: what stands behind FROM; ask: runs a query, a DataError where that fails;
    place: an expression of a row's number in the files, "" where rows have none; write: what keeps
    the rows of a query under a name; files, bytes: how many files hold it, 0 in a database.
    """

    name: str
    digest: str
    kinds: Mapping[str, CellKind]
    relation: str
    rows: int
    ask: "Callable[[str], arrow.Table]"
    order: Order
    write: Callable[[str, str], None]
    place: str = ""
    declares: bool = True
    files: int = 0
    bytes: int = 0
    sizes: Sizes = SIZES

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.kinds)

    @property
    def declared(self) -> tuple[str, ...]:
        """The columns whose types say that they hold texts."""
        return tuple(name for name, kind in self.kinds.items() if self.declares and kind == "text")

    def is_amount(self, name: str) -> bool:
        return self.kinds[name] in ("number", "float")


def single(name: str, kind: CellKind | None, type_: str) -> CellKind:
    """What a column holds; a DataError where its cells hold no single values."""
    if kind is None:
        raise DataError(
            "Every cell must hold one value: a number, a text, a date, a time, or true or false. "
            f"Those of {quoted(name)} hold several or another ({type_}). Leave the column out, or "
            "make columns of its parts."
        )
    return kind
