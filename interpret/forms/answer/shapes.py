"""What the document of an answer must hold, from a test to an explanation and to a machine.

Each shape is checked once, when a document comes in, and becomes the value that it stands for. A
document also has names that no shape has: for people and other programs they repeat what follows
from the rest, and they are not read.
"""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

import numpy as np

from interpret import documents as doc
from interpret.answers.document import DOCUMENT_LIMITS
from interpret.answers.shapes import (
    OF_FORMULA,
    CountsShape,
    Names,
    ShareShape,
    _formula,
    formula_to_dict,
    of_parts,
)
from interpret.data.encoding import Encoding, Variable
from interpret.data.splits import PARTS
from interpret.fit.choose_machine import MachineCandidate, MachineChoice
from interpret.fit.choose_rule import RuleChoice
from interpret.fit.machine import Machine, Support
from interpret.fit.rules_on_folds import RuleCandidate
from interpret.forms.answer.calibration import CLAUSE, MACHINE, Calibration
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import (
    HAND,
    Band,
    CardForm,
    RuleForm,
)
from interpret.forms.answer.spread import Profile
from interpret.measures import Apart, ClauseFigures, Confusion
from interpret.rules.card import Card, Term
from interpret.rules.search import DRAFT, SEARCHES, Found, Rule
from interpret.shares import Share
from kernels.catalog import parse

FitTo = doc.one_of(("weights", "labels", "mix", "domain"))
Way = {
    "fit_to": FitTo,
    "side": doc.one_of(("for", "against")),
    "language": doc.one_of(("monotone", "values")),
}
BESIDE = "formula", "evolution", "prices"  # which a document holds elsewhere
OF_RULE = tuple(field.name for field in fields(Rule) if field.name not in BESIDE)


def _rule(given: Mapping[str, Any]) -> Rule:
    return Rule(_formula(given), **{name: given[name] for name in OF_RULE})


RuleShape = doc.known(
    Rule,
    doc.into(
        doc.an_object(
            **OF_FORMULA,
            fitted_to=FitTo,
            price=doc.Amount,
            objective=doc.Amount,
            bound=doc.Amount,
            stopped_by=doc.one_of(("proof", "effort", "time", "still", "cancel", DRAFT)),
            shortest=bool,
            generations=doc.Count | None,
        ),
        _rule,
    ),
)


@doc.as_json.register
def _(rule: Rule) -> dict[str, Any]:
    certificate = {
        field.name: getattr(rule, field.name) for field in fields(rule) if field.name in OF_RULE
    }
    return formula_to_dict(rule.formula) | certificate | {"gap": rule.gap, "proven": rule.proven}


FoundShape = doc.made(Found, search=doc.one_of(SEARCHES))


doc.known(
    Machine,
    doc.made(
        Machine, kernel=doc.KernelName, C=doc.Cost, asked_C=doc.Cost, landmarks=doc.Positive | None
    ),
)
doc.known(
    MachineCandidate, doc.made(MachineCandidate, kernel=doc.KernelName, C=doc.Cost, n=doc.Positive)
)
doc.known(RuleCandidate, doc.made(RuleCandidate, **Way, n=doc.Positive))


OF_RULE_FORM = {field.name for field in fields(RuleForm) if field.init} - {"card"}


def explanation_of(given: dict[str, Any]) -> Explanation:
    """The explanation of its fields, the table not named yet; ValueError where they disagree."""
    rule, card = given.pop("rule"), given.pop("points")
    of_rule = {name: given.pop(name) for name in OF_RULE_FORM}
    form = RuleForm(card=Card.of(rule.formula), **of_rule)
    forms = (form,) if card is None else (form, card)
    e = Explanation(**given, forms=forms, table="", digest="")
    for is_so, must in (*_demands(e), (rule == e.rule, "the rule must be the one found")):
        if not is_so:
            raise ValueError(must)
    return e


def _demands(e: Explanation) -> Iterator[tuple[bool, str]]:
    """Conditions that the parts of an explanation must meet together, and whether each is met."""
    train, machine = e.rows["train"], e.machine
    rows = sorted((*train, *e.rows["test"]))
    used = {*e.found.rule.formula.attributes, *e.rule.formula.attributes}
    if e.good is not None:
        formulas = [one.formula for one in e.good.without] + [*e.good_rules]
        used |= {name for formula in formulas for name in formula.attributes}
    classes = {*e.positive, *e.negative}
    yield (
        bool(train) and rows == list(range(len(machine.scores))),
        "each row must have a score, and be trained on or held out",
    )
    yield len(machine.weights) == len(train), "each training row must have a weight"
    yield (
        len(machine.drawn) == len(machine.coefficients)
        and bool(machine.drawn) == (machine.landmarks is not None)
        and all(row < len(train) for row in machine.drawn),
        "each landmark must be a training row and have a coefficient",
    )
    yield used <= {*e.attributes}, "the rule must ask for attributes of the machine"
    yield e.target not in e.attributes, "the class must be no attribute"
    yield len(classes) == len(e.positive) + len(e.negative), "a value must be of one class"
    cut = {cut.attribute for cut in e.preparation.cuts}
    yield cut <= {*e.attributes}, "cuts must be of attributes of the machine"
    yield (
        len(e.forms) == 2 or e.comparison is None,
        "a card must be there where it was compared with the rule",
    )
    for form in e.forms:
        yield (
            {*form.card.attributes} <= {*e.attributes},
            f"the {form.called} must ask for attributes of the machine",
        )
    for part in PARTS:
        n = len(e.rows[part])
        counts: list[Confusion | Share] = [e.machine_right[part], e.majority[part]]
        counts += [figures[part] for form in e.forms for figures in (form.right, form.fidelity)]
        yield (
            all(count.n == n for count in counts),
            "each figure must be of all rows trained on, or of all held out",
        )
        yield (
            len(e.rule_form.of_clauses[part]) == len(e.rule.formula.clauses),
            "each clause of the rule must have its figures",
        )


ClausesShape = doc.many(doc.made(ClauseFigures))
_Apart = of_parts(doc.made(Apart))
_Counts = of_parts(CountsShape)


def _profile(profile: Profile) -> Profile:
    for attribute in profile.attributes:
        if (
            len(attribute.values) != len(attribute.counts)
            or sum(attribute.counts) + attribute.others != profile.rows
        ):
            raise ValueError("the values of an attribute must be counted in all rows")
    return profile


CalibrationShape = doc.made(Calibration, source=doc.one_of((CLAUSE, MACHINE)))
ProfileShape = doc.into(doc.made(Profile), _profile)
FittedTo = doc.one_of(("labels", "mix", "decisions", HAND))


def _scored(given: dict[str, Any]) -> CardForm:
    figures = {name: value for name, value in given.items() if name not in ("terms", "cut")}
    if len(given["worth"]) != len(given["terms"]):
        raise ValueError("each term of the card must have its worth")
    DOCUMENT_LIMITS.check_card([term.points for term in given["terms"]], given["chances"].slope)
    card = Card(given["terms"], given["cut"])
    of_term = dict(zip(given["terms"], given["worth"], strict=True))  # a card orders its terms
    return CardForm(card=card, **figures | {"worth": tuple(of_term[term] for term in card.terms)})


def _card(card: Card) -> Card:
    DOCUMENT_LIMITS.check_card([term.points for term in card.terms], 0)
    return card


TermShape = doc.known(Term, doc.made(Term, points=doc.NotZero))
doc.known(Card, doc.into(doc.made(Card, terms=doc.many(TermShape), cut=doc.Whole), _card))


doc.known(
    Band,
    doc.made(
        Band,
        low=doc.Whole,
        high=doc.Whole,
        chance=doc.Fraction,
        between=tuple[doc.Fraction, doc.Fraction],
    ),
)
CardShape = doc.known(
    CardForm,
    doc.into(
        doc.fields_of(
            CardForm,
            card=None,
            terms=doc.many(TermShape),
            cut=doc.Whole,
            fitted_to=FittedTo,
            right=_Counts,
            fidelity=of_parts(ShareShape),
            apart=_Apart,
            auc=of_parts(doc.Fraction | None),
        ),
        _scored,
    ),
)
doc.known(MachineChoice, doc.made(MachineChoice, kernel=doc.KernelName, C=doc.Cost))
doc.known(RuleChoice, doc.made(RuleChoice, **Way))
OF_EXPLANATION: dict[str, Any] = {
    "table": None,  # the document says these once for all of its explanations
    "digest": None,
    "positive": Names,
    "negative": Names,
    "attributes": Names,
    "rows": of_parts(doc.many(doc.Count)),
    "positives": of_parts(doc.Count),
    "machine_right": _Counts,
    "machine_auc": of_parts(float | None),
    "found": FoundShape,
    "rule": RuleShape,
    "majority": of_parts(ShareShape),
    "points": CardShape | None,
    "weight": doc.at(doc.Amount, "rule", "weight"),
    "right": doc.at(_Counts, "figures", "rule"),
    "fidelity": doc.at(of_parts(ShareShape), "figures", "fidelity"),
    "of_clauses": doc.at(of_parts(ClausesShape), "figures", "clauses"),
    "apart": doc.at(_Apart, "figures", "apart"),
}
PartShape = doc.into(doc.fields_of(Explanation, **OF_EXPLANATION), explanation_of)


def _support(given: Mapping[str, Any]) -> Support:
    rows = given["support_rows"]
    variables = rows["variables"]
    if len(rows["holds"]) != len(rows["weights"]):
        raise ValueError("each support row must have a weight")
    if any(held >= len(variables) for row in rows["holds"] for held in row):
        raise ValueError("what holds in a support row must be one of the variables")
    DOCUMENT_LIMITS.check_support(len(rows["holds"]), len(variables))
    examples = np.zeros((len(rows["holds"]), len(variables)), dtype=np.uint8)
    for example, held in zip(examples, rows["holds"], strict=True):
        example[list(held)] = 1
    weights = np.array(rows["weights"], dtype=np.float64)
    kernel = parse(given["kernel"])
    return Support(Encoding(variables), examples, weights, kernel, given["intercept"])


_Variable = doc.into(
    doc.an_object(attribute=str, cut=doc.may_lack(float | None), **{"is": tuple[str | None]}),
    lambda given: Variable(given["attribute"], given["is"][0], given.get("cut")),
)
_SupportRows = doc.an_object(
    variables=doc.many(_Variable, least=1),
    holds=doc.many(doc.many(doc.Count)),
    weights=doc.many(doc.Amount),
)
SupportShape = doc.into(
    doc.an_object(kernel=doc.KernelName, intercept=doc.Amount, support_rows=_SupportRows), _support
)
