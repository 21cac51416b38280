"""An answer as PMML 4.4: a rule as a RuleSet, a card as a Scorecard with reason codes (dmg.org).

Of a rule the first clause that holds decides, and where none holds the default. Of a card each
characteristic adds the points of its first attribute whose predicate is true, and the score is
the sum. Conditions of a single test on one attribute are one characteristic: empty cells, values by
name, the intervals of numbers, all else. A clause of several tests is a characteristic of its own.
What every row gets is the initial score. The reason codes name the characteristics that fall
furthest below the most points that they can give.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from math import inf
from xml.etree.ElementTree import Element, SubElement

from interpret.data.complaints import DataError
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import POINTS, CardForm
from interpret.forms.answer.proof import version_words
from interpret.forms.answer.totals import MOST_REASONS
from interpret.forms.exports.pmml_fields import (
    Inputs,
    applied,
    begun,
    field,
    labels,
    predicate,
    schema,
    written,
)
from interpret.present import wording
from interpret.rules.card import Card, Term
from interpret.rules.logic import Between, Clause, Formula, Is, IsNot, Value
from interpret.tell.rule.card import ranges_words
from interpret.tell.rule.words import heading

Scores = list[tuple[Clause, int]]  # the first clause that holds gives its points
REST = Clause()


def as_pmml(e: Explanation, form: str | None = None) -> str:
    """A form as PMML, by default the one that comes first: a RuleSet, or a Scorecard."""
    return as_scorecard(e) if (form or e.first) == POINTS else as_rule_set(e)


def _described(e: Explanation) -> str:
    """The rule as logic, which version of it this is, and the table that it comes from."""
    said = f"{heading(e)} {e.rule.formula}; {e.table}, SHA-256 {e.digest}"
    return said if e.rule_version is None else f"{said}; {version_words(e.rule_version)}"


def as_rule_set(e: Explanation) -> str:
    """The rule as a document of PMML, with how often each clause holds and is right."""
    inputs = Inputs(e, e.rule.formula)
    yes, no = labels(e)
    root, dictionary = begun(inputs, _described(e))
    target = field(dictionary, "DataField", e.target, "string")
    for label in (yes, no):
        SubElement(target, "Value", {"value": label})
    dictionary.set("numberOfFields", str(len(dictionary)))
    model = SubElement(root, "RuleSetModel", {"functionName": "classification"})
    target_field = {"name": e.target, "usageType": "target"}
    SubElement(schema(model, inputs), "MiningField", target_field)
    _rules(model, inputs, (no, yes) if e.rule.formula.denied else (yes, no))
    return written(root)


def _rules(model: Element, inputs: Inputs, scores: tuple[str, str]) -> None:
    on, otherwise = scores
    rules = SubElement(model, "RuleSet", {"defaultScore": otherwise})
    SubElement(rules, "RuleSelectionMethod", {"criterion": "firstHit"})
    figures = inputs.e.rule_form.of_clauses[inputs.e.judged_on]
    for i, clause in enumerate(inputs.formula.clauses):
        rule = {"id": str(i + 1), "score": on}
        if i < len(figures) and figures[i].precision is not None:
            rule |= {
                "recordCount": str(figures[i].rows),
                "confidence": f"{figures[i].precision:.6g}",
            }
        predicate(SubElement(rules, "SimpleRule", rule), clause, inputs)


def as_scorecard(e: Explanation) -> str:
    """The card as a document of PMML; a DataError where there is none."""
    if e.points is None:
        raise DataError(
            "A Scorecard holds a card, and this answer has a rule alone. Export it to a name that "
            "ends in .pmml, or find the rule again with --form auto."
        )
    card = e.points.card
    inputs = Inputs(e, Formula(card.clauses))
    yes = e.yes_words
    said = f"{yes} where the score is more than {card.cut}; {e.table}, SHA-256 {e.digest}"
    said = "; ".join(filter(None, [said, ranges_words(e.points)]))
    root, dictionary = begun(inputs, said)
    dictionary.set("numberOfFields", str(len(dictionary)))
    base = sum(term.points for term in card.terms if not term.clause.tests)
    model = SubElement(
        root,
        "Scorecard",
        {
            "functionName": "regression",
            "initialScore": str(base),
            "useReasonCodes": "true",
            "reasonCodeAlgorithm": "pointsBelow",
        },
    )
    schema(model, inputs)
    _output(model, e, e.points, set(inputs.formula.attributes))
    parts = SubElement(model, "Characteristics")
    for place, (name, scores) in enumerate(characteristics(card), 1):
        _characteristic(parts, f"{place}: {name}", scores, inputs)
    return written(root)


def characteristics(card: Card) -> Iterator[tuple[str, Scores]]:
    """What the points are made of: of each name, the points of the first clause that holds."""
    terms = [term for term in card.terms if term.clause.tests]
    alone = [term for term in terms if len(term.clause.tests) == 1]
    for name in dict.fromkeys(term.clause.tests[0].attribute for term in alone):
        yield (
            name,
            attribute_scores(name, [t for t in alone if t.clause.tests[0].attribute == name]),
        )
    for term in terms:
        if len(term.clause.tests) > 1:
            yield wording.clause_words(term.clause), [(term.clause, term.points), (REST, 0)]


def attribute_scores(name: str, terms: Sequence[Term]) -> Scores:
    """The points that terms of one test on one attribute come to, by what is in its cell."""
    pairs = [(term.points, term.clause.tests[0]) for term in terms]
    named = {v for _, test in pairs if not isinstance(test, Between) for v in test.values} | {None}
    by_points: dict[int, list[Value]] = {}
    for value in sorted(named, key=lambda value: (value is None, value or "")):
        total = sum(points for points, test in pairs if test.accepts(value))
        by_points.setdefault(total, []).append(value)
    scores: Scores = [(Clause((Is(name, tuple(v)),)), total) for total, v in by_points.items()]
    others = sum(points for points, test in pairs if isinstance(test, IsNot))
    ranges = [(points, test) for points, test in pairs if isinstance(test, Between)]
    cuts = {end for _, test in ranges for end in test.ends}
    if ranges:
        intervals = [
            (others + sum(p for p, t in ranges if t.above <= low and high <= t.to), low, high)
            for low, high in pairwise((-inf, *sorted(cuts), inf))
        ]
        for total, run in groupby(intervals, key=lambda entry: entry[0]):
            _, lows, highs = zip(*run, strict=True)
            scores.append((Clause((Between(name, lows[0], highs[-1]),)), total))
    while scores and scores[-1][1] == others:
        scores.pop()
    return [*scores, (REST, others)]


def _characteristic(parent: Element, name: str, scores: Scores, inputs: Inputs) -> None:
    most = max(points for _, points in scores)
    characteristic = SubElement(
        parent,
        "Characteristic",
        {"name": name, "reasonCode": name, "baselineScore": str(most)},
    )
    for clause, points in scores:
        predicate(
            SubElement(characteristic, "Attribute", {"partialScore": str(points)}), clause, inputs
        )


def _output(model: Element, e: Explanation, scored: CardForm, taken: set[str]) -> None:
    """The points, the chance, the verdict of the points, and the reasons."""
    output = SubElement(model, "Output")

    def named(name: str) -> str:
        while name in taken:
            name += "_"
        return name

    points = named("points")
    _told(output, points, "double", feature="predictedValue")
    log_odds = ("+", ("*", scored.chances.slope, points), scored.chances.offset)
    chance = _told(output, named("chance"), "double", feature="transformedValue")
    curve = ("/", scored.chances.span, ("+", 1.0, ("exp", ("*", -1.0, log_odds))))
    chance.append(applied(("+", scored.chances.least, curve), {}))
    yes, no = labels(e)
    verdict = _told(output, named("verdict"), "string", feature="transformedValue")
    choice = Element("Apply", {"function": "if"})
    choice.append(applied(("greaterThan", points, float(scored.card.cut)), {}))
    for label in (yes, no):
        SubElement(choice, "Constant", {"dataType": "string"}).text = label
    verdict.append(choice)
    for rank in range(1, MOST_REASONS + 1):
        name = named(f"reason {rank}")
        _told(output, name, "string", feature="reasonCode", rank=str(rank))


def _told(parent: Element, name: str, kind: str, **how: str) -> Element:
    output = field(parent, "OutputField", name, kind)
    output.attrib.update(how)
    return output
