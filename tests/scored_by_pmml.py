"""A small reader of PMML, written from its specification: a twin of verdicts and points.

A row is a dict from a column's name to its cell, a text, or None where it is empty.
"""

import re
from xml.etree import ElementTree

P = "{http://www.dmg.org/PMML-4_4}"


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
    return known


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
