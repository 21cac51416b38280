"""A small reader of a workbook's formulas, written from what spreadsheets say of functions."""

import math
import re
from datetime import date, datetime, timedelta

from openpyxl.formula import Tokenizer

ZERO = date(1899, 12, 30)


class FormulaError(Exception):
    """What a spreadsheet shows as #VALUE! and the like."""


class Cell:
    """A value in a formula: None of an empty cell, a text, a number, a truth, or a list of such."""

    def __init__(self, value):
        self.value = value.value if isinstance(value, Cell) else value

    @property
    def text(self):
        own = self.value
        if own is None:
            return ""
        if isinstance(own, float) and own == int(own):
            return str(int(own))
        return f"{own:.15g}" if isinstance(own, float) else str(own)

    @property
    def number(self):
        if isinstance(self.value, str):
            raise FormulaError(f"#VALUE! {self.value!r}")
        return float(self.value or 0)

    def __and__(self, other):
        return Cell(self.text + other.text)

    def _rank(self, other):
        """Both as what is compared: a number is below any text, an empty cell like either."""
        if isinstance(self.value, str) or isinstance(other.value, str):
            kinds = [isinstance(own.value, str) or own.value is None for own in (self, other)]
            return [
                (1, own.text.lower()) if kind else (0, own.number)
                for own, kind in zip((self, other), kinds, strict=True)
            ]
        return [(0, own.number) for own in (self, other)]

    def __eq__(self, other):
        one, two = self._rank(other)
        return Cell(one == two)

    def __gt__(self, other):
        one, two = self._rank(other)
        return Cell(one > two)

    def __le__(self, other):
        one, two = self._rank(other)
        return Cell(one <= two)

    __hash__ = None

    def __neg__(self):
        if isinstance(self.value, list):
            return Cell([-own for own in self.value])
        return Cell(-self.number)

    def __add__(self, other):
        return Cell(self.number + other.number)

    def __mul__(self, other):
        return Cell(self.number * other.number)

    def __truediv__(self, other):
        return Cell(self.number / other.number)

    def __bool__(self):
        return bool(self.value)


def flat(args):
    own = [arg().value for arg in args]
    return [Cell(one) for value in own for one in (value if isinstance(value, list) else [value])]


def value_of(text):
    if not re.fullmatch(r"[0-9]+", text):
        raise FormulaError(f"#VALUE! {text!r}")
    return float(text)


def day_of(cell):
    return ZERO + timedelta(days=int(cell().number))


def iferror(value, otherwise):
    try:
        return value()
    except FormulaError:
        return otherwise()


def exact(one, other):
    own = other()
    if isinstance(own.value, list):
        return Cell([Cell(one().text == cell.text) for cell in own.value])
    return Cell(one().text == own.text)


def a_date(y, m, d):
    year, month = int(y().number), int(m().number)
    first = date(year + (month - 1) // 12, (month - 1) % 12 + 1, 1)
    return Cell(float((first - ZERO).days + int(d().number) - 1))


FUNCTIONS = {
    "IF": lambda test, yes, no: yes() if test() else no(),
    "AND": lambda *args: Cell(all(flat(args))),
    "OR": lambda *args: Cell(any(flat(args))),
    "NOT": lambda own: Cell(not own()),
    "ISNUMBER": lambda own: Cell(type(own().value) in (int, float)),
    "SUM": lambda *args: Cell(sum(c.number for c in flat(args) if not isinstance(c.value, str))),
    "SUMPRODUCT": lambda *args: Cell(sum(own.number for own in flat(args))),
    "EXACT": exact,
    "COUNTA": lambda *args: Cell(float(sum(own.value is not None for own in flat(args)))),
    "EXP": lambda own: Cell(math.exp(own().number)),
    "MIN": lambda *args: Cell(min(own.number for own in flat(args))),
    "MID": lambda own, at, n: Cell(own().text[int(at().number) - 1 :][: int(n().number)]),
    "VALUE": lambda own: Cell(value_of(own().text)),
    "IFERROR": iferror,
    "YEAR": lambda own: Cell(float(day_of(own).year)),
    "MONTH": lambda own: Cell(float(day_of(own).month)),
    "WEEKDAY": lambda own, _: Cell(float(day_of(own).isoweekday())),
    "DATE": a_date,
    "CHOOSE": lambda place, *args: args[int(place().number) - 1](),
}
OPERATORS = {"=": "=="}


def evaluated(book, title, place):
    """What a cell of a workbook shows, whatever formulas it needs."""
    known = {}

    def at(reference, own):
        where, _, cells = reference.rpartition("!")
        sheet = where.strip("'") or own
        found = book[sheet][cells.replace("$", "")]
        if isinstance(found, tuple):
            return Cell([one(sheet, cell.coordinate) for row in found for cell in row])
        return one(sheet, found.coordinate)

    def one(sheet, place):
        if (sheet, place) not in known:
            cell = book[sheet][place]
            if cell.data_type == "f":
                known[sheet, place] = calculated(cell.value, lambda name: at(name, sheet))
            else:
                own = cell.value
                if isinstance(own, datetime):
                    own = (own.date() - ZERO).days
                known[sheet, place] = Cell(float(own) if type(own) is int else own)
        return known[sheet, place]

    return one(title, place).value


def calculated(formula, at):
    said = []
    for token in Tokenizer(formula).items:
        kind, own = (token.type, token.subtype), token.value
        if kind == ("FUNC", "OPEN"):
            said.append(f"FUNCTIONS[{own[:-1]!r}](lambda: (")
        elif kind == ("SEP", "ARG"):
            said.append("), lambda: (")
        elif kind == ("FUNC", "CLOSE"):
            said.append("))")
        elif kind == ("OPERAND", "RANGE"):
            said.append(f"at({own!r})")
        elif kind == ("OPERAND", "TEXT"):
            said.append(f"Cell({own[1:-1].replace(chr(34) * 2, chr(34))!r})")
        elif kind[0] == "OPERAND":
            said.append(f"Cell({ {'TRUE': 'True', 'FALSE': 'False'}.get(own, f'float({own!r})') })")
        else:
            said.append(OPERATORS.get(own, own))
    return eval("".join(said), {"FUNCTIONS": FUNCTIONS, "Cell": Cell, "at": at})
