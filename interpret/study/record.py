"""Study <-> dict: the part "study" of an explanation in the document."""

from collections.abc import Mapping
from typing import Any

from interpret.answer.record import (
    formula_from_dict,
    formula_to_dict,
    share_from_dict,
    share_to_dict,
)
from interpret.rules.logic import Clause, test_from_dict, test_to_dict
from interpret.rules.simplify import Simplified
from interpret.rules.trade_off import FrontPoint
from interpret.study.baselines import Baseline
from interpret.study.conjunctions import Conjunction, Heaviest
from interpret.study.domain_fidelity import DomainFidelity, Heeded
from interpret.study.stability import ClauseReturns, Stability
from interpret.study.study import Study


def study_to_dict(study: Study) -> dict[str, Any]:
    """The study as the document has it."""
    stable = study.stability
    return {
        "baselines": [
            {"name": b.name, "right": share_to_dict(b.right), "size": b.size}
            for b in study.baselines
        ],
        "asked": [{"kind": a.kind, "share": share_to_dict(a.share)} for a in study.asked],
        "heeded": [
            {"attribute": h.attribute, "changed": share_to_dict(h.changed)} for h in study.heeded
        ],
        "heaviest": {
            side: {
                "exact": heaviest.exact,
                "conjunctions": [
                    {"tests": _tests(c.clause), "weight": c.weight, "rows": c.rows}
                    for c in heaviest.conjunctions
                ],
            }
            for side, heaviest in study.heaviest.items()
        },
        "stability": {
            "formulas": [formula_to_dict(formula) for formula in stable.formulas],
            "overlap": list(stable.overlap),
            "clauses": [
                {
                    "tests": _tests(c.clause),
                    "same": share_to_dict(c.same),
                    "nearly": share_to_dict(c.nearly),
                }
                for c in stable.clauses
            ],
        },
        "front": [
            {
                "rule": formula_to_dict(point.formula),
                "agrees": point.agrees,
                "rows": point.rows,
                "knee": point.knee,
            }
            for point in study.front
        ],
        "shorter": [
            {
                "before": formula_to_dict(s.before),
                "after": formula_to_dict(s.after),
                "mode": s.mode,
                "shortest": s.shortest,
                "price": s.price,
            }
            for s in study.shorter
        ],
        "rows": study.rows,
        "other_side": study.other_side and formula_to_dict(study.other_side),
    }


def study_from_dict(d: Mapping[str, Any]) -> Study:
    """The study of a document's part."""
    stable = d["stability"]
    return Study(
        baselines=tuple(
            Baseline(b["name"], share_from_dict(b["right"]), b["size"]) for b in d["baselines"]
        ),
        asked=tuple(DomainFidelity(a["kind"], share_from_dict(a["share"])) for a in d["asked"]),
        heeded=tuple(Heeded(h["attribute"], share_from_dict(h["changed"])) for h in d["heeded"]),
        heaviest={
            side: Heaviest(
                tuple(
                    Conjunction(_clause(c["tests"]), c["weight"], c["rows"])
                    for c in heaviest["conjunctions"]
                ),
                heaviest["exact"],
            )
            for side, heaviest in d["heaviest"].items()
        },
        stability=Stability(
            tuple(map(formula_from_dict, stable["formulas"])),
            tuple(stable["overlap"]),
            tuple(
                ClauseReturns(
                    _clause(c["tests"]), share_from_dict(c["same"]), share_from_dict(c["nearly"])
                )
                for c in stable["clauses"]
            ),
        ),
        front=tuple(
            FrontPoint(
                rule := formula_from_dict(p["rule"]), len(rule), p["agrees"], p["rows"], p["knee"]
            )
            for p in d["front"]
        ),
        shorter=tuple(
            Simplified(
                formula_from_dict(s["before"]),
                formula_from_dict(s["after"]),
                s["mode"],
                s["shortest"],
                s["price"],
            )
            for s in d["shorter"]
        ),
        rows=d.get("rows", 0),
        other_side=formula_from_dict(d["other_side"]) if d.get("other_side") else None,
    )


def _tests(clause: Clause) -> list[dict[str, Any]]:
    return [test_to_dict(test) for test in clause.tests]


def _clause(tests: list[dict[str, Any]]) -> Clause:
    return Clause(tuple(map(test_from_dict, tests)))
