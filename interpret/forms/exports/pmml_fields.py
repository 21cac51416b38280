"""What every model of PMML 4.4 that we write begins with: its fields, and predicates on them.

A predicate on a missing cell is unknown, which does not count as true, so every test states what it
does with an empty cell. Cells that training filled get the same replacement. A column that is asked
for a range is a number; all others are texts.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import Any
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from interpret.data.complaints import DataError, listed, quoted
from interpret.data.numbers import number
from interpret.forms.answer.explanation import Explanation
from interpret.present import wording
from interpret.present.code import dates_of, fills_of
from interpret.rules.logic import Between, Clause, Formula, Is, IsNot, Test, Value

NAMESPACE = "http://www.dmg.org/PMML-4_4"
NO_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
Nested = str | float | tuple[Any, ...]


@dataclass(frozen=True)
class Inputs:
    """What a model asks of a row: its clauses as one formula, and the answer they belong to."""

    e: Explanation
    formula: Formula

    @property
    def fills(self) -> dict[str, str]:
        """What empty cells become."""
        return fills_of(self.e.preparation, self.formula)


def begun(inputs: Inputs, said: str) -> tuple[Element, Element]:
    """A document with its header and a dictionary of all fields: both elements.

    Raises DataError if a clause tests a part of a date: programs read dates in PMML differently.
    """
    if dates := dates_of(inputs.e.preparation, inputs.formula):
        raise DataError(
            "PMML has no year, month or weekday that all programs read alike, and this answer "
            f"tests one of {listed(quoted(column.attribute) for column in dates)}. "
            "Export SQL instead."
        )
    root = Element("PMML", {"xmlns": NAMESPACE, "version": "4.4"})
    header = SubElement(root, "Header", {"description": wording.legible(said)})
    SubElement(header, "Application", {"name": "Rulescope"})
    dictionary, numbers = SubElement(root, "DataDictionary"), ranged(inputs.formula)
    for name in inputs.formula.attributes:
        field(dictionary, "DataField", name, "double" if name in numbers else "string")
    return root, dictionary


def written(root: Element) -> str:
    """The document as a text; a DataError where it would hold what no XML document can."""
    for element in root.iter():
        for text in (*element.attrib.values(), element.text or ""):
            if NO_XML.search(text):
                raise DataError(
                    f"PMML cannot hold the control character in {quoted(repr(text))}. "
                    "Export SQL instead."
                )
    indent(root)
    text = tostring(root, encoding="unicode", xml_declaration=True)
    return text.replace("\r", "&#13;") + "\n"  # which readers would take for a line feed


def labels(e: Explanation) -> tuple[str, str]:
    """What a table of decisions calls the positive class, and everything else."""
    yes = wording.one_of(e.positive)
    no = wording.one_of(e.negative) if len(e.negative) == 1 else f"not {yes}"
    return yes, f"not {yes}" if no == yes else no


def ranged(formula: Formula) -> set[str]:
    """The attributes that are asked for a range."""
    tests = [test for clause in formula.clauses for test in clause.tests]
    return {test.attribute for test in tests if isinstance(test, Between)}


def in_quotes(text: str) -> str:
    """The text as PMML quotes one."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def field(parent: Element, tag: str, name: str, kind: str) -> Element:
    how = "continuous" if kind == "double" else "categorical"
    return SubElement(parent, tag, {"name": name, "optype": how, "dataType": kind})


def schema(model: Element, inputs: Inputs) -> Element:
    """The fields of a row; a value never seen stays as it is, as in rule and card."""
    mining, fills = SubElement(model, "MiningSchema"), inputs.fills
    for name in inputs.formula.attributes:
        mining_field = {
            "name": name,
            "usageType": "active",
            "invalidValueTreatment": "asIs",
        }
        if name in fills:
            mining_field |= {"missingValueReplacement": fills[name]}
        SubElement(mining, "MiningField", mining_field)
    return mining


def predicate(parent: Element, clause: Clause, inputs: Inputs) -> None:
    """A predicate that is true just where the clause holds."""
    if not clause.tests:
        SubElement(parent, "True")
        return
    numbers = ranged(inputs.formula)
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
    texts = [value for value in values if value is not None]
    texts = [text for text in texts if name not in numbers or number(text) is not None]
    if not texts:
        return []
    if len(texts) == 1:
        return [_simple(name, "equal" if how == "isIn" else "notEqual", texts[0])]
    element = Element("SimpleSetPredicate", {"field": name, "booleanOperator": how})
    array = SubElement(element, "Array", {"type": "real" if name in numbers else "string"})
    array.set("n", str(len(texts)))
    array.text = " ".join(map(in_quotes, texts))
    return [element]


def _simple(name: str, operator: str, value: str | None = None) -> Element:
    attributes = {"field": name, "operator": operator}
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


def applied(formula: Nested, names: Mapping[str, str]) -> Element:
    """The formula as PMML has it: a field, a number, or a function of such.

    names: what the fields are called that the formula calls otherwise.
    """
    if isinstance(formula, str):
        return Element("FieldRef", {"field": names.get(formula, formula)})
    if isinstance(formula, int | float):
        made = Element("Constant", {"dataType": "double"})
        made.text = repr(formula)
        return made
    function, *given = formula
    made = Element("Apply", {"function": str(function)})
    made.extend(applied(argument, names) for argument in given)
    return made
