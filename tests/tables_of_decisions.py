"""Small readers of PMML and DMN, written from their specifications: twins of the rule's verdict.

A row is a dict from a column's name to its cell, a text, or None where it is empty.
"""

import csv
import io
import math
import re
from datetime import date
from xml.etree import ElementTree

P = "{http://www.dmg.org/PMML-4_4}"
D = "{https://www.omg.org/spec/DMN/20191111/MODEL/}"
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
DATE = re.compile(r"(\d{4})-(\d\d?)-(\d\d?)([T ].*)?")


def day(text):
    found = None if text is None else DATE.fullmatch(text)
    return found and date(*map(int, found.groups()[:3]))


def as_number(text):
    try:
        return None if text is None else float(text)
    except ValueError:
        return None


TYPED = {"string": lambda text: text, "double": as_number}


def by_pmml(document, rows):
    """The score of each row."""
    root = ElementTree.fromstring(document)
    model = root.find(f"{P}RuleSetModel")
    kinds = {own.get("name"): own.get("dataType") for own in root.find(f"{P}DataDictionary")}
    return [_score(model, _fields(model, kinds, row)) for row in rows]


def _fields(model, kinds, row):
    known = {}
    for own in model.find(f"{P}MiningSchema"):
        name = own.get("name")
        if own.get("usageType") == "active":
            cell = row[name]
            cell = own.get("missingValueReplacement") if cell is None else cell
            known[name] = TYPED[kinds[name]](cell)
    for own in model.iterfind(f"{P}LocalTransformations/{P}DerivedField"):
        value = _value(own[0], known)
        value = None if value is None else str(value)
        known[own.get("name")] = TYPED[own.get("dataType")](value) if value is not None else None
    return known


def _value(element, known):
    tag = element.tag.removeprefix(P)
    if tag == "FieldRef":
        own = known[element.get("field")]
        return element.get("mapMissingTo") if own is None else own
    if tag == "Constant":
        return int(element.text) if element.get("dataType") == "integer" else float(element.text)
    given = [_value(own, known) for own in element]
    if element.get("function") == "isNotMissing":
        return given[0] is not None
    if element.get("function") == "if":
        return given[1] if given[0] else element.get("mapMissingTo")
    if None in given:
        return element.get("mapMissingTo")
    return FUNCTIONS[element.get("function")](*given)


FUNCTIONS = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "floor": math.floor,
    "substring": lambda text, start, length: text[start - 1 : start - 1 + length],
}


def _score(model, known):
    rules = model.find(f"{P}RuleSet")
    for rule in rules.iterfind(f"{P}SimpleRule"):
        if _holds(rule[0], known) is True:
            return rule.get("score")
    return rules.get("defaultScore")


def _holds(element, known):
    """True, False, or None for unknown."""
    tag = element.tag.removeprefix(P)
    if tag in ("True", "False"):
        return tag == "True"
    if tag == "CompoundPredicate":
        told = [_holds(own, known) for own in element]
        decides = element.get("booleanOperator") == "or"
        return decides if decides in told else None if None in told else not decides
    value, operator = known[element.get("field")], element.get("operator")
    if operator in ("isMissing", "isNotMissing"):
        return (value is None) == (operator == "isMissing")
    if value is None:
        return None
    of = float if isinstance(value, float) else str
    if tag == "SimpleSetPredicate":
        texts = re.findall(r'"((?:[^"\\]|\\.)*)"', element.find(f"{P}Array").text)
        assert len(texts) == int(element.find(f"{P}Array").get("n"))
        among = value in [of(re.sub(r"\\(.)", r"\1", text)) for text in texts]
        return among == (element.get("booleanOperator") == "isIn")
    other = of(element.get("value"))
    return {
        "equal": value == other,
        "notEqual": value != other,
        "greaterThan": value > other if of is float else None,
        "lessOrEqual": value <= other if of is float else None,
    }[operator]


def by_dmn(document, rows):
    """The output of each row."""
    root = ElementTree.fromstring(document)
    table = root.find(f"{D}decision/{D}decisionTable")
    assert table.get("hitPolicy") == "FIRST"
    data = root.findall(f"{D}inputData")
    named = {own.get("name"): own.get("label") for own in data}
    needed = [own.get("href")[1:] for own in root.iter(f"{D}requiredInput")]
    assert needed == [own.get("id") for own in data]
    asked = [own.find(f"{D}inputExpression") for own in table.iterfind(f"{D}input")]
    rules = [[cell.find(f"{D}text").text for cell in rule] for rule in table.iterfind(f"{D}rule")]
    told = []
    for row in rows:
        cells = [_asked(own, named, row) for own in asked]
        told.append(_first(rules, cells))
    return [_literal(label) for label in told]


def by_decision_csv(text, rows, kinds):
    """The class of each row by the table that a spreadsheet shows. kinds: of each column."""
    head, *rules = csv.reader(io.StringIO(text))
    plain = [[_undone(cell) or "-" for cell in rule] for rule in rules]
    names = list(map(_undone, head[:-1]))
    return [
        _first(plain, [TYPED[kinds.get(name, "string")](row[name]) for name in names])
        for row in rows
    ]


def _undone(cell):
    """The cell without the apostrophe that keeps a spreadsheet from taking it for a formula."""
    return cell[1:] if re.match(r"'[=+\-@]", cell) else cell


def _first(rules, cells):
    for *tests, label in rules:
        if all(_fits(test, cell) for test, cell in zip(tests, cells, strict=True)):
            return label
    raise AssertionError("no row fits")


def _asked(element, named, row):
    """The value of an input expression."""
    text = element.find(f"{D}text").text
    found = re.fullmatch(r"if (\w+) = null then (.+?) else (.+)", text, re.DOTALL)
    expression = found[3] if found else text
    (variable,) = {*re.findall(r"\w+", expression)} & {*named}
    cell = row[named[variable]]
    if cell is None:
        value = _literal(found[2]) if found else None
        return value if value is None or element.get("typeRef") != "number" else float(value)
    if "date(" in expression:
        places = re.findall(r"substring\(\w+, (\d+), (\d+)\)", expression)
        moment = day("-".join(cell[int(a) - 1 : int(a) - 1 + int(n)] for a, n in places))
        named = re.search(r"\)\.(year|month)", expression)
        assert named or "day of week(" in expression
        cell = str(getattr(moment, named[1])) if named else WEEKDAYS[moment.weekday()]
    return as_number(cell) if element.get("typeRef") == "number" else cell


TEXT = r'"(?:[^"\\]|\\.)*"'
ITEM = re.compile(
    rf"\s*({TEXT}|null|\(-?[\d.]+\.\.-?[\d.]+\]|(?:<=|>)? ?-?[\d.]+|\?\s!=\s\?)\s*(?:,|$)"
)


def _fits(test, value):
    """Whether a unary test of FEEL holds for a value."""
    parts = _parts(test)
    if len(parts) > 1:
        return all(_fits(own, value) for own in parts)
    if test in ("-", "true"):
        return True
    for begins, ends, says in (("not(? in (", 2, False), ("not(", 1, False), ("? in (", 1, True)):
        if test.startswith(begins):
            return any(_is(item, value) for item in _items(test[len(begins) : -ends])) == says
    return any(_is(item, value) for item in _items(test))


def _parts(test):
    """The conditions of a conjunction; an “and” inside a text joins nothing."""
    found, start = [], 0
    for match in re.finditer(rf"{TEXT}| and ", test):
        if match[0] == " and ":
            found.append(test[start : match.start()])
            start = match.end()
    return [*found, test[start:]]


def _items(test):
    found, at = [], 0
    while at < len(test):
        match = ITEM.match(test, at)
        assert match, test[at:]
        found.append(match[1])
        at = match.end()
    return found


def _is(item, value):
    if item == "null" or value is None or item.startswith("?"):
        return item == "null" and value is None
    if item.startswith("("):
        low, high = map(float, item[1:-1].split(".."))
        return low < value <= high
    for sign, holds in ((">", float.__gt__), ("<=", float.__le__)):
        if item.startswith(sign):
            return holds(value, float(item.removeprefix(sign)))
    return value == (_literal(item) if item.startswith('"') else float(item))


def _literal(text):
    if text == "null":
        return None
    if text.startswith('"'):
        return re.sub(r"\\(.)", r"\1", text[1:-1])
    return text


def by_scorecard(document, rows):
    """The score of each row, and what each reason code cost, by pointsBelow: the most first."""
    root = ElementTree.fromstring(document)
    model = root.find(f"{P}Scorecard")
    assert model.get("reasonCodeAlgorithm") == "pointsBelow"
    kinds = {own.get("name"): own.get("dataType") for own in root.find(f"{P}DataDictionary")}
    told = []
    for row in rows:
        known = _fields(model, kinds, row)
        total, lost = float(model.get("initialScore")), {}
        for own in model.find(f"{P}Characteristics"):
            part = next(float(a.get("partialScore")) for a in own if _holds(a[0], known) is True)
            total += part
            lost[own.get("reasonCode")] = float(own.get("baselineScore")) - part
        told.append((total, dict(sorted(lost.items(), key=lambda own: -own[1]))))
    return told
