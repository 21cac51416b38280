"""The answer as a workbook for Excel and its like, in which every text stays a text.

Sheets: the answers to read, the clauses with their figures, and the decision table of each rule; if
there is a card, also the card, and rows to fill in, whose points are added up by formulas. No other
sheet holds formulas. In a decision table each clause is a row, the last row says what holds
otherwise, and the first row that fits decides. A cell has in words what the clause asks of the
column; an empty cell takes any value.

Formulas hold nothing of the data: what a cell is compared with stands in cells of the card's sheet,
texts as texts and numbers with all their digits. A label or any cell makes a row count; one that is
wholly empty shows nothing. Numbers must stand as numbers, and dates as dates, or as texts in the
way of the table with two digits for day and month. If other good rules are known, each says what it
says of the row, and `agreed` which share of them says what the rule says.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from io import BytesIO
from math import inf
from typing import Any

from interpret.data.complaints import DataError, quoted
from interpret.data.dates import PIVOT, WEEKDAYS
from interpret.data.numbers import number
from interpret.data.preparation import Dates
from interpret.forms.answer.clause_rows import COLUMNS, all_clause_rows
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import CardForm
from interpret.forms.exports.code import good_tests
from interpret.forms.exports.pmml_fields import labels, ranged
from interpret.present.code import fills_of
from interpret.present.csv_file import LONGEST, as_csv, put
from interpret.present.wording import test_words
from interpret.rules.logic import Between, Clause, Formula, IsNot, Test
from interpret.tell.rule.brief import at_length
from interpret.tell.rule.card import chance_rows, term_rows
from interpret.tell.rule.words import rows_words
from interpret.tell.text import as_text

ROWS = 200  # to fill in
HEAD = 3  # the line above them
BESIDE = 6  # the column of the card's sheet from which on the values of its conditions stand
FILL_IN = (
    "Fill in a label, or any cell of a row. Numbers as numbers, dates as dates; leave empty what "
    "is empty."
)
HELD = re.compile("[\\t\\n -\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]*")  # by XML as it is
Place = Callable[..., str]  # where values stand, as formulas name it
WIDEST = 80  # characters of a column
MOST_TESTS = 100  # of a rule that a formula can hold, which may have 8,192 characters


def add_sheets(book: Any, e: Explanation, scored: CardForm, number: str = "") -> None:
    """Adds both sheets. number: what tells them from those of another class."""
    card, rows = book.create_sheet(f"Card{number}"), book.create_sheet(f"Points{number}")
    for line, cells in enumerate(_card_lines(e, scored), 1):
        for column, cell in enumerate(cells, 1):
            put(card.cell(line, column), cell)
    put(card.cell(1, BESIDE), "values that the conditions name")
    card.column_dimensions["B"].width = 60
    rows.column_dimensions["A"].width = 20
    _fill_in(rows, card, e, scored)


def _card_lines(e: Explanation, scored: CardForm) -> list[Sequence[object]]:
    """Terms, cut, curve and classes, on lines that formulas know; then the chances to read."""
    card, chances = scored.card, scored.chances
    yes, no = map(_compared, labels(e))
    return [
        ["points", "where"],
        *term_rows(card),
        [card.cut, f"points must be more than that for {yes}"],
        [chances.slope, "added to the log odds by each point"],
        [chances.offset, "log odds of 0 points"],
        [chances.least, "no chance is below that, since it was learned from few rows"],
        [chances.span, "how far the chance rises from there"],
        [yes, "with more points"],
        [no, "with fewer points"],
        [],
        ["points", "chance", rows_words(e), f"of these {yes}"],
        *chance_rows(scored),
    ]


def _fill_in(sheet: Any, card: Any, e: Explanation, scored: CardForm) -> None:
    """Lines to fill in, each with formulas for what is read of it, each term, and the sum."""
    from openpyxl.utils import get_column_letter

    terms, rules = scored.card.terms, _rules_beside(e)
    of_good = good_tests(e).clauses if rules else ()
    formula = Formula((*scored.card.clauses, *of_good))
    dates, fills = e.preparation.of_parts, fills_of(e.preparation, formula)
    column = {name: dates[name].attribute if name in dates else name for name in formula.attributes}
    columns = list(dict.fromkeys(column.values()))
    read = [name for name in formula.attributes if name in dates or name in fills]
    heads = ["row", *columns, *(f"{name} as read" for name in read)]
    heads += [words for _, words in term_rows(scored.card)]
    heads += ["points", "chance", "points say"]
    of_others = [f"good rule {k} says" for k in range(1, len(rules) - 1)]
    heads += ["rule says", "rule found says", *of_others, "agreed"] if rules else []
    put(sheet.cell(1, 1), FILL_IN)
    for place, head in enumerate(heads, 1):
        put(sheet.cell(HEAD, place), head)
    letters = list(map(get_column_letter, range(1, len(heads) + 1)))
    of_read = dict(zip(read, letters[1 + len(columns) :], strict=False))
    of_terms = letters[1 + len(columns) + len(read) :][: len(terms)]
    after = letters[1 + len(columns) + len(read) + len(terms) :]
    last, of_rules = after[:3], after[3:]
    cut, slope, offset, few, span, yes, no = (_named(card, len(terms) + 2 + k) for k in range(7))
    at = _places(card)
    for line in range(HEAD + 1, HEAD + 1 + ROWS):
        given = {
            name: f"${letter}{line}" for name, letter in zip(columns, letters[1:], strict=False)
        }
        cells = {name: given[column[name]] for name in formula.attributes}
        made = {
            letter: _prepared_cell(cells[name], name, dates.get(name), fills, formula, at)
            for name, letter in of_read.items()
        }
        cells |= {name: f"${letter}{line}" for name, letter in of_read.items()}
        for place, (term, letter) in enumerate(zip(terms, of_terms, strict=True), 2):
            made[letter] = f"IF({_holds(term.clause, cells, at)},{_named(card, place)},0)"
        points = f"${last[0]}{line}"
        made[last[0]] = f"SUM({of_terms[0]}{line}:{of_terms[-1]}{line})" if terms else "0"
        made[last[1]] = f"{few}+{span}/(1+EXP(MIN(700,-({slope}*{points}+{offset}))))"
        made[last[2]] = f"IF({points}>{cut},{yes},{no})"
        for rule, letter in zip(rules, of_rules, strict=False):
            made[letter] = f"IF({_rule_holds(rule, cells, at)},{yes},{no})"
        if rules:
            others = f"{of_rules[1]}{line}:{of_rules[-2]}{line}"
            same = f'SUMPRODUCT(--EXACT(${of_rules[0]}{line}&"",{others}))'
            made[of_rules[-1]] = f"{same}/{len(rules) - 1}"
        nothing = f"COUNTA($A{line}:${letters[len(columns)]}{line})=0"
        for letter, in_cell in made.items():
            sheet[f"{letter}{line}"] = f'=IF({nothing},"",{in_cell})'


def _named(sheet: Any, line: int, column: int = 1) -> str:
    """A cell as formulas of other sheets name it."""
    cell = sheet.cell(line, column)
    return f"'{sheet.title}'!${cell.column_letter}${line}"


def _places(card: Any) -> Place:
    """A function that puts values beside the card, equal ones once, and returns their place."""
    there: dict[tuple[object, ...], str] = {}

    def at(*values: object) -> str:
        if values not in there:
            line = len(there) + 2
            for place, value in enumerate(values):
                cell = card.cell(line, BESIDE + place)
                put(cell, value)
                if isinstance(value, str):
                    cell.value = _compared(value)
                    cell.data_type = "s"  # one that begins with = is no formula
            first, last = (_named(card, line, BESIDE + n) for n in (0, len(values) - 1))
            there[values] = first if first == last else f"{first}:{last.rpartition('!')[2]}"
        return there[values]

    return at


def _compared(text: str) -> str:
    """A text that cells are compared with, as it is: what looks alike must not become one."""
    if len(text) > LONGEST or not HELD.fullmatch(text):
        raise DataError(
            f"The card compares cells with {quoted(ascii(text[:40]))}, which no cell of a workbook "
            "can hold. Export it to a file whose name ends in .sql or .py."
        )
    return text


def _holds(clause: Clause, cells: Mapping[str, str], at: Place) -> str:
    """A condition that is true just where the clause holds."""
    conditions = [_passes(test, cells[test.attribute], at) for test in clause.tests]
    return f"AND({','.join(conditions)})" if conditions else "TRUE"


def _rules_beside(e: Explanation) -> tuple[Formula, ...]:
    """The rule that is shown and all good rules, which `agreed` compares with it; () without."""
    rules = (e.rule.formula, *e.good_rules) if e.good_rules else ()
    return rules if all(len(rule) <= MOST_TESTS for rule in rules) else ()


def _rule_holds(formula: Formula, cells: Mapping[str, str], at: Place) -> str:
    """A condition that is true just where the rule says yes."""
    clauses = [_holds(clause, cells, at) for clause in formula.clauses]
    either = f"OR({','.join(clauses)})" if clauses else "FALSE"
    return f"NOT({either})" if formula.denied else either


def _passes(test: Test, cell: str, at: Place) -> str:
    if isinstance(test, Between):
        low = [f"{cell}>{at(test.above)}"] if test.above > -inf else []
        high = [f"{cell}<={at(test.to)}"] if test.to < inf else []
        return f"AND({','.join([f'ISNUMBER({cell})', *low, *high])})"
    texts = [value for value in test.values if value is not None]
    ways = [f'{cell}=""'] if None in test.values else []
    if texts:
        ways.append(f'SUMPRODUCT(--EXACT({cell}&"",{at(*texts)}))>0')
    either = f"OR({','.join(ways)})" if ways else "FALSE"
    return f"NOT({either})" if isinstance(test, IsNot) else either


def _prepared_cell(
    cell: str, name: str, dates: Dates | None, fills: Mapping[str, str], formula: Formula, at: Place
) -> str:
    """A cell with its gap filled, or a part of the date in it."""
    part = cell if dates is None else _part(cell, dates, dates.parts.index(name))
    empty = '""'
    if name in fills:
        empty = at(number(fills[name]) if name in ranged(formula) else fills[name])
    return f'IF({cell}="",{empty},{part})'


def _part(cell: str, dates: Dates, place: int) -> str:
    """Year, month or weekday of a date, or of a text that is one; any other text as it is."""
    year, month, day = (  # of dates written in several ways MID is an error: the text stays
        f"VALUE(MID({cell},{dates.way.find(part) + 1},{dates.way.count(part)}))" for part in "ymd"
    )
    if dates.way.count("y") == 2:
        year = f"({year}+IF({year}<{PIVOT},2000,1900))"
    if place < 2:
        text, of_date = (year, "YEAR") if place == 0 else (month, "MONTH")
        return f"IF(ISNUMBER({cell}),{of_date}({cell}),IFERROR({text},{cell}))"
    names = ",".join(f'"{name}"' for name in WEEKDAYS)
    date = f"IF(ISNUMBER({cell}),{cell},DATE({year},{month},{day}))"
    return f"IFERROR(CHOOSE(WEEKDAY({date},2),{names}),{cell})"


def as_workbook(explanations: Sequence[Explanation]) -> bytes:
    """The content of a file of the format xlsx."""
    from openpyxl import Workbook  # here, as it takes a while to load

    book = Workbook()
    book.remove(book.active)
    _sheet(book, "Answer", [[line] for line in as_text(at_length(explanations)).splitlines()])
    rows = [[row[name] for name in COLUMNS] for row in all_clause_rows(explanations)]
    _sheet(book, "Clauses", [list(COLUMNS), *rows])
    for place, e in enumerate(explanations, 1):
        numbered = "" if len(explanations) == 1 else f" {place}"
        names, cells = decision_rows(e)
        said = [["first row that fits", e.yes_words], [], names, *cells]
        _sheet(book, f"Decisions{numbered}", said)
        if e.points is not None:
            add_sheets(book, e, e.points, numbered)
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def _sheet(book: Any, title: str, rows: Iterable[Sequence[object]]) -> None:
    from openpyxl.utils import get_column_letter

    sheet, widths = book.create_sheet(title), dict[int, int]()
    for y, cells in enumerate(rows, 1):
        for x, value in enumerate(cells, 1):
            put(sheet.cell(y, x), value)
            widths[x] = min(WIDEST, max(widths.get(x, 0), len(str(value or ""))))
    for x, width in widths.items():
        sheet.column_dimensions[get_column_letter(x)].width = width + 2


def as_decision_csv(e: Explanation) -> str:
    """The decision table as CSV: a column for each attribute, then the class."""
    names, rows = decision_rows(e)
    return as_csv(zip(names, zip(*rows, strict=True), strict=True))


def decision_rows(e: Explanation) -> tuple[list[str], list[list[str]]]:
    """The names of the table's columns, and the cells of its rows."""
    formula = e.rule.formula
    yes, no = labels(e)
    on, otherwise = (no, yes) if formula.denied else (yes, no)

    def cells(clause: Clause) -> list[str]:
        tests_of = {name: list[str]() for name in formula.attributes}
        for test in clause.tests:
            tests_of[test.attribute].append(test_words(test))
        return [" and ".join(tests) for tests in tests_of.values()]

    rows = [[*cells(clause), on] for clause in formula.clauses]
    last = [*([""] * len(formula.attributes)), otherwise]
    return [*formula.attributes, e.target], [*rows, last]
