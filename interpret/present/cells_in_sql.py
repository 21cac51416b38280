"""Cells in SQL, read as the Reading of their column does: texts, numbers, times of day.

Only what SQLite, DuckDB and PostgreSQL all understand is used, which have no patterns in common. A
number is told by its shape: what may stand around it is replaced, each run of digits becomes a 0,
and what is left must be one of a few texts. A column is a table of one row, which is made in steps,
each of which adds to the columns of the last one.
"""

from typing import Literal

from interpret.data.numbers import APOSTROPHES, BEYOND, BLANKS, BOUNDS, LONGEST
from interpret.data.readings import MARKS, NO, UNREAD, YES, Reading, may_be_unread
from interpret.present.texts_in_sql import (
    DIGITS,
    Steps,
    before,
    date_in_sql,
    day_in_sql,
    identifier,
    literal,
    literals,
    named_in_sql,
    replaced,
)

VALUE, IS_UNREAD = named_in_sql("value"), named_in_sql("unread")  # dates have parts
WHOLE = 2**53  # floats below it are whole numbers exactly
LONG = 10**16  # floats from here on are written with an exponent
ENDLESS = "CAST('Infinity' AS DOUBLE PRECISION)"
CellKind = Literal["number", "float", "single", "text", "truth", "date", "moment", "time"]
EXPONENTS = ("-00", "-0", "00", "0")  # of two digits: beyond, engines fail at 1e999
AMOUNTS = ("number", "float", "single")


def read_in_sql(reading: Reading, kind: CellKind | None = None) -> str:
    """The cell of a column as a table of one row, named after the column: its value, a number where
    the column is one of numbers, or its year, month and weekday; and `unread` where it may be so.

    kind: what the engine says that the column holds, None where that is not known.
    """
    steps = _steps(reading, kind)
    parts = steps.pop()
    if not may_be_unread(reading):
        del parts[IS_UNREAD]
    last = f"step{len(steps) - 1}"
    made = [
        f"step{i} AS MATERIALIZED (SELECT {f'step{i - 1}.*, ' if i else ''}{_columns(step)}"
        + (f" FROM step{i - 1})" if i else ")")
        for i, step in enumerate(steps)
    ]
    query = f"WITH {', '.join(made)} SELECT {_columns(parts)} FROM {last}"
    return f"({query}) AS {identifier(reading.column)}"


def _columns(step: dict[str, str]) -> str:
    return ", ".join(f"{sql} AS {name}" for name, sql in step.items())


def direct_in_sql(reading: Reading, kind: CellKind | None = None) -> tuple[str, str, str] | None:
    """A cell that is read in no steps: a number of a column of numbers, or a text that stays as it
    stands. None for other cells.

    Its value; a condition that it cannot be read; and the text, which may be empty, of a text.
    """
    column = identifier(reading.column)
    if reading.meaning == "text" and _is_bare(reading) and reading.gap != UNREAD:
        pieces = _cell(reading, kind), "", _trimmed(reading, kind)
        return pieces if kind in (None, "text") else None
    if reading.meaning != "number" or kind not in AMOUNTS or reading.spelling.clock:
        return None
    amount = _amount(column, kind)
    if kind == "number":
        return amount, "", ""
    endless = f"({column} IS NOT NULL AND ABS({amount}) = {ENDLESS})"
    return f"CASE WHEN ABS({amount}) < {ENDLESS} THEN {amount} END", endless, ""


def _amount(column: str, kind: CellKind | None) -> str:
    """The number of a column of numbers; one of 32 bits is its shortest digits, as in files."""
    digits = f"CAST({column} AS VARCHAR({2 * LONGEST}))" if kind == "single" else column
    return f"CAST({digits} AS DOUBLE PRECISION)"


def _is_bare(reading: Reading) -> bool:
    return not reading.width and not reading.words


def _cell(reading: Reading, kind: CellKind | None) -> str:
    """A cell without blanks around it, NULL where it is empty."""
    return f"NULLIF({_trimmed(reading, kind)}, '')"


def _trimmed(reading: Reading, kind: CellKind | None) -> str:
    column = identifier(reading.column)
    if kind == "single":
        column, kind = _amount(column, kind), "float"
    as_text = f"CAST({column} AS VARCHAR({2 * LONGEST}))"
    day = f"CAST({column} AS DATE)"
    is_nan = f"ABS({column}) > {ENDLESS}"
    is_bare = reading.meaning == "text" and _is_bare(reading)
    text = {
        "truth": f"CASE WHEN {column} THEN 'true' WHEN NOT {column} THEN 'false' END",
        "moment": f"CASE WHEN {column} = {day} THEN CAST({day} AS VARCHAR(10)) ELSE {as_text} END",
        "float": f"CASE WHEN {is_nan} THEN NULL WHEN {column} = {ENDLESS} THEN 'inf' "
        f"WHEN {column} = -{ENDLESS} THEN '-inf' "
        f"WHEN ABS({column}) < {LONG} AND {column} = FLOOR({column}) "
        f"THEN CONCAT(CAST(CAST({column} AS BIGINT) AS VARCHAR(20)), "
        f"CASE WHEN ABS({column}) < {WHOLE} THEN '' ELSE '.0' END) ELSE {as_text} END",
        "text": column if is_bare else as_text,
    }.get(kind or "", f"CAST({column} AS TEXT)" if is_bare else as_text)
    blanks = f", {literal(' ' + reading.blanks)}" if reading.blanks else ""
    return f"TRIM({text}{blanks})"


def _steps(reading: Reading, kind: CellKind | None) -> Steps:
    """The steps to a cell; the columns of the last are what it is read as."""
    if reading.meaning == "date" and kind in ("date", "moment"):
        return day_in_sql(identifier(reading.column))
    steps: Steps = [{"cell_itself": _cell(reading, kind)}]
    if reading.meaning == "text":
        return [*steps, {VALUE: _text(reading), IS_UNREAD: "cell_itself IS NULL"}]
    gaps = [f"LOWER(cell_itself) IN {literals(sorted(MARKS))}"]
    gaps += [f"cell_itself IN {literals(reading.empty)}"] if reading.empty else []
    is_gap = " OR ".join(gaps)
    steps.append({"text": f"CASE WHEN {is_gap} THEN NULL {_words(reading)}ELSE cell_itself END"})
    if reading.meaning == "date":
        return [*steps, *date_in_sql(reading.day_first)]
    return [*steps, *(_clock() if reading.spelling.clock else _number(reading))]


def _words(reading: Reading) -> str:
    """The cases of yes and no; SQLite leaves all but letters of ASCII as large as they are."""
    return "".join(
        f"WHEN LOWER(cell_itself) IN {literals(sorted({*texts, *map(_large, texts)}))} "
        f"THEN {literal(word)} "
        for texts, word in zip((NO, YES), reading.words, strict=bool(reading.words))
    )


def _large(text: str) -> str:
    return "".join(c if c.isascii() else c.upper() for c in text)


def _text(reading: Reading) -> str:
    if reading.width:
        rest = f"LTRIM(cell_itself, '{DIGITS}')"
        digits = before("cell_itself", rest)
        bare = f"LTRIM({digits}, '0')"
        is_code = f"{digits} <> '' AND RTRIM({rest}, '0') IN ('', '.', ',')"
        is_code += f" AND LENGTH({bare}) <= {reading.width}"
        filled = f"SUBSTR('{'0' * reading.width}' || {bare}, LENGTH({bare}) + 1)"
        return f"CASE WHEN {is_code} THEN {filled} ELSE cell_itself END"
    return f"CASE {_words(reading)}ELSE cell_itself END" if reading.words else "cell_itself"


def _number(reading: Reading) -> Steps:
    spelling = reading.spelling
    mark, group = spelling.decimal, spelling.thousands
    minus = [(sign, "-") for sign in reading.signs if sign not in BOUNDS and sign != " "]
    bounds = [sign for sign in reading.signs if sign in BOUNDS]
    alike = [*minus, *((blank, " ") for blank in BLANKS[1:]), (APOSTROPHES[1], APOSTROPHES[0])]
    unit = [(f"|{spelling.before}", "|"), ("| ", "|")] if spelling.before else []
    after = [(f" {spelling.after}|", "|"), (f"{spelling.after}|", "|")] if spelling.after else []
    closed = [f"- {spelling.after}-|", f"-{spelling.after}-|"]  # by two marks, or as 5-year
    closed += [f"-{spelling.after}|"] if spelling.after[:1].isalpha() else []
    shape = [
        ("  ", " "),
        *([("<=", "<"), (">=", "<"), *((sign, "<") for sign in ">≤≥~≈")] if bounds else []),
        *([("|<", "|"), ("| ", "|")] if bounds else []),
        *unit,
        ("+", "-"),
        *([("(", "-"), (")", "-")] if spelling.brackets else []),
        *[("|-", "|"), ("| ", "|"), *unit],
        *([(end, "x") for end in closed] if spelling.brackets else []),
        *([("-|", "|"), *after, ("-|", "|")] if spelling.brackets else after),
        *([("|0", "|z")] if group else []),
        *((digit, "0") for digit in DIGITS[1:]),
        ("E", "e"),
        *((f"e{exponent}|", "|") for exponent in EXPONENTS),
        *_runs(group),
    ]
    wholes, parts = (("0", "n", "0g"), ("0", "n")) if group else (("0",), ("0",))
    decimals = [f"{mark}{part}" for part in parts]
    forms = [*decimals, *(one + end for one in wholes for end in ("", mark, *decimals))]
    is_number = f"shape IN {literals(f'|{form}|' for form in forms)}"
    if spelling.scales:
        is_number += f" AND REPLACE(same, {literal(spelling.after)}, '') <> same"
    gone = [spelling.before, spelling.after, *bounds, "=" * bool(bounds), " ", group]
    bare = [*((text, "") for text in gone if text), *([(",", ".")] if mark == "," else [])]
    sign = "1"
    if spelling.brackets:
        bare += [("(", ""), (")", ""), ("e-", "e~"), ("-", ""), ("~", "-")]
        is_number += " AND LENGTH(REPLACE(same, '(', '')) = LENGTH(REPLACE(same, ')', ''))"
        sign = "CASE WHEN REPLACE(REPLACE(same, '(', '-'), 'e-', '') LIKE '%-%' THEN -1 ELSE 1 END"
    beyond = "WHEN same LIKE '<%' THEN -1 WHEN same LIKE '>%' THEN 1"
    exact = "WHEN same LIKE '<=%' OR same LIKE '>=%' THEN 0"
    bound = f"CASE {exact} {beyond} ELSE 0 END" if bounds else "0"
    amount = {"amount": f"CASE WHEN {is_number} THEN {sign} * CAST(bare AS DOUBLE PRECISION) END"}
    return [
        *replaced("same", "text", alike),
        *replaced("shape", "'|' || same || '|'", shape),
        *replaced("bare", "same", bare),
        amount,
        {
            VALUE: f"amount + {bound} * (ABS(amount) * {BEYOND!r})" if bounds else "amount",
            IS_UNREAD: "text IS NOT NULL AND amount IS NULL",
        },
    ]


def _runs(group: str) -> list[tuple[str, str]]:
    """What makes each run of digits one letter: g groups of three, n more than three, z a 0 in
    front.
    """
    if not group:
        return [("00", "0")] * 6
    indian = [(",00g", "gg")] * 3 if group == "," else []
    runs = [("0000", "n"), ("000", "0"), ("00", "0"), *[("nn", "n")] * 4, ("n0", "n")]
    zeros = [("zg", "x"), ("z0", "n"), ("zn", "n"), ("z", "0")]
    return [(f"{group}000", "g"), *indian, *runs, *[("gg", "g")] * 3, *zeros]


def _clock() -> Steps:
    """Hours, as in 9:05, 9:05:30.5, 9h05, 9:05 pm, 0 days 09:05:00."""
    half = [(blank, " ") for blank in BLANKS[1:]]
    half += [("a.m", "am"), ("p.m", "pm"), ("m.|", "m|"), (" am|", "am|"), (" pm|", "pm|")]
    plain = [("am|", "|"), ("pm|", "|"), ("days", "day"), ("day,", "day"), ("day +", "day ")]
    plain += [(" uhr|", "|"), (" h|", "|"), (" h", "h"), ("h ", ":"), ("h", ":")]
    plain += [("min|", "m|"), (" m|", "m|"), ("m|", "|")]
    shape = [*((digit, "0") for digit in "12345"), *((digit, "9") for digit in "678")]
    shape += [(":09", ":00"), (":00", "m"), ("9", "0"), *[("00", "0")] * 4]
    shape += [("|-", "|"), ("day -", "day ")]
    forms = [f"|{day}0{end}|" for day in ("", "0 day ") for end in ("m", "mm", "mm.0")]
    is_days = "shape LIKE '%day%'"
    hour = "CAST(hours AS DOUBLE PRECISION)"
    seconds = "CAST(COALESCE(NULLIF(SUBSTR(others, 5), ''), '0') AS DOUBLE PRECISION)"
    return [
        *replaced("small", "'|' || LOWER(text) || '|'", half),
        *replaced("wrapped", "small", plain),
        *replaced("shape", "wrapped", shape),
        {"told": "REPLACE(wrapped, '|', '')"},
        {"rest": f"LTRIM(LTRIM(told, '-'), '{DIGITS}')"},
        {
            "days": f"CASE WHEN {is_days} THEN {before('told', 'rest')} ELSE '0' END",
            "clock": f"CASE WHEN {is_days} THEN LTRIM(rest, ' day') ELSE told END",
            "half": "CASE WHEN small LIKE '%am|' THEN 0 WHEN small LIKE '%pm|' THEN 12 END",
        },
        {"others": f"LTRIM(clock, '-{DIGITS}')", "bare": "LTRIM(clock, '-')"},
        {"hours": before("bare", "others")},
        {
            "hour": f"CASE WHEN shape IN {literals(forms)} THEN CASE WHEN half IS NULL THEN {hour} "
            f"WHEN {hour} = 12 THEN half WHEN {hour} BETWEEN 1 AND 11 THEN {hour} + half END END"
        },
        {
            "amount": "CASE WHEN hour IS NOT NULL THEN CAST(days AS DOUBLE PRECISION) * 24 "
            "+ CASE WHEN clock LIKE '-%' THEN -1 ELSE 1 END * (hour "
            f"+ CAST(SUBSTR(others, 2, 2) AS DOUBLE PRECISION) / 60 + {seconds} / 3600) END"
        },
        {VALUE: "amount", IS_UNREAD: "text IS NOT NULL AND amount IS NULL"},
    ]
