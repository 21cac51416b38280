"""The figures of a formula on the rows of an answer: of the rule found, and of its versions."""

from collections.abc import Mapping
from typing import TypedDict

import numpy as np

from interpret.answers.rule.answer.truth import TruthFigures, truth_figures
from interpret.fit.machine import Machine
from interpret.fit.parts import Part
from interpret.measures import Apart, ClauseFigures, Confusion, apart, clause_figures
from interpret.rules.logic import Formula
from interpret.shares import Share


class FormulaFigures(TypedDict):
    """The figures of a rule; fields have the names that Explanation gives them."""

    weight: float
    rule_right: dict[str, Confusion]
    fidelity: dict[str, Share]
    apart: dict[str, Apart]
    clauses: dict[str, tuple[ClauseFigures, ...]]
    truth: TruthFigures | None


def formula_figures(
    formula: Formula, parts: Mapping[str, Part], machine: Machine
) -> FormulaFigures:
    """Every figure of a formula, with the intervals of groups where rows belong together.

    machine: trained on the "train" rows of parts.
    """
    said = {p: formula.holds(part.table) for p, part in parts.items()}
    return FormulaFigures(
        weight=float(np.array(machine.weights)[said["train"]].sum()),
        rule_right={p: part.right(said[p]) for p, part in parts.items()},
        fidelity={p: part.agrees(said[p]) for p, part in parts.items()},
        apart={
            p: apart(said[p], part.scores > 0, part.y, part.groups) for p, part in parts.items()
        },
        clauses={
            p: clause_figures(formula, part.table, part.y, part.groups) for p, part in parts.items()
        },
        truth=truth_figures(parts, said),
    )
