"""Columns of every type that a frame, a Parquet file or an engine has, with names of every kind."""

import datetime
from decimal import Decimal

import numpy as np
import pyarrow as arrow

N = 40  # rows; some tenth of the cells are empty
NAMES = (
    "{}", " {} ", "{} (mg/l)", 'say "{}"', "it's {}", "select {}", "{};--", "{}\u00e9", "{}e\u0301",
    "Stra\u00dfe {}", "{}  two", "$1 {}", "{}.{}", "{}_1", "\u5e74{}", "{}%", "{}\\n", "`{}`",
    "[{}]",
)  # fmt: skip
WHOLE = {
    arrow.int8(): (-128, 127),
    arrow.int16(): (-32768, 32767),
    arrow.int32(): (-(2**31), 2**31 - 1),
    arrow.int64(): (-(2**63), 2**63 - 1),
    arrow.uint8(): (0, 255),
    arrow.uint16(): (0, 65535),
    arrow.uint32(): (0, 2**32 - 1),
    arrow.uint64(): (0, 2**64 - 1),
}
DECIMALS = {arrow.decimal128(12, 2): 2, arrow.decimal128(20, 0): 0, arrow.decimal128(25, 9): 9}
TEXTS = {
    "words": ["red", "Red", "green", "blue sky", "sky "],
    "codes with E": ["10E2", "1000", "5E0", "5", "1E1", "10", "7"],
    "codes with zeros": ["007", "07", "7", "0070", "12", "1"],
    "hexadecimal": ["0x1F", "31", "0x0A", "10", "1F"],
    "signs": ["+5", "5", "-5", "\u22125", "05", "5.0", "+0", "-0.0", "0"],
    "marks": ["NA", "na", "?", "none", "yes", "no", "-"],
    "versions": ["1.10", "1.1", "1.2.3", "1,1", "2"],
    "yes": ["yes", "no", "YES", "No"],
    "quotes": ["it's", 'say "x"', "a;b", "a,b", "\\", "%", "_"],
    "letters": ["\u00e9", "e\u0301", "\u00df", "SS", "\u0131", "I", "i"],
    "long": ["x" * 130 + "1", "x" * 130 + "2", "x" * 119, "x" * 120, "x" * 121],
    "dates": ["2024-01-31", "31.01.2024", "2024-02-30", "soon"],
    "infinity": ["inf", "Infinity", "nan", "1e999", "NaN", "3"],
}


def columns(rng: np.random.Generator, n: int) -> arrow.Table:
    """n columns of random types, each of few or of many values, and a column of row numbers."""
    made = {"row number": arrow.array(range(N))}
    kinds = [*WHOLE, *DECIMALS, *TEXTS, *MADE]
    for place in range(n):
        kind = kinds[place % len(kinds)]
        name = NAMES[rng.integers(len(NAMES))].replace("{}", f"c{place}")
        n_values = int(rng.choice([2, 5, 30]))
        cells = [cells_of(kind, rng) for _ in range(n_values)]
        gaps = rng.random(N) < rng.choice([0.0, 0.1])
        drawn = [None if gap else cells[rng.integers(n_values)] for gap in gaps]
        made[name] = arrow.array(drawn, type_of(kind, rng))
    return arrow.table(made)


def cells_of(kind, rng):
    if kind in WHOLE:
        return whole(*WHOLE[kind], rng)
    if kind in DECIMALS:
        places = DECIMALS[kind]
        digits = int(rng.integers(1, 10 ** int(rng.integers(1, 11))))
        return Decimal(digits).scaleb(-places) * int(rng.choice([-1, 1]))
    if kind in TEXTS:
        return str(rng.choice(TEXTS[kind]))
    return MADE[kind][1](rng)


def whole(low, high, rng):
    """A whole number: small, at a border of the type, or one of those around 2^53."""
    near = int(rng.integers(-3, 4))
    chosen = int(rng.choice(4))
    value = [int(rng.integers(0, 20)), low + abs(near), high - abs(near), 2**53 + near][chosen]
    return min(max(value, low), high)


def single(rng):
    return np.float32(
        rng.choice([0.1, 1.3, -0.0, 1e-40, 4e37, 16777217, 5, 7.25]) * rng.integers(1, 9)
    )


def double(rng):
    value = rng.choice([0.1, -0.0, 5e-324, 1.7e308, 2.0**53, 1e16, 1e22, 0.30000000000000004])
    return float(value * rng.choice([1, -1, 0.5, 0.1]))


def moment(rng):
    day = datetime.datetime(2023, 11, 1) + datetime.timedelta(days=int(rng.integers(200)))
    return day + datetime.timedelta(seconds=int(rng.choice([0, 0, 43200, 86399])))


MADE = {
    "float16": (arrow.float16(), lambda rng: np.float16(rng.choice([0.1, 1.3, -0.0, 65504, 2049]))),
    "float32": (arrow.float32(), single),
    "float64": (arrow.float64(), double),
    "doses": (arrow.float32(), lambda rng: np.float32(rng.integers(1, 14) / 10)),
    "cents": (arrow.float64(), lambda rng: float(rng.integers(1, 5000)) / 100),
    "bool": (arrow.bool_(), lambda rng: bool(rng.integers(2))),
    "dictionary": (
        arrow.dictionary(arrow.int8(), arrow.string()),
        lambda rng: f"v{rng.integers(6)}",
    ),
    "date": (arrow.date32(), lambda rng: moment(rng).date()),
    "timestamp": (arrow.timestamp("us"), moment),
    "clock": (
        arrow.time64("us"),
        lambda rng: moment(rng).time().replace(minute=int(rng.integers(60))),
    ),
}


def type_of(kind, rng):
    if kind in TEXTS:
        return arrow.string() if rng.integers(2) else arrow.large_string()
    return MADE[kind][0] if kind in MADE else kind
