"""Source: a table that stays where it is, and what SQL needs to know of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from interpret.data.complaints import DataError, quoted
from interpret.data.formats.head import check_header, check_width
from interpret.data.formats.parquet import INDEX
from interpret.present.cells_in_sql import CellKind

if TYPE_CHECKING:
    import pyarrow as arrow

SAMPLE = 50_000  # rows that machine, rule and card learn from
KINDS: Mapping[str, CellKind] = {  # by how Arrow calls the types of what engines give
    **dict.fromkeys(("integer", "decimal"), "number"),
    **dict.fromkeys(("string", "large_string", "string_view", "dictionary", "null"), "text"),
    **{"floating": "float", "boolean": "truth", "date": "date", "timestamp": "moment"},
    "time": "time",
}
Ask = Callable[[str], "arrow.Table"]


@dataclass(frozen=True)
class Order:
    """What draws rows. sql: an expression of a row's key for a seed and its place, spread evenly;
    limit: the literal below which a share of all keys lie; repeats: whether a row always has the
    same key.
    """

    sql: Callable[[int, str], str]
    limit: Callable[[float], str]
    repeats: bool = True


@dataclass(frozen=True, eq=False)
class Source:
    """A table that stays where it is.

    relation: what stands behind FROM; parts: the same in parts, each with an expression of a row's
    place, its number in the whole table, "" in a database, where rows have none; ask: runs a query,
    a DataError where that fails; write: keeps the rows of a query under a name; kinds: what each
    column holds, by its name; digest: of the columns and of what tells that the rows are others;
    declares: whether the types say that a column holds texts; files, bytes: how many files hold it,
    0 in a database; sample: how many rows are drawn.
    """

    name: str
    relation: str
    parts: Sequence[tuple[str, str]]
    ask: Ask
    order: Order
    write: Callable[[str, str], None]
    kinds: Mapping[str, CellKind]
    rows: int
    digest: str
    declares: bool = True
    files: int = 0
    bytes: int = 0
    sample: int = SAMPLE

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.kinds)

    @property
    def declared(self) -> tuple[str, ...]:
        """The columns whose types say that they hold texts."""
        return tuple(name for name, kind in self.kinds.items() if self.declares and kind == "text")

    def is_amount(self, name: str) -> bool:
        return self.kinds[name] in ("number", "float")


def kinds_in(name: str, relation: str, ask: Ask) -> tuple[dict[str, CellKind], int, str]:
    """What each column holds, how many rows there are, and a digest of both.

    A DataError where columns cannot be read, or where there are no rows.
    """
    schema = ask(f"SELECT * FROM {relation} LIMIT 0").schema
    kinds = {field.name: _kind(field) for field in schema if not INDEX.fullmatch(field.name)}
    check_width(len(kinds))
    check_header([*kinds], [()] * len(kinds))
    rows = int(ask(f"SELECT COUNT(*) AS n FROM {relation}").column(0)[0].as_py())
    if not rows:
        raise DataError(f"{quoted(name)} has columns and no rows in them. Add the rows.")
    return kinds, rows, sha256(repr((name, kinds, rows)).encode()).hexdigest()


def _kind(field: "arrow.Field") -> CellKind:
    from pyarrow import types

    for name, kind in KINDS.items():
        if getattr(types, f"is_{name}")(field.type):
            return kind
    raise DataError(
        "Every cell must hold one value: a number, a text, a date, a time, or true or false. "
        f"Those of {quoted(field.name)} hold several or another ({field.type}). Leave the column "
        "out, or make columns of its parts."
    )
