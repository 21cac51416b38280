"""Explanation: a trained machine, the rule found in it, and every figure shown of the two."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypedDict

import numpy as np

from interpret.data.preparation import Preparation
from interpret.data.table import Table
from interpret.fit.choose_machine import MachineChoice
from interpret.fit.choose_rule import RuleChoice
from interpret.fit.machine import Machine
from interpret.fit.one_column import OneColumn
from interpret.fit.parts import Part
from interpret.forms.answer.card_figures import (
    NAMES,
    POINTS,
    RULE,
    CardFigures,
    Chances,
    Forms,
    NoCard,
    Version,
    first_form,
)
from interpret.forms.answer.good import Good
from interpret.forms.answer.truth import TruthFigures, truth_figures
from interpret.measures import Apart, ClauseFigures, Confusion, apart, clause_figures
from interpret.present.wording import class_name, one_of
from interpret.rules.card import Card
from interpret.rules.logic import Clause, Formula, Is, holds
from interpret.rules.search import Found, Rule
from interpret.settings import Settings
from interpret.shares import Share

NAMED = 3  # other classes at most that are named one by one


@dataclass(frozen=True)
class Form:
    """One of the two ways in which an answer decides, by its name: RULE or POINTS.

    card: of a rule, the one that says the same; clauses: in the order in which they are shown;
    right: its verdicts against the classes, and fidelity against the machine, by part; auc: the
    area under the ROC curve of its totals, which for a verdict of two values has two lines;
    chances: how probable the class is at each total, None of a rule.
    """

    name: str
    card: Card
    clauses: tuple[Clause, ...]
    right: dict[str, Confusion]
    fidelity: dict[str, Share]
    auc: dict[str, float | None]
    chances: Chances | None = None

    @property
    def called(self) -> str:
        """What it is called in a sentence."""
        return NAMES[self.name]


@dataclass(frozen=True)
class Explanation:
    """A table's rule and all that is shown of it. Mappings by part have the keys of PARTS.

    rows: indices into the task's table; positives: how many of a part's rows are positive;
    conflicts: how many rows have an equal row of the other class; machine_right, rule_right: the
    verdicts of machine and rule against the classes; fidelity: rule against machine; apart: where
    the two differ; majority: how often the class more frequent in training is right; found: what
    each search found; weight: w_f of the rule in the machine; clauses: the figures of each clause
    of the rule; version: the rule or card changed by hand that stands in place of the one found,
    and that the figures are then about; drawn: how many drawn possible rows the score counts beside
    the training rows, where there are too many to list; points: the card beside the rule, None
    where none was asked for or `no_card` says why there is none; comparison: rule and card on rows
    that neither was found on; one_column: the column that alone tells the class of nearly all
    rows, if there is one; good: other good rules, None until they were looked for.
    """

    settings: Settings
    table: str
    digest: str
    target: str
    positive: tuple[str, ...]
    negative: tuple[str, ...]
    attributes: tuple[str, ...]
    preparation: Preparation
    notices: tuple[str, ...]
    rows: dict[str, tuple[int, ...]]
    positives: dict[str, int]
    conflicts: int
    machine_choice: MachineChoice = field(metadata={"key": "choice.machine"})
    rule_choice: RuleChoice = field(metadata={"key": "choice.rule"})
    machine: Machine
    machine_right: dict[str, Confusion] = field(metadata={"key": "figures.machine"})
    machine_auc: dict[str, float | None] = field(metadata={"key": "figures.auc"})
    found: tuple[Found, ...]
    weight: float = field(metadata={"key": "rule.weight"})
    rule_right: dict[str, Confusion] = field(metadata={"key": "figures.rule"})
    fidelity: dict[str, Share] = field(metadata={"key": "figures.fidelity"})
    majority: dict[str, Share] = field(metadata={"key": "figures.majority"})
    clauses: dict[str, tuple[ClauseFigures, ...]] = field(metadata={"key": "figures.clauses"})
    apart: dict[str, Apart] = field(metadata={"key": "figures.apart"})
    truth: TruthFigures | None = None
    version: Version | None = None
    drawn: int | None = None
    points: CardFigures | None = None
    comparison: Forms | None = field(default=None, metadata={"key": "forms"})
    no_card: NoCard | None = None
    one_column: OneColumn | None = None
    good: Good | None = None

    @property
    def yes_words(self) -> str:
        """The positive class in words: "care = diet"."""
        return class_name(self.target, self.positive)

    @property
    def no_words(self) -> str:
        """The other class, or classes, in words; many of them as what they are not."""
        if len(self.negative) > max(NAMED, len(self.positive)):
            return f"{self.target} is not {one_of(self.positive)}"
        return class_name(self.target, self.negative)

    @property
    def never_says_yes(self) -> bool:
        """Whether the rule calls no training row positive."""
        return self.rule_right["train"].never_yes

    @cached_property
    def forms(self) -> tuple[Form, ...]:
        """The rule, and the card if there is one; the one that comes first before: that changed by
        hand, else never the one that never says yes.
        """
        formula, card = self.rule.formula, self.points
        right = self.rule_right
        auc = {part: counts.balanced_accuracy for part, counts in right.items()}
        rule = Form(RULE, Card.of(formula), formula.clauses, right, self.fidelity, auc)
        if card is None:
            return (rule,)
        clauses, figures = card.card.clauses, (card.right, card.fidelity, card.auc)
        points = Form(POINTS, card.card, clauses, *figures, card.chances)
        first = first_form(self.settings.form, card, self.comparison)
        if self.version is not None:
            first = self.version.form
        elif self.never_says_yes != card.right["train"].never_yes:
            first = POINTS if self.never_says_yes else RULE
        return (points, rule) if first == POINTS else (rule, points)

    def form(self, name: str) -> Form:
        """RULE or POINTS; an AttributeError where there is no card."""
        for form in self.forms:
            if form.name == name:
                return form
        raise AttributeError(
            "There is no card in this answer: its settings ask for rules alone, or no card stands "
            "beside this rule. Take PointsClassifier, or explain with form='points'."
        )

    @property
    def first(self) -> str:
        """The form that comes first, "rule" or "points"."""
        return self.forms[0].name

    @property
    def rule_version(self) -> Version | None:
        """The version, if it is the rule that was changed by hand."""
        return None if self.version is None or self.version.form != RULE else self.version

    @property
    def of_model(self) -> bool:
        """Whether the target is the answer of another model, which the rule is fitted to."""
        return self.settings.explain is not None

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of a file that hold what machine and rule read."""
        return self.columns_of(self.attributes)

    def columns_of(self, attributes: Iterable[str]) -> tuple[str, ...]:
        """The columns of a file that hold these attributes; a date is one column, not three."""
        parts = self.preparation.of_parts
        whole = (parts[name].attribute if name in parts else name for name in attributes)
        return tuple(dict.fromkeys(whole))

    def cost_to_ask(self, formula: Formula, costs: Mapping[str, float]) -> float:
        """What it costs to ask for a rule's columns, each once; 1 where `costs` does not say."""
        return sum(costs.get(name, 1.0) for name in self.columns_of(formula.attributes))

    def positive_rows(self, rows: Table) -> np.ndarray:
        """Which rows are of the positive class: bool (n_rows,)."""
        return holds(Is(self.target, self.positive), rows.column(self.target))

    @property
    def good_rules(self) -> tuple[Formula, ...]:
        """The rule that was found and the others that are about as right; () without others."""
        if self.good is None or not self.good.others:
            return ()
        return (self.best.rule.formula, *(one.formula for one in self.good.others))

    def agreed(self, rows: Table) -> np.ndarray | None:
        """The share of all good rules that say of each row what the rule says, float (n_rows,).

        rows: prepared, as rules read them. None where no other good rule is known.
        """
        if not self.good_rules:
            return None
        said = np.array([one.holds(rows) for one in self.good_rules])
        return np.asarray((said == self.rule.formula.holds(rows)).mean(axis=0))

    def says(self, rows: Table) -> np.ndarray:
        """Which rows, with their cells as in a file, the rule holds for: bool (n_rows,)."""
        return self.rule.formula.holds(self.preparation.table(rows))

    @property
    def best(self) -> Found:
        """The search whose rule is shown: the heaviest, the first among equals."""
        return max(self.found, key=lambda found: found.rule.objective)

    @property
    def rule(self) -> Rule:
        """The rule that is shown. A version has no search: only its weight is known."""
        if self.version is None or self.version.formula is None:
            return self.best.rule
        return Rule(
            formula=self.version.formula,
            fitted_to="weights",
            price=0.0,
            objective=self.weight,
            bound=self.machine.bound,
            stopped_by="hand",
        )

    @property
    def judged_on(self) -> str:
        """The part whose figures are shown first: held-out rows where there are any."""
        return "test" if self.rows["test"] else "train"


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
