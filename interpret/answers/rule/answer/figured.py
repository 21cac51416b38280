"""The figures of a formula on the parts of a task: of the rule found, and of its versions."""

from collections.abc import Mapping
from typing import TypedDict

import numpy as np

from interpret.answers.rule.answer.truth import TruthFigures, truth_figures
from interpret.data.roles import ties_of, truth_of
from interpret.data.task import Task
from interpret.fit.machine import Machine
from interpret.measures import (
    Apart,
    ClauseFigures,
    Confusion,
    Share,
    agreement,
    apart,
    clause_figures,
    confusion,
)
from interpret.rules.logic import Formula


class FormulaFigures(TypedDict):
    """The figures of a rule; fields have the names that Explanation gives them."""

    weight: float
    rule_right: dict[str, Confusion]
    fidelity: dict[str, Share]
    apart: dict[str, Apart]
    clauses: dict[str, tuple[ClauseFigures, ...]]
    truth: TruthFigures | None


def formula_figures(
    formula: Formula, task: Task, machine: Machine, parts: Mapping[str, np.ndarray]
) -> FormulaFigures:
    """Every figure of a formula, with the intervals of groups where rows belong together.

    task: its rows as machine and rule read them; machine: trained on the "train" rows of parts,
    which are indices of the task's rows.
    """
    y, roles = task.y, task.columns.roles
    said, verdicts = formula.holds(task.table), np.array(machine.scores) > 0
    groups = ties_of(task.table, roles).groups
    truth = truth_of(task.table, roles, task.positive)
    of = {part: None if groups is None else groups[rows] for part, rows in parts.items()}
    return FormulaFigures(
        weight=float(np.array(machine.weights)[said[parts["train"]]].sum()),
        rule_right={p: confusion(said[rows], y[rows], of[p]) for p, rows in parts.items()},
        fidelity={p: agreement(said[rows], verdicts[rows], of[p]) for p, rows in parts.items()},
        apart={p: apart(said[rows], verdicts[rows], y[rows]) for p, rows in parts.items()},
        clauses={
            p: clause_figures(formula, task.table.rows(rows), y[rows], of[p])
            for p, rows in parts.items()
        },
        truth=None if truth is None else truth_figures(truth, (y, said), dict(parts), groups),
    )
