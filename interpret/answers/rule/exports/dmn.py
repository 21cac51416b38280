"""The rule as a decision table: DMN 1.3, and the same table as CSV, which a spreadsheet opens.

Each clause is a row, the last row says what holds otherwise, and the first row that fits decides
(hit policy FIRST). A cell is a unary test of FEEL (DMN 1.3, chapter 10): only null equals null, and
null is in no range, just as the rule treats empty cells.
"""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from math import inf
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from interpret.answers.rule.answer.explanation import Explanation
from interpret.answers.rule.exports.pmml import described
from interpret.answers.rule.exports.pmml_fields import in_quotes, labels, ranged
from interpret.data.dates import PARTS
from interpret.data.numbers import number
from interpret.data.preparation import Dates
from interpret.present.code import fills_of
from interpret.present.csv_file import as_csv
from interpret.present.dated import four_digits
from interpret.present.wording import legible
from interpret.rules.logic import Between, Clause, Is, IsNot, Test, Value

NAMESPACE = "https://www.omg.org/spec/DMN/20191111/MODEL/"
ANY = "-"
NO_WORD = re.compile(r"\W+", re.ASCII)
RESERVED = {
    *("and", "or", "not", "in", "if", "then", "else", "for", "return", "some", "every", "of"),
    *("satisfies", "between", "instance", "null", "true", "false", "function", "external"),
    *("date", "time", "number", "string", "list", "context"),
}
PART_IN_FEEL = {
    "year": "date({0}).year",
    "month": "date({0}).month",
    "weekday": "day of week(date({0}))",
}


def as_dmn(e: Explanation) -> str:
    """The decision table as a document of DMN 1.3."""
    formula, dates = e.rule.formula, e.preparation.of_parts
    columns = list(dict.fromkeys(_column(name, dates) for name in formula.attributes))
    variables = dict(zip(columns, _names(columns), strict=True))
    root = Element(
        "definitions",
        {"xmlns": NAMESPACE, "id": "rulescope", "name": "Rulescope", "namespace": "urn:rulescope"},
    )
    decision = SubElement(root, "decision", {"id": "rule", "name": _name(e.target)})
    SubElement(decision, "description").text = legible(described(e))
    SubElement(decision, "variable", {"name": _name(e.target), "typeRef": "string"})
    for i in range(len(columns)):
        needed = SubElement(decision, "informationRequirement", {"id": f"needs_{i}"})
        SubElement(needed, "requiredInput", {"href": f"#input_{i}"})
    table = SubElement(decision, "decisionTable", {"id": "table", "hitPolicy": "FIRST"})
    for i, name in enumerate(formula.attributes):
        column = SubElement(table, "input", {"id": f"column_{i}", "label": legible(name)})
        kind = "number" if name in ranged(formula) else "string"
        expression = SubElement(column, "inputExpression", {"id": f"asked_{i}", "typeRef": kind})
        SubElement(expression, "text").text = _expression(
            e, name, variables[_column(name, dates)], dates
        )
    output = {"id": "output", "label": legible(e.target), "typeRef": "string"}
    SubElement(table, "output", output)
    for i, (cells, label) in enumerate(_rows(e)):
        rule = SubElement(table, "rule", {"id": f"rule_{i}"})
        for j, cell in enumerate(cells):
            entry = SubElement(rule, "inputEntry", {"id": f"cell_{i}_{j}"})
            SubElement(entry, "text").text = cell
        entry = SubElement(rule, "outputEntry", {"id": f"said_{i}"})
        SubElement(entry, "text").text = in_quotes(label)
    for i, (name, variable) in enumerate(variables.items()):
        data = {"id": f"input_{i}", "name": variable, "label": legible(name)}
        kind = "number" if name in ranged(formula) else "string"
        SubElement(SubElement(root, "inputData", data), "variable").attrib.update(
            {"name": variable, "typeRef": kind}
        )
    indent(root)
    return tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def as_decision_csv(e: Explanation) -> str:
    """The same table as CSV: a column for each attribute, then the class; "-" is any value."""
    names, rows = decision_rows(e)
    return as_csv(zip(names, zip(*rows, strict=True), strict=True))


def decision_rows(e: Explanation) -> tuple[list[str], list[list[str]]]:
    """The names of its columns, and the cells of its rows; an empty one is any value."""
    names = list(map(legible, (*e.rule.formula.attributes, e.target)))
    rows = [["" if cell == ANY else cell for cell in cells] + [label] for cells, label in _rows(e)]
    return names, rows


def _rows(e: Explanation) -> list[tuple[list[str], str]]:
    """The cells of each row, and the class it gives; the last row holds otherwise."""
    formula, numbers = e.rule.formula, ranged(e.rule.formula)
    yes, no = labels(e)
    on, otherwise = (no, yes) if formula.denied else (yes, no)

    def cells(clause: Clause) -> list[str]:
        by_attribute = {
            name: [t for t in clause.tests if t.attribute == name] for name in formula.attributes
        }
        return [_cell(tests, name in numbers) for name, tests in by_attribute.items()]

    rows = [(cells(clause), on) for clause in formula.clauses]
    return [*rows, ([ANY] * len(formula.attributes), otherwise)]


def _cell(tests: Sequence[Test], of_numbers: bool) -> str:
    """A unary test that holds just where all of the tests do."""
    if len(tests) < 2:
        return _unary(tests[0], of_numbers) if tests else ANY
    return " and ".join(_condition(test, of_numbers) for test in tests)


def _unary(test: Test, of_numbers: bool) -> str:
    match test:
        case Is(_, values):
            return _alternatives(values, of_numbers) or "? != ?"
        case IsNot(_, values):
            named = _alternatives(values, of_numbers)
            return f"not({named})" if named else ANY
        case Between(_, above, to):
            if above > -inf and to < inf:
                return f"({_digits(above)}..{_digits(to)}]"
            sides = [f"> {_digits(above)}"] * (above > -inf) + [f"<= {_digits(to)}"] * (to < inf)
            return "".join(sides) or "not(null)"


def _condition(test: Test, of_numbers: bool) -> str:
    """The test as a condition on the cell, which FEEL calls “?”."""
    unary = _unary(test, of_numbers)
    if unary.startswith("not("):
        return f"not(? in {unary.removeprefix('not')})"
    if unary == ANY:
        return "true"
    return unary if unary.startswith("?") else f"? in ({unary})"


def _alternatives(values: Sequence[Value], of_numbers: bool) -> str:
    """Values with commas between them, null for an empty cell; texts that can occur alone."""
    if of_numbers:
        values = [value for value in values if value is None or number(value) is not None]
        return ", ".join("null" if value is None else _digits(float(value)) for value in values)
    return ", ".join("null" if value is None else in_quotes(legible(value)) for value in values)


def _digits(amount: float) -> str:
    """A number as FEEL writes it, which knows no exponents."""
    return f"{Decimal(repr(float(amount))):f}"


def _expression(e: Explanation, attribute: str, variable: str, dates: Mapping[str, Dates]) -> str:
    """The input expression of a column: a cell or a part of a date; empty ones are filled."""
    expression, of_numbers = variable, attribute in ranged(e.rule.formula)
    if attribute in dates:
        part = PARTS[dates[attribute].parts.index(attribute)]
        made = PART_IN_FEEL[part].format(_iso(four_digits(dates[attribute]), variable))
        told = made if of_numbers or part == "weekday" else f"string({made})"
        expression = f"if {variable} = null then null else {told}"
    fill = fills_of(e.preparation, e.rule.formula).get(attribute)
    if fill is None:
        return expression
    shown = _digits(float(fill)) if of_numbers else in_quotes(legible(fill))
    return f"if {variable} = null then {shown} else {expression.split(' else ')[-1]}"


def _iso(way: str, variable: str) -> str:
    """The text of a date, written in a way of interpret.data.dates, as FEEL reads dates."""
    if way == "yyyy-mm-dd":
        return f"substring({variable}, 1, 10)"
    places = (f"substring({variable}, {way.index(p) + 1}, {len(p)})" for p in ("yyyy", "mm", "dd"))
    return ' + "-" + '.join(places)


def _column(attribute: str, dates: Mapping[str, Dates]) -> str:
    """The column that an attribute is read from."""
    return dates[attribute].attribute if attribute in dates else attribute


def _names(columns: Sequence[str]) -> list[str]:
    """A name for each column that FEEL reads as one name, each different."""
    names = list(map(_name, columns))
    return [f"{name}_{i}" if names.count(name) > 1 else name for i, name in enumerate(names, 1)]


def _name(text: str) -> str:
    """The text with letters and digits alone; a word of FEEL's own gets a letter in front."""
    made = NO_WORD.sub("_", text).strip("_")
    return f"c_{made}" if made in RESERVED or not made[:1].isalpha() else made
