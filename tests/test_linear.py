"""What reads a file, a typed text or a URL takes time in proportion to its length, never more.

Every regular expression of the product stands in EXPRESSIONS with its worst text, every reader in
READERS. Both are read at a length N within SECONDS of CPU: what is linear takes hundredths of that,
what is quadratic minutes, and is then stopped.
"""

import ast
import gzip
import importlib
import signal
from contextlib import contextmanager
from itertools import product

import pytest

from dashboard.text import plain, stem
from interpret.data.asked import read_asked
from interpret.data.complaints import DataError
from interpret.data.cuts import is_amount
from interpret.data.dates import days, plain_date
from interpret.data.numbers import LONGEST, Spelling, number, numbers_in, unit_of
from interpret.data.reading import read_table
from interpret.data.table import Column, Values
from interpret.present import code
from interpret.present.cells_in_python import functions_in_python
from interpret.present.cells_in_sql import _in_order
from interpret.present.dialects import DUCKDB
from interpret.rules.demands import clause_of
from kernels.catalog import parse
from tests.test_layers import SOURCES, tree

N = 100_000
SECONDS = 3  # of CPU

# The expression -> texts of n letters that it reads longest. Of those that stand for a function the
# text is given to CALLS.
EXPRESSIONS = {
    "kernels.catalog.CALLED": [lambda n: "a" + " " * n + "!", lambda n: "a(" * n],
    "kernels.catalog.WHOLE": [lambda n: "1" * n],
    "kernels.catalog.REAL": [lambda n: "1" * n + "x"],
    "kernels.propositional.TOKEN": [lambda n: "a " * n],
    "interpret.command.LONG_WORD": [lambda n: "x" * 179 + " ", lambda n: "x" * n],
    "interpret.data.formats.workbook.NO_RESULT": [
        lambda n: b"<c " * n,
        lambda n: b"<c ><f>" * n,
        lambda n: b"<c ><f" + b" " * n + b">" + b"x" * n,
    ],
    "interpret.data.formats.workbook.PLACE": [lambda n: b'r="' * n, lambda n: b'r="A' + b"1" * n],
    "interpret.data.formats.letters.CONTROL_BYTES": [lambda n: b" " * n],
    "interpret.data.formats.letters.NO_TABLE": [
        lambda n: b" " * n + b"x",
        lambda n: b"<!--" * n,
        lambda n: b"<!---->" * n,
        lambda n: b'{"' + b"x" * n,
        lambda n: b"<" + b"x" * n + b" " * n,
        lambda n: b"[" + b" " * n,
    ],
    "interpret.data.formats.delimited.BLANK": [lambda n: b" \r\n" * n],
    "interpret.data.formats.delimited.SEP": [lambda n: b"sep=," + b" " * n],
    "interpret.data.formats.head.NUMERIC": [lambda n: "-" * n, lambda n: " " * n],
    "interpret.data.formats.head.WORD": [lambda n: " 1_" * n],
    "interpret.data.formats.head.BRACKETED": [lambda n: "[" * n, lambda n: "[]" * n + "x"],
    "interpret.data.from_cells.IDENTIFIER_NAME": [lambda n: "id" * n, lambda n: "_i" * n],
    "interpret.data.numbers.ONE_NUMBER": [
        lambda n: "1" * n + "x",
        lambda n: "1" * n + "." + "1" * n + "x",
        lambda n: "1" * n + "e" + "1" * n + "x",
    ],
    "interpret.data.numbers.numbers_in": [lambda n: "1" * n + "." + "1" * n + "x"],
    "interpret.data.numbers.PLAINEST": [lambda n: "1" * n + "." + "1" * n + "0"],
    "interpret.data.numbers.UNITS": [
        lambda n: "1" * n + " " * n + "1",
        lambda n: " " * n + "x",
        lambda n: "-" * n + "x",
        lambda n: "1." + "1" * n + "e" + "1" * n + "€" * n + "1",
        lambda n: "1" + ", " * n + "x",
    ],
    "interpret.data.numbers.SCIENTIFIC": [lambda n: "." + "1" * n, lambda n: ".1" * n + "e"],
    "interpret.data.numbers.CLOSED": [lambda n: ")" * n + "x", lambda n: "1-" * n + "x"],
    "interpret.data.readings.CODE": [lambda n: "0" * n + "x", lambda n: "0." + "0" * n + "1"],
    "interpret.data.numbers.Spelling": [
        lambda n: "1" * n + " " * n + "1",
        lambda n: "<" + " " * n + "-" + " " * n + "€",
        lambda n: "1" + ".111" * n + "x",
        lambda n: "1:11:1" + "1" * n,
    ],
    "interpret.data.learn_reading.THREE_DIGITS": [lambda n: "1" + ".111" * n + "x"],
    "interpret.data.numbers.WHOLE_OR_CODE": [
        lambda n: "1" * n + "x",
        lambda n: "1" * n + "e",
    ],
    "interpret.data.questions.YEAR": [
        lambda n: "1999 " * n + "\n",
        lambda n: "a" * n,
        lambda n: "a 1999" + "a" * n,
    ],
    "interpret.data.questions.THREE_DIGITS": [lambda n: "1" + ".1111" * n],
    "interpret.data.dates.WRITTEN": [
        lambda n: "Mon" + " " * n + "x",
        lambda n: "1" + "st" * n,
        lambda n: "2024-01-01" + " " * n + "x",
        lambda n: "2024-01-01 10:00:00." + "1" * n + "x",
        lambda n: "2024-01-01 10:00" + " " * n + "x",
    ],
    "interpret.data.dates.COMPACT": [lambda n: "20240101" * n],
    "interpret.data.dates._found": [lambda n: "2024-01-01 10:00:00." + "1" * n + "x"],
    "interpret.data.formats.parquet.INDEX": [lambda n: "__index_level_" + "1" * n],
    "interpret.ranking.choices.NAMED": [lambda n: "movies" * n, lambda n: "at" * n],
    "interpret.ranking.choices.WORD_BEGINS": [lambda n: "aA" * n],
    "interpret.data.cuts.COMPARISON": [
        lambda n: "a" + " " * n,
        lambda n: "a<" * n,
        lambda n: "a <" + " " * n + "<",
        lambda n: "a <" + "1 " * n + "<",
    ],
    "interpret.settings.SIZE": [lambda n: "8x" * n, lambda n: "1" * n],
    "interpret.data.conditions.SPACE": [lambda n: " " * n + "x"],
    "interpret.data.conditions.SIGN": [lambda n: " " * n + "x", lambda n: "is" + " " * n + "x"],
    "interpret.data.conditions.AND": [lambda n: " and" * n + "x", lambda n: "a " * n],
    "interpret.data.conditions.END": [lambda n: " " * n + "x"],
    "interpret.data.conditions.AND_UPPER": [
        lambda n: " and <= " + "1" * n + "x",
        lambda n: " " * n + "x",
        lambda n: " and <=" + " " * n + "x",
    ],
    "interpret.data.conditions.NUMBER": [lambda n: "1" * n + "x", lambda n: "1." * n],
    "interpret.data.conditions.LOWER": [lambda n: "1" * n, lambda n: "1" + " " * n + "x"],
    "interpret.data.conditions.COMPARED": [lambda n: " " * n + "x"],
    "interpret.data.conditions.UPPER": [lambda n: " " * n + "x"],
    "interpret.data.conditions.IN_BRACES": [lambda n: "a" * n],
    "interpret.data.conditions.COMMAS": [lambda n: ", " * n],
    "interpret.forms.exports.exports._NO_NAME": [lambda n: " " * n + "x"],
    "interpret.answers.document.OF_JSON": [
        lambda n: b"{" + b" " * n,
        lambda n: b'{"' + b"a" * n,
        lambda n: b'{""' + b" " * n,
    ],
    "interpret.present.cells_in_sql.TWICE": [lambda n: "(" * n],  # reads patterns of ours alone
    "interpret.present.cells_in_sql._in_order": [lambda n: "(" * n],
    "interpret.present.dialects.Dialect": [lambda n: "(?P<a" * n],
    "rulescope.commands.ADDRESS": [lambda n: "a." * n + "!"],
    "dashboard.text._HIDDEN": [lambda n: "\u202a" * n],
    "dashboard.text._GAP": [lambda n: " " * n + "x"],
    "dashboard.text._PERCENT": [lambda n: "1 " * n],
    "dashboard.text._MARK": [lambda n: "*" * n, lambda n: "_" * n, lambda n: "a_" * n],
    "dashboard.text._NUMBERED": [lambda n: "1" * n, lambda n: "1. " * n],
    "interpret.large.database.WHO": [lambda n: "://" * n, lambda n: "://" + "a" * n],
    "dashboard.text._NO_NAME": [lambda n: " " * n + "x"],
    "dashboard.text._LATE": [lambda n: "http" * n, lambda n: "<-" * n, lambda n: " ~-" * n],
}
SPELLINGS = [
    Spelling(clock=True),
    *(Spelling(*".,", *unit) for unit in product(("", "€"), ("", "km"))),
    *(Spelling(",", mark, "€") for mark in ". '"),
    Spelling(".", ",", "$", "km", brackets=True),
]


def cells_like(text):
    """The text, and the longest ones of its kind that are not taken as texts unread."""
    return [text, *[text[: LONGEST - 1] + text[-1], text[:30] + text[30 - LONGEST :]] * 100]


CALLS = {
    "interpret.data.numbers.numbers_in": lambda text: numbers_in([text] * 100),
    "interpret.data.dates._found": lambda text: days([text]),
    "interpret.data.dates.WRITTEN": lambda text: [
        plain_date(own, day_first) for own in cells_like(text) for day_first in (None, True, False)
    ],
    "interpret.present.cells_in_sql._in_order": lambda text: [*_in_order(text, None)],
    "interpret.present.dialects.Dialect": DUCKDB.pattern,
    "interpret.data.numbers.UNITS": lambda text: [unit_of(own) for own in cells_like(text)],
    "interpret.data.numbers.Spelling": lambda text: [
        spelling.number(own) for spelling in SPELLINGS for own in cells_like(text)
    ],
}
PUMPED = ["1", " ", "a", "'", "\\'", ",", ", ", "\t", "{", "-", ".", "1 ", " a", "=", "id", "\n"]
BEFORE, BEHIND = ["", "1", "a", "@attribute "], ["", "!", "1"]
NUMBER_TWICE = [lambda n: "1" * n + "x", lambda n: "1" * n + "." + "1" * n + "x"]


@contextmanager
def soon(seconds=SECONDS):
    """Stops what is inside after so much CPU time, regular expressions too."""

    def stop(*_):
        raise AssertionError(f"more than {seconds} s of CPU")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def expressions_of(module):
    """Where a module uses an expression: the names of the statements at its top that do."""
    for statement in tree(module).body:
        calls = [node.func for node in ast.walk(statement) if isinstance(node, ast.Call)]
        used = [own for own in calls if isinstance(own, ast.Attribute) and is_expression(own)]
        if used and isinstance(statement, ast.Assign):
            names = [own for own in ast.walk(statement.targets[0]) if isinstance(own, ast.Name)]
            yield from (f"{module}.{own.id}" for own in names)
        elif used:
            yield f"{module}.{getattr(statement, 'name', getattr(statement, 'target', None))}"


def is_expression(function):
    of_re = isinstance(function.value, ast.Name) and function.value.id in ("re", "regex")
    return (of_re and function.attr != "escape") or "regex" in function.attr


def test_every_expression_of_the_product_is_listed():
    for module in SOURCES:
        names = {alias.name for node in ast.walk(tree(module)) if isinstance(node, ast.ImportFrom)
                 and node.module == "re" for alias in node.names}  # fmt: skip
        assert not names, f"{module}: write `import re`, so that this test finds what is used"
    inside = SOURCES.keys() - {"interpret.check_answer"}  # which its user runs on his own file
    assert {own for module in inside for own in expressions_of(module)} == {*EXPRESSIONS}


def readers_of(name):
    """What is done with a text by the expression of that name, in every way there is."""
    if name in CALLS:
        return [CALLS[name]]
    module, _, own = name.rpartition(".")
    found = getattr(importlib.import_module(module), own)
    patterns = found.values() if isinstance(found, dict) else [found]
    return [
        read
        for p in patterns
        for read in (p.match, p.fullmatch, p.search, p.split, lambda text, p=p: [*p.finditer(text)])
    ]


# Beyond what the product does with them: only these are searched for, or split at.
ANCHORED = {
    *("kernels.catalog.CALLED", "kernels.catalog.WHOLE", "kernels.catalog.REAL"),
    *("interpret.data.numbers.ONE_NUMBER", "interpret.data.numbers.PLAINEST"),
    *("interpret.data.dates.COMPACT", "interpret.data.learn_reading.THREE_DIGITS"),
    "interpret.data.numbers.WHOLE_OR_CODE",
    *("interpret.data.formats.parquet.INDEX", "interpret.data.readings.CODE"),
    *("interpret.data.formats.letters.NO_TABLE", "interpret.data.formats.delimited.BLANK"),
    *("interpret.data.formats.delimited.SEP", "interpret.data.formats.head.BRACKETED"),
    *("interpret.data.cuts.COMPARISON", "interpret.settings.SIZE"),
    *(
        f"interpret.data.conditions.{name}"
        for name in ("SPACE", "SIGN", "END", "NUMBER", "LOWER", "COMPARED", "UPPER", "AND_UPPER")
    ),
    *("interpret.data.conditions.IN_BRACES", "interpret.data.conditions.COMMAS"),
}


def used(name):
    return readers_of(name)[:2] if name in ANCHORED else readers_of(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", EXPRESSIONS)
def test_an_expression_is_linear_in_its_worst_text(name):
    for read, worst in product(used(name), EXPRESSIONS[name]):
        text = worst(N)
        with soon():
            read(text)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted({*EXPRESSIONS} - {*CALLS}))
def test_no_text_of_a_repeated_part_is_read_longer(name):
    """Texts that nobody thought of: a beginning, one part many times, an end."""
    n = 20_000
    of_bytes = any(isinstance(worst(1), bytes) for worst in EXPRESSIONS[name])
    for before, part, behind in product(BEFORE, PUMPED, BEHIND):
        text = before + part * n + behind
        for read in used(name)[: 2 if name in ANCHORED else 4]:
            with soon(1):
                read(text.encode() if of_bytes else text)


@pytest.mark.parametrize("worst", NUMBER_TWICE)
def test_exported_code_is_linear(worst):
    place = {}
    read = functions_in_python(of_dates=True, of_others=False)
    exec(compile(code.NUMBER_IN_PYTHON + read, "exported", "exec"), place)
    with soon():
        assert place["number"](worst(N)) != place["number"](worst(N))
        place["parts"]("2024-01-01 10:00:00." + worst(N))


def csv_of(*cells):
    return "a,b\n" + "".join(f"{cell},{i % 2}\n" for i, cell in enumerate(cells))


def read(text):
    return read_table(text.encode() if isinstance(text, str) else text, "worst")


def asked_as_number(text):
    return is_amount(Column("a", Values([text]), [0], "category"))


TABLE = read_table(b"age,a b\n1,x y\n2,x y\n3,x y\n", "t")
READERS = {
    "a CSV with one amount": (read, lambda n: csv_of("1" * n + " " * n + "1", *"xyz")),
    "a header of digits": (read, lambda n: "1" * n + ",b\n1,2\n2,3\n"),
    "a header of a number and more": (read, lambda n: "1" * n + "x,b\n1,2\n2,3\n"),
    "rows of one cell": (read, lambda n: csv_of() + "x\n" * n),
    "empty lines in a CSV": (read, lambda n: "a,b\n1,2\n" + "\n" * n),
    "a gzip archive of many members": (
        read,
        lambda n: gzip.compress(b"a,b\n") + gzip.compress(b"1,2\n") * n,
    ),
    "an amount": (asked_as_number, lambda n: "1" * n + " " * n + "1"),
    "a number": (number, lambda n: "1" * n + "x"),
    "a number too large": (number, lambda n: "1" * n),
    "a condition of blanks": (
        lambda text: clause_of(text, TABLE, TABLE.names),
        lambda n: "a b = x" + " " * n + "y and age > 1",
    ),
    "a condition of digits": (
        lambda text: clause_of(text, TABLE, TABLE.names),
        lambda n: "1" * n + " < age <= 2",
    ),
    "many conditions": (
        lambda text: clause_of(text, TABLE, TABLE.names),
        lambda n: " and ".join(["a b = x y"] * (n // 9)),
    ),
    "many values": (
        lambda text: clause_of(text, TABLE, TABLE.names),
        lambda n: "a b in {" + "x, " * (n // 3) + "}",
    ),
    "cuts as typed": (lambda text: read_asked([text]), lambda n: "a=" + " " * n + "1"),
    "a kernel of blanks": (parse, lambda n: "linear" + " " * n + "!"),
    "a mixture in a mixture": (parse, lambda n: "1*" * n + "linear"),
    "brackets": (parse, lambda n: "(¬" * n),
    "a text on a page": (plain, lambda n: "http" * n + " " * n + "<-" * n),
    "a file's name": (lambda text: stem(text, "x"), lambda n: "." * n + " " * n),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", READERS)
def test_what_people_bring_is_read_in_proportion_to_its_length(what):
    reads, worst = READERS[what]
    text, said = worst(N), ""
    with soon(2 * SECONDS):
        try:
            reads(text)
        except (DataError, ValueError) as error:  # a kernel's name is refused as a ValueError
            said = str(error)
    assert len(said) < 2000
