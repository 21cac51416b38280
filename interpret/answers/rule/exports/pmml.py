"""The rule as PMML 4.4, a RuleSet that other programs score rows with (dmg.org, RuleSet).

The first rule that fires decides, and where none fires the default. What a predicate makes of an
empty cell is in interpret.answers.rule.exports.pmml_fields.
"""

from xml.etree.ElementTree import Element, SubElement

from interpret.answers.rule.answer.explanation import Explanation
from interpret.answers.rule.answer.version import version_words
from interpret.answers.rule.exports.pmml_fields import (
    Inputs,
    begun,
    field,
    labels,
    predicate,
    schema,
    written,
)
from interpret.answers.rule.sentences import words


def described(e: Explanation) -> str:
    """The rule as logic, which version of it this is, and the table that it comes from."""
    said = f"{words.heading(e)} {e.rule.formula}; {e.table}, SHA-256 {e.digest}"
    return said if e.rule_version is None else f"{said}; {version_words(e.rule_version)}"


def as_pmml(e: Explanation) -> str:
    """The rule as a document of PMML, with how often each clause holds and is right."""
    inputs = Inputs(e, e.rule.formula)
    yes, no = labels(e)
    root, dictionary = begun(inputs, described(e))
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
    figures = inputs.e.clauses[inputs.e.judged_on]
    for i, clause in enumerate(inputs.formula.clauses):
        rule = {"id": str(i + 1), "score": on}
        if i < len(figures) and figures[i].precision is not None:
            rule |= {
                "recordCount": str(figures[i].rows),
                "confidence": f"{figures[i].precision:.6g}",
            }
        predicate(SubElement(rules, "SimpleRule", rule), clause, inputs)
