"""What every model of PMML 4.4 that we write begins with: its fields, and predicates on them.

A predicate on a missing cell is unknown, which does not count as true, so every test states what it
does with an empty cell. Cells that training filled get the same replacement; year, month and
weekday are derived from dates, as numbers. A column that is asked for a range is a number too; all
others are texts.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import inf
from typing import Any
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from interpret.answers.rule.answer.explanation import Explanation
from interpret.data.dates import WEEKDAYS
from interpret.data.numbers import number
from interpret.data.preparation import Dates
from interpret.present import wording
from interpret.present.code import dates_of, fills_of
from interpret.present.dated import four_digits
from interpret.present.wording import legible
from interpret.rules.logic import Between, Clause, Formula, Is, IsNot, Test, Value

NAMESPACE = "http://www.dmg.org/PMML-4_4"
Nested = str | float | tuple[Any, ...]
PLACES = {"year": "yyyy", "month": "mm", "day": "dd"}  # in the way a date is written


def _floor(of: Nested, by: int) -> Nested:
    return "floor", ("/", of, by)


# A weekday of the proleptic Gregorian calendar, whose years begin in March; Monday is 0.
CALENDAR: dict[str, Nested] = {
    "month from March": ("-", ("+", "month", 9), ("*", 12, _floor(("+", "month", 9), 12))),
    "year from March": ("-", "year", _floor("month from March", 10)),
    "leap days": (
        "+",
        ("-", _floor("year from March", 4), _floor("year from March", 100)),
        _floor("year from March", 400),
    ),
    "days before": ("+", ("*", 365, "year from March"), "leap days"),
    "days": (
        "+",
        ("+", "days before", _floor(("+", ("*", 306, "month from March"), 5), 10)),
        ("+", "day", 1),  # day 1 of March of the year 0 was a Wednesday
    ),
    "weekday": ("-", "days", ("*", 7, _floor("days", 7))),
}


@dataclass(frozen=True)
class Inputs:
    """What a model asks of a row: its clauses as one formula, and the answer they belong to."""

    e: Explanation
    formula: Formula

    @property
    def dates(self) -> list[Dates]:
        """The columns of dates that have a tested part."""
        return dates_of(self.e.preparation, self.formula)

    @property
    def fills(self) -> dict[str, str]:
        """What empty cells become."""
        return fills_of(self.e.preparation, self.formula)

    @property
    def numbers(self) -> set[str]:
        """The attributes that are numbers, and so all parts of dates."""
        return ranged(self.formula) | {part for dates in self.dates for part in dates.parts}

    @property
    def whole(self) -> list[str]:
        """The attributes that are columns of their own."""
        parts = {part for dates in self.dates for part in dates.parts}
        return [name for name in self.formula.attributes if name not in parts]


def begun(inputs: Inputs, said: str) -> tuple[Element, Element]:
    """A document with its header and a dictionary of all fields: both elements."""
    root = Element("PMML", {"xmlns": NAMESPACE, "version": "4.4"})
    if inputs.e.preparation.dates:
        said += "; dates have four digits for the year, two for month and day"
    header = SubElement(root, "Header", {"description": legible(said)})
    SubElement(header, "Application", {"name": "Rulescope"})
    dictionary, numbers = SubElement(root, "DataDictionary"), inputs.numbers
    for name in inputs.whole:
        field(dictionary, "DataField", name, "double" if name in numbers else "string")
    for dates in inputs.dates:
        field(dictionary, "DataField", dates.attribute, "string")
    return root, dictionary


def written(root: Element) -> str:
    """The document as a text."""
    indent(root)
    return tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def labels(e: Explanation) -> tuple[str, str]:
    """What a table of decisions calls the positive class, and everything else."""
    yes = wording.one_of(e.positive)
    return legible(yes), legible(
        wording.one_of(e.negative) if len(e.negative) == 1 else f"not {yes}"
    )


def ranged(formula: Formula) -> set[str]:
    """The attributes that are asked for a range."""
    tests = [test for clause in formula.clauses for test in clause.tests]
    return {test.attribute for test in tests if isinstance(test, Between)}


def in_quotes(text: str) -> str:
    """The text as PMML quotes one."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def field(parent: Element, tag: str, name: str, kind: str) -> Element:
    how = "continuous" if kind == "double" else "categorical"
    return SubElement(parent, tag, {"name": legible(name), "optype": how, "dataType": kind})


def schema(model: Element, inputs: Inputs) -> Element:
    """The fields of a row; a value never seen stays as it is, as in rule and card."""
    found, fills = SubElement(model, "MiningSchema"), inputs.fills
    for name in (*inputs.whole, *(dates.attribute for dates in inputs.dates)):
        mining_field = {
            "name": legible(name),
            "usageType": "active",
            "invalidValueTreatment": "asIs",
        }
        if name in fills:
            mining_field |= {"missingValueReplacement": legible(fills[name])}
        SubElement(found, "MiningField", mining_field)
    return found


def derived(model: Element, inputs: Inputs) -> None:
    """Year, month and weekday of the dates, where any of them is asked for."""
    if inputs.dates:
        parent = SubElement(model, "LocalTransformations")
        for dates in inputs.dates:
            _parts(parent, dates, inputs)


def predicate(parent: Element, clause: Clause, inputs: Inputs) -> None:
    """A predicate that is true just where the clause holds."""
    tests = tuple(_of_numbers(test, inputs.e) for test in clause.tests)
    _clause(parent, replace(clause, tests=tests), inputs.numbers)


def _of_numbers(test: Test, e: Explanation) -> Test:
    """The test with weekdays as numbers."""
    if isinstance(test, Between):
        return test
    numbers = (value and _as_number(test.attribute, value, e) for value in test.values)
    return replace(test, values=tuple(numbers))


def _clause(parent: Element, clause: Clause, numbers: set[str]) -> None:
    if not clause.tests:
        SubElement(parent, "True")
        return
    conditions = [one for test in clause.tests for one in _conditions(test, numbers)]
    if len(conditions) > 1:
        parent = SubElement(parent, "CompoundPredicate", {"booleanOperator": "and"})
    parent.extend(conditions)


def _conditions(test: Test, numbers: set[str]) -> list[Element]:
    """Predicates that are all true just where the test holds."""
    name = test.attribute
    match test:
        case Between(_, above, to):
            low = [_simple(name, "greaterThan", repr(float(above)))] if above > -inf else []
            high = [_simple(name, "lessOrEqual", repr(float(to)))] if to < inf else []
            return low + high or [_simple(name, "isNotMissing")]
        case Is(_, values):
            named = _among(name, values, "isIn", numbers)
            empty = [_simple(name, "isMissing")] if None in values else []
            return [_any([*named, *empty])]
        case IsNot(_, values):
            named = _among(name, values, "isNotIn", numbers)
            if None in values:
                return [*named, _simple(name, "isNotMissing")]
            return [_any([*named, _simple(name, "isMissing")])] if named else [Element("True")]


def _among(name: str, values: tuple[Value, ...], how: str, numbers: set[str]) -> list[Element]:
    """A predicate on texts, or on numbers where the field holds numbers; none without any."""
    texts = [legible(value) for value in values if value is not None]
    texts = [text for text in texts if name not in numbers or number(text) is not None]
    if not texts:
        return []
    if len(texts) == 1:
        return [_simple(name, "equal" if how == "isIn" else "notEqual", texts[0])]
    found = Element("SimpleSetPredicate", {"field": legible(name), "booleanOperator": how})
    array = SubElement(found, "Array", {"type": "real" if name in numbers else "string"})
    array.set("n", str(len(texts)))
    array.text = " ".join(map(in_quotes, texts))
    return [found]


def _simple(name: str, operator: str, value: str | None = None) -> Element:
    attributes = {"field": legible(name), "operator": operator}
    return Element(
        "SimplePredicate", attributes if value is None else attributes | {"value": value}
    )


def _any(conditions: list[Element]) -> Element:
    """One predicate that is true where one of these is; without any it is never true."""
    if len(conditions) == 1:
        return conditions[0]
    either = Element("CompoundPredicate" if conditions else "False")
    if conditions:
        either.set("booleanOperator", "or")
        either.extend(conditions)
    return either


def _parts(parent: Element, dates: Dates, inputs: Inputs) -> None:
    """Year, month and weekday of a date as numbers, by places in its text and arithmetic alone.

    Programs read dates and date formats differently, but agree on what a floor is.
    """
    fills = inputs.fills
    name = {part: f"{dates.attribute}: {part}" for part in (*PLACES, *CALENDAR)}
    for part in name:
        if part in PLACES:
            made = Element("Apply", {"function": "substring"})
            # some programs take a part of a missing cell, as if it were this text
            way = four_digits(dates)
            text = {"field": legible(dates.attribute), "mapMissingTo": way}
            SubElement(made, "FieldRef", text)
            for at in (way.index(PLACES[part]) + 1, len(PLACES[part])):
                SubElement(made, "Constant", {"dataType": "integer"}).text = str(at)
            made = _where_there(made, dates.attribute)
        else:
            made = applied(CALENDAR[part], name)
        if name[part] in fills:
            made.set("mapMissingTo", _as_number(name[part], fills[name[part]], inputs.e))
        field(parent, "DerivedField", name[part], "double").append(made)


def _where_there(made: Element, attribute: str) -> Element:
    """The function, applied only where the cell is not empty."""
    found = Element("Apply", {"function": "if"})
    there = SubElement(found, "Apply", {"function": "isNotMissing"})
    SubElement(there, "FieldRef", {"field": legible(attribute)})
    found.append(made)
    return found


def applied(formula: Nested, names: Mapping[str, str]) -> Element:
    """The formula as PMML has it: a field, a number, or a function of such.

    names: what the fields are called that the formula calls otherwise.
    """
    if isinstance(formula, str):
        return Element("FieldRef", {"field": legible(names.get(formula, formula))})
    if isinstance(formula, int | float):
        made = Element("Constant", {"dataType": "double"})
        made.text = repr(formula)
        return made
    function, *given = formula
    made = Element("Apply", {"function": str(function)})
    made.extend(applied(argument, names) for argument in given)
    return made


def _as_number(attribute: str, value: str, e: Explanation) -> str:
    """The value of a part of a date as a number; any other value as it is."""
    dates = e.preparation.of_parts.get(attribute)
    is_weekday = dates is not None and attribute == dates.parts[-1] and value in WEEKDAYS
    return str(WEEKDAYS.index(value)) if is_weekday else value
