"""Explanation <-> dict: the one document behind --json, the store, downloads and predictions.

Standard JSON: no NaN, no Infinity; null for the hard margin's C and for figures on rows that do
not exist. Restoring never refits.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from math import inf
from typing import Any

import numpy as np

from interpret.answer.explanation import PARTS, Explanation, explained_rows
from interpret.data.encoding import Encoding, Variable
from interpret.data.prepare import Cut, Dates, Fill, Preparation
from interpret.data.table import Table
from interpret.fit.choose_machine import Candidate, MachineChoice
from interpret.fit.choose_rule import RuleCandidate, RuleChoice
from interpret.fit.machine import Machine, Support, support
from interpret.measures import ClauseFigures, Confusion, Share
from interpret.rules.logic import Clause, Formula, test_from_dict, test_to_dict
from interpret.rules.search import Found, Rule
from interpret.settings import Settings
from interpret.versions import versions
from kernels.catalog import parse

SCHEMA = 1
RATES = (
    "accuracy",
    "sensitivity",
    "specificity",
    "positive_predictive_value",
    "negative_predictive_value",
)


def document(table: Table, explanations: Sequence[Explanation]) -> dict[str, Any]:
    """The whole answer for a table: one explanation for each class explained.

    With what each machine compares rows with, it is all that interpret.answer.predict needs.
    """
    parts = [to_dict(e) for e in explanations]
    for e, part in zip(explanations, parts, strict=True):
        train = explained_rows(e, table).rows(list(e.rows["train"]))
        part["machine"]["support_rows"] = support_to_dict(support(e.machine, train, e.attributes))
    return {
        "schema": SCHEMA,
        "versions": versions(),
        "table": {
            "name": table.name,
            "digest": table.digest,
            "rows": table.n_rows,
            "columns": list(table.names),
        },
        "explanations": parts,
    }


def restore(document: Mapping[str, Any]) -> tuple[Explanation, ...]:
    """The explanations of a document."""
    if document.get("schema") != SCHEMA:
        raise ValueError(
            f"A stored answer must have schema {SCHEMA}; this one has {document.get('schema')!r}. "
            "Find the rule again."
        )
    return tuple(
        from_dict(explanation, document["table"]) for explanation in document["explanations"]
    )


def to_dict(e: Explanation) -> dict[str, Any]:
    """One explanation as the document has it, not yet studied (interpret.study.record)."""
    machine = e.machine
    return {
        "target": e.target,
        "positive": list(e.positive),
        "negative": list(e.negative),
        "attributes": list(e.attributes),
        "preparation": asdict(e.preparation),
        "notices": list(e.notices),
        "settings": e.settings.to_dict(),
        "rule": _rule_to_dict(e.rule) | {"weight": e.weight},
        "machine": {
            "kernel": machine.kernel,
            "C": _finite(machine.C),
            "asked_C": _finite(machine.asked_C),
            "separable": machine.separable,
            "support": machine.support,
            "intercept": machine.intercept,
            "bound": machine.bound,
            "train_accuracy": e.machine_right["train"].accuracy.value,
            "test_accuracy": e.machine_right["test"].accuracy.value,
            "train_auc": e.machine_auc["train"],
            "test_auc": e.machine_auc["test"],
            "seconds": machine.seconds,
            "landmarks": machine.landmarks,
            "drawn": list(machine.drawn),
            "coefficients": list(machine.coefficients),
            "exact_rows": machine.exact_rows,
            "exact_right": machine.exact_right and share_to_dict(machine.exact_right),
            "weights": list(machine.weights),
            "scores": list(machine.scores),
        },
        "accuracy": {part: e.rule_right[part].accuracy.value for part in PARTS},
        "fidelity": {part: e.fidelity[part].value for part in PARTS},
        "search": {
            "name": e.best.search,
            "seconds": e.best.seconds,
            "generations": e.rule.generations,
            "stopped_by": e.rule.stopped_by,
        },
        "found": [_found_to_dict(found) for found in e.found],
        "figures": {
            "rule": {part: _confusion_to_dict(e.rule_right[part]) for part in PARTS},
            "machine": {part: _confusion_to_dict(e.machine_right[part]) for part in PARTS},
            "fidelity": {part: share_to_dict(e.fidelity[part]) for part in PARTS},
            "majority": {part: share_to_dict(e.majority[part]) for part in PARTS},
            "clauses": {part: [asdict(c) for c in e.clauses[part]] for part in PARTS},
        },
        "rows": {part: list(e.rows[part]) for part in PARTS},
        "positives": dict(e.positives),
        "conflicts": e.conflicts,
        "choice": {
            "machine": {
                "kernel": e.machine_choice.kernel,
                "C": _finite(e.machine_choice.C),
                "folds": e.machine_choice.folds,
                "candidates": [
                    asdict(c) | {"C": _finite(c.C)} for c in e.machine_choice.candidates
                ],
            },
            "rule": asdict(e.rule_choice),
        },
        "study": None,
    }


def from_dict(d: Mapping[str, Any], table: Mapping[str, Any]) -> Explanation:
    """The explanation of a document's part; `table` is the document's own."""
    machine, figures = d["machine"], d["figures"]
    by, rule = d["choice"]["machine"], d["choice"]["rule"]
    return Explanation(
        settings=Settings.from_dict(d["settings"]),
        table=table["name"],
        digest=table["digest"],
        target=d["target"],
        positive=tuple(d["positive"]),
        negative=tuple(d["negative"]),
        attributes=tuple(d["attributes"]),
        preparation=preparation_from_dict(d.get("preparation")),
        notices=tuple(d["notices"]),
        rows={part: tuple(d["rows"][part]) for part in PARTS},
        positives=dict(d["positives"]),
        conflicts=d["conflicts"],
        machine_choice=MachineChoice(
            by["kernel"],
            _or_inf(by["C"]),
            tuple(Candidate(**(c | {"C": _or_inf(c["C"])})) for c in by["candidates"]),
            by["folds"],
        ),
        rule_choice=RuleChoice(
            **rule
            | {
                name: tuple(RuleCandidate(**c) for c in rule.get(name, ()))
                for name in ("candidates", "path")
            }
        ),
        machine=Machine(
            kernel=machine["kernel"],
            C=_or_inf(machine["C"]),
            asked_C=_or_inf(machine["asked_C"]),
            separable=machine["separable"],
            support=machine["support"],
            intercept=machine["intercept"],
            weights=tuple(machine["weights"]),
            scores=tuple(machine["scores"]),
            seconds=machine["seconds"],
            landmarks=machine["landmarks"],
            drawn=tuple(machine["drawn"]),
            coefficients=tuple(machine["coefficients"]),
            exact_rows=machine["exact_rows"],
            exact_right=machine["exact_right"] and share_from_dict(machine["exact_right"]),
        ),
        machine_right={part: _confusion(figures["machine"][part]) for part in PARTS},
        machine_auc={part: machine[f"{part}_auc"] for part in PARTS},
        found=tuple(_found(found) for found in d["found"]),
        weight=d["rule"]["weight"],
        rule_right={part: _confusion(figures["rule"][part]) for part in PARTS},
        fidelity={part: share_from_dict(figures["fidelity"][part]) for part in PARTS},
        majority={part: share_from_dict(figures["majority"][part]) for part in PARTS},
        clauses={
            part: tuple(ClauseFigures(**clause) for clause in figures["clauses"][part])
            for part in PARTS
        },
    )


def support_to_dict(s: Support) -> dict[str, Any]:
    """The variables, and of each support row those that hold in it and its weight."""
    return {
        "variables": [_variable_to_dict(v) for v in s.encoding.variables],
        "holds": [np.flatnonzero(example).tolist() for example in s.examples],
        "weights": s.weights.tolist(),
    }


def _variable_to_dict(variable: Variable) -> dict[str, Any]:
    """is: of a cut the side of it."""
    cut = {} if variable.cut is None else {"cut": variable.cut}
    return {"attribute": variable.attribute, "is": [variable.value]} | cut


def support_from_dict(machine: Mapping[str, Any]) -> Support:
    """What the machine of a document compares rows with."""
    d = machine["support_rows"]
    variables = tuple(Variable(v["attribute"], *v["is"], v.get("cut")) for v in d["variables"])
    weights = np.array(d["weights"], dtype=np.float64)
    examples = np.zeros((len(weights), len(variables)), dtype=np.uint8)
    for example, held in zip(examples, d["holds"], strict=True):
        example[held] = 1
    kernel = parse(machine["kernel"])
    return Support(Encoding(variables), examples, weights, kernel, machine["intercept"])


def formula_to_dict(formula: Formula) -> dict[str, Any]:
    """Its text and clauses: of a "dnf" ANDs joined by or, of a "cnf" ORs joined by and.

    denies: of a "cnf", the ANDs of which none may hold.
    """
    dnf = [[test_to_dict(test) for test in clause.tests] for clause in formula.clauses]
    cnf = [
        [test_to_dict(denied) for test in clause.tests for denied in test.denied()]
        for clause in formula.clauses
    ]
    return {
        "text": str(formula),
        "form": "cnf" if formula.denied else "dnf",
        "clauses": cnf if formula.denied else dnf,
        "denies": dnf if formula.denied else None,
        "tests": len(formula),
    }


def formula_from_dict(d: Mapping[str, Any]) -> Formula:
    denied = d["form"] == "cnf"
    clauses = d["denies"] if denied else d["clauses"]
    return Formula(
        tuple(Clause(tuple(test_from_dict(test) for test in clause)) for clause in clauses), denied
    )


def preparation_from_dict(d: Mapping[str, Any] | None) -> Preparation:
    """What was learned to read cells; None: of an answer stored before numbers were cut."""
    if d is None:
        return Preparation()
    points = ("points", "coarse", "stands")
    cuts = (Cut(c["attribute"], *(tuple(c[name]) for name in points)) for c in d["cuts"])
    fills = (Fill(**fill) for fill in d["fills"])
    dates = tuple(Dates(**own) for own in d["dates"])
    return Preparation(tuple(cuts), tuple(fills), dates, tuple(d.get("measured", ())))


def _rule_to_dict(rule: Rule) -> dict[str, Any]:
    return formula_to_dict(rule.formula) | {
        "fitted_to": rule.fitted_to,
        "price": rule.price,
        "objective": rule.objective,
        "bound": rule.bound,
        "gap": rule.gap,
        "proven": rule.proven,
        "shortest": rule.shortest,
        "stopped_by": rule.stopped_by,
        "generations": rule.generations,
    }


def _rule(d: Mapping[str, Any]) -> Rule:
    same = ("fitted_to", "price", "objective", "bound", "stopped_by", "shortest", "generations")
    return Rule(formula=formula_from_dict(d), **{name: d[name] for name in same})


def _found_to_dict(found: Found) -> dict[str, Any]:
    return {
        "search": found.search,
        "seconds": found.seconds,
        "curve": [list(point) for point in found.curve],
        "rule": _rule_to_dict(found.rule),
    }


def _found(d: Mapping[str, Any]) -> Found:
    curve = tuple((step, seconds, objective) for step, seconds, objective in d["curve"])
    return Found(d["search"], _rule(d["rule"]), d["seconds"], curve)


def _confusion_to_dict(counts: Confusion) -> dict[str, Any]:
    rates = {rate: share_to_dict(getattr(counts, rate)) for rate in RATES}
    of_both = {"balanced_accuracy": counts.balanced_accuracy, "f1": counts.f1}
    return asdict(counts) | rates | of_both


def _confusion(d: Mapping[str, Any]) -> Confusion:
    return Confusion(
        d["true_positive"], d["false_positive"], d["false_negative"], d["true_negative"]
    )


def share_to_dict(share: Share) -> dict[str, Any]:
    low, high = share.interval or (None, None)
    return {"hits": share.hits, "n": share.n, "value": share.value, "low": low, "high": high}


def share_from_dict(d: Mapping[str, Any]) -> Share:
    return Share(d["hits"], d["n"])


def _finite(C: float) -> float | None:
    return None if C == inf else C


def _or_inf(C: float | None) -> float:
    return inf if C is None else C
