"""A table of a database or a warehouse, which stays there; Ibis knows how each engine is asked.

Our SQL is written as PostgreSQL has it for PostgreSQL and as DuckDB has it for all others, and
Ibis's sqlglot writes it as the engine has it. What leaves the engine is a sample, and counts.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from interpret.data.complaints import DataError, listed, quoted
from interpret.large.source import SAMPLE, WAREHOUSES, Ask, Order, Source, kinds_in
from interpret.present.cells_in_sql import CellKind
from interpret.present.dialects import DUCKDB, POSTGRES, Dialect, identifier, literal

if TYPE_CHECKING:
    import pyarrow as arrow

BEGINS = {  # what an engine is told first: fetch nothing; see the same rows to the end
    "duckdb": "SET autoinstall_known_extensions = false; SET autoload_known_extensions = false; "
    "BEGIN",
    "postgres": "BEGIN ISOLATION LEVEL REPEATABLE READ",
}
CHECKED = (  # some fail where a text is no number
    "CASE WHEN REGEXP_MATCHES({0}, '^[+-]?[.]?[0-9]') THEN CAST(TRIM({0}) AS DOUBLE) END"
)
HEX = 12  # digits of a key by which rows are drawn
BY_CHANCE = Order(lambda *_: "RANDOM()", lambda share: repr(min(1.0, share)), repeats=False)
WHO = re.compile(r"://[^\s@/]+@")  # name and password in an address


@contextmanager
def connected(
    url: str,
    table: str | None,
    query: str | None = None,
    key: str | None = None,
    agreed: bool = False,
    sample: int = SAMPLE,
) -> Iterator[Source]:
    """A table of a database, or what a query gives.

    key: what tells rows apart, by default the primary key; agreed: whether all rows of a warehouse
    may be read, which costs money, and a view be replaced. No DataError holds the password.
    """
    if (table is None) == (query is None):
        raise DataError(
            "A database has many tables: name one with --table NAME, or give a query with --query "
            '"select …".'
        )
    engine, name = url.split("://")[0], table or "query"
    if engine in WAREHOUSES and not agreed:
        raise DataError(
            f"In {engine} all columns of {quoted(table or query)} would be read once, and those "
            "of class, rule and card up to three times more, which may cost money. Say --yes if "
            "it may."
        )
    backend = _backend(url)
    dialect = _dialect(backend.name)

    def ask(sql: str) -> "arrow.Table":
        advice = " Check the name and the permissions."
        with _in_one_sentence(f"{quoted(name)} cannot be read in the database", url, advice):
            return backend.sql(sql, dialect=dialect.name).to_pyarrow()

    def write(query: str, into: str) -> None:
        advice = " Name another view or a file NAME.parquet; to replace a view, say --yes."
        with _in_one_sentence(f"The scored rows cannot be kept as {quoted(into)}", url, advice):
            rows = backend.sql(query, dialect=dialect.name)
            if into.endswith(".parquet"):
                rows.to_parquet(into)
            else:
                backend.create_view(into, rows, overwrite=agreed)
                if backend.name in BEGINS:
                    backend.raw_sql("COMMIT")

    try:
        relation = _query_in(query, backend.dialect, dialect) if query else _table_in(name)
        kinds, rows, digest = kinds_in(name, relation, ask)
        _check_times(engine, kinds)
        _check_key(key, [*kinds], rows, relation, ask)
        keys = [key] if key else _primary_key(ask, table)
        if engine in WAREHOUSES and not keys:  # chance is another function in each of them
            raise DataError(
                f"Rows of {engine} are drawn by a column that is another one in every row: name it "
                "with --key COLUMN."
            )
        order, parts = _by_key(keys) if keys else BY_CHANCE, [(relation, "")]
        source = Source(name, relation, parts, ask, order, write, kinds, rows, digest)
        yield replace(source, sample=sample, dialect=dialect)
    finally:
        backend.disconnect()


@contextmanager
def _in_one_sentence(begin: str, url: str, advice: str) -> Iterator[None]:
    """A DataError for whatever a driver raises, without the secrets of an address: every driver has
    errors of its own.
    """
    try:
        yield
    except Exception as error:
        line = next(iter(str(error).splitlines()), "") or type(error).__name__
        parts, password = urlsplit(url), urlsplit(url).password or ""
        for secret in (url, parts.netloc, password, unquote(password), parts.query):
            line = line.replace(secret, "…") if secret else line
        raise DataError(f"{begin}: {quoted(WHO.sub('://…@', line))}.{advice}") from None


def _backend(url: str) -> Any:
    try:
        import ibis
    except ImportError:
        raise DataError(
            "To ask a database, a package is needed that is not installed here. Install it: "
            'pip install "rulescope[warehouse]".'
        ) from None
    advice = " Check the address, the name and the password."
    with _in_one_sentence("The database cannot be reached", url, advice):
        backend = ibis.connect(url)
        if backend.name in BEGINS:
            backend.raw_sql(BEGINS[backend.name])
        return backend


def _dialect(engine: str) -> Dialect:
    """The dialect to ask an engine in, with what sqlglot leaves as it is."""
    if engine in (DUCKDB.name, POSTGRES.name):
        return DUCKDB if engine == DUCKDB.name else POSTGRES
    group = "${}" if engine in ("pyspark", "databricks", "trino", "athena") else DUCKDB.group
    weekday = "DATENAME('weekday', {})" if engine == "clickhouse" else DUCKDB.weekday
    return replace(DUCKDB, group=group, weekday=weekday, exact=CHECKED)


def table_names(url: str) -> list[str]:
    """The tables and views of a database; a DataError where it does not tell."""
    backend = _backend(url)
    try:
        with _in_one_sentence("The database does not name its tables", url, " Check permissions."):
            return sorted(backend.list_tables())
    finally:
        backend.disconnect()


def _check_times(engine: str, kinds: Mapping[str, CellKind]) -> None:
    """A DataError on dates and times of a warehouse: each calls weekdays by another function."""
    times = [name for name, kind in kinds.items() if kind in ("date", "moment", "time")]
    if times and engine in WAREHOUSES:
        raise DataError(
            f"Dates and times of {engine} are not read, and {listed(map(quoted, times))} holds "
            "some. Leave them out with --query, or take parts of them there, as in "
            "EXTRACT(MONTH FROM day) AS month."
        )


def _check_key(key: str | None, names: list[str], rows: int, relation: str, ask: Ask) -> None:
    """A DataError unless a column that is named can tell all rows apart."""
    if key is None:
        return
    if key not in names:
        raise DataError(
            f"The table has no column {quoted(key)} to tell rows apart. Its columns are "
            f"{listed(map(quoted, names))}."
        )
    counted = ask(f"SELECT COUNT(DISTINCT {identifier(key)}) AS n FROM {relation}")
    if counted.column(0)[0].as_py() != rows:
        raise DataError(
            f"A key must be another one in every row, and {quoted(key)} is not. Name another "
            "column with --key, or leave it out."
        )


def _table_in(name: str) -> str:
    """A table's name, of its schema perhaps, as it stands behind FROM."""
    return ".".join(map(identifier, name.split(".")))


def _query_in(query: str, engine: Any, dialect: Dialect) -> str:
    """A query as a table; a DataError unless it is one query that only reads."""
    import sqlglot
    from sqlglot import exp

    try:
        parsed = [one for one in sqlglot.parse(query, read=engine) if one is not None]
    except sqlglot.errors.SqlglotError:
        parsed = []
    writes = (exp.Insert, exp.Update, exp.Delete, exp.Create, exp.Drop, exp.Into, exp.Command)
    if len(parsed) != 1 or not isinstance(parsed[0], exp.Query) or parsed[0].find(*writes):
        raise DataError(
            f"--query must be one SELECT that writes nothing, and {quoted(query)} is none. Give "
            "one, without a semicolon."
        )
    return f"({parsed[0].sql(dialect=dialect.name)}) AS asked"


def _primary_key(ask: Ask, table: str | None) -> list[str]:
    """The columns of a table's primary key; none where there is no such or nobody says so."""
    if table is None:
        return []
    *schema, name = table.split(".")
    where = f" AND c.table_schema = {literal(schema[-1])}" if schema else ""
    try:
        columns = ask(
            "SELECT k.column_name AS name FROM information_schema.table_constraints AS c JOIN "
            "information_schema.key_column_usage AS k ON c.constraint_name = k.constraint_name "
            "AND c.table_schema = k.table_schema AND c.table_name = k.table_name "
            f"WHERE c.constraint_type = 'PRIMARY KEY' AND c.table_name = {literal(name)}{where} "
            "ORDER BY k.ordinal_position"
        )
    except DataError:
        return []
    return [str(name) for name in columns.column("name").to_pylist()]


def _by_key(keys: list[str]) -> Order:
    """Rows by the digest of their key, which is the same in every engine."""
    cells = ", '|', ".join(f"CAST({identifier(key)} AS VARCHAR)" for key in keys)
    return Order(
        lambda seed, _: f"SUBSTR(MD5(CONCAT({cells}, '|{seed}')), 1, {HEX})",
        lambda share: literal(f"{int(min(1.0, share) * (16**HEX - 1)):0{HEX}x}"),
    )
