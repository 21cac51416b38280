"""How DuckDB, PostgreSQL and Spark write what our SQL needs: names, texts, patterns, conversions.

A pattern is the very regular expression that reads files, as each engine writes it. SQL for other
engines is DuckDB's, which sqlglot translates.
"""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import PurePath

from interpret.data.dates import OF_NAME
from interpret.data.readings import NO, YES

LETTERS = {c for c in "".join((*OF_NAME, *YES, *NO)) if not c.isascii() and c.upper() != c}
LARGE = "".join(sorted(c.upper() for c in LETTERS - {"ı"}))
BOUNDED = "CASE WHEN ABS({0}) < CAST('Infinity' AS DOUBLE) THEN {0} END"
WIDTH = 84  # characters of a line of texts
DEEPER = "\n            "
LONG_EXPONENT = "'e([+-]?)0*[1-9][0-9]{{3,}}', 'e\\1999', 'i'"  # beyond what NUMERIC holds


@dataclass(frozen=True)
class Dialect:
    """What differs between engines, in templates of a text and what else it takes.

    name: as in rule.postgres.sql; called: by people; matches: whether a pattern matches the whole
    text; group: what one of its groups matched; letter: a class of characters; exact, finite: the
    two steps from a numeral to a double, NULL where there is none; day: a date of year, month and
    day, NULL where there is none; row: a row of a table as one value; columns: its columns again;
    step: what stands behind the name of a step.
    """

    name: str
    called: str
    text: str = "VARCHAR"
    double: str = "DOUBLE"
    lower: str = "LOWER({})"
    matches: str = "REGEXP_MATCHES({}, '^(?:{})$')"
    group: str = r"\{}"
    boundary: str = r"\b"
    letter: str = r"\p{L}"
    exact: str = "TRY_CAST({} AS DOUBLE)"
    finite: str = BOUNDED
    day: str = "TRY_CAST({} || '-' || {} || '-' || {} AS DATE)"
    weekday: str = "DAYNAME({})"
    row: str = "{}"
    columns: str = "{}.*"
    step: str = "AS"
    quotes: str = '"'
    escapes: bool = False  # whether a backslash within a text is one only if it is doubled

    def identifier(self, name: str) -> str:
        return f"{self.quotes}{name.replace(self.quotes, 2 * self.quotes)}{self.quotes}"

    def literal(self, text: str) -> str:
        return f"'{self.within(text)}'"

    def within(self, text: str) -> str:
        """A text as it stands between quotes."""
        if self.escapes:
            return text.replace("\\", "\\\\").replace("'", "\\'")
        return text.replace("'", "''")

    def literals(self, texts: Iterable[str]) -> str:
        """Texts in brackets, on several lines where they are many."""
        lines = [""]
        for text in map(self.literal, texts):
            if len(lines[-1]) + len(text) > WIDTH:
                lines.append("")
            lines[-1] += f"{text}, "
        return f"({DEEPER.join(map(str.rstrip, lines)).removesuffix(',')})"

    def whether(self, text: str, pattern: str) -> str:
        """Whether a pattern matches a whole text."""
        return self.matches.format(text, self.within(self.pattern(pattern)))

    def rewritten(self, text: str, pattern: str, *parts: str) -> str:
        """A text that a pattern matches as a whole as these parts, which are groups of it by name,
        or texts; any other text as it is.
        """
        groups = [name for name in re.compile(pattern).groupindex if name in parts]
        made = "".join(
            self.group.format(groups.index(part) + 1) if part in groups else self.within(part)
            for part in parts
        )
        whole = f"^{self.pattern(pattern, groups)}$"
        return f"REGEXP_REPLACE({text},{DEEPER}'{self.within(whole)}', '{made}')"

    def pattern(self, pattern: str, groups: Collection[str] = ()) -> str:
        """A pattern of Python's in this engine, of whose groups some are kept, without names."""
        named = re.sub(r"\(\?P<(\w+)>", lambda group: "(" if group[1] in groups else "(?:", pattern)
        letters = named.replace(r"[^\W\d_]", self.letter).replace(r"\b", self.boundary)
        return letters.replace(r"\d", "[0-9]")


DUCKDB = Dialect("duckdb", "DuckDB")
POSTGRES = Dialect(
    "postgres",
    "PostgreSQL",
    text="TEXT",
    double="DOUBLE PRECISION",
    lower=f"LOWER(TRANSLATE({{}}, '{LARGE}', '{LARGE.lower()}'))",  # of which many know ASCII alone
    matches="{} ~ '^(?:{})$'",
    boundary=r"\y",
    letter=r"[^\s!-@[-`{-~]",
    exact="CASE WHEN {0} ~ '^[+-]?[.]?[0-9]' THEN "
    f"CAST(REGEXP_REPLACE({{0}}, {LONG_EXPONENT}) AS NUMERIC) END",
    finite="CASE WHEN ABS({0}) < 2.4e-324 THEN 0 WHEN ABS({0}) < 1.7976931348623158e308 "
    "THEN CAST({0} AS DOUBLE PRECISION) END",
    day="CASE WHEN {1} BETWEEN 1 AND 12 AND {2} BETWEEN 1 AND EXTRACT(DAY FROM "
    "MAKE_DATE({0}, {1}, 1) + INTERVAL '1 month - 1 day') THEN MAKE_DATE({0}, {1}, {2}) END",
    weekday="TO_CHAR({}, 'FMDay')",
    columns="({}).*",
    step="AS MATERIALIZED",
)
SPARK = Dialect(
    "spark",
    "Spark",
    text="STRING",
    matches="{} RLIKE '^(?:{})$'",
    group="${}",
    day="TRY_CAST(LPAD({}, 4, '0') || '-' || {} || '-' || {} AS DATE)",
    row="STRUCT({}.*)",
    weekday="DATE_FORMAT({}, 'EEEE')",
    quotes="`",
    escapes=True,
)
identifier, literal = DUCKDB.identifier, DUCKDB.literal
DIALECTS = {one.name: one for one in (DUCKDB, POSTGRES, SPARK)}


def dialect_named(name: str) -> Dialect:
    """A ValueError where there is no dialect of that name."""
    if name not in DIALECTS:
        raise ValueError(f"The dialect must be one of {[*DIALECTS]}; got {name!r}.")
    return DIALECTS[name]


def dialect_of(path: str) -> Dialect | None:
    """The dialect of a file by its name: rule.sql is DuckDB's, rule.spark.sql Spark's. None where
    it is no file of SQL.
    """
    *_, name, ending = ("", *PurePath(path).name.lower().split("."))
    return DIALECTS.get(name, DUCKDB) if ending == "sql" else None
