"""Explanation: a trained machine, the rule found in it, and every figure shown of the two."""

from dataclasses import dataclass

import numpy as np

from interpret.answers.points.card_figures import (
    NAMES,
    POINTS,
    RULE,
    CardFigures,
    Forms,
    first_form,
)
from interpret.answers.rule.answer.truth import TruthFigures
from interpret.answers.rule.answer.version import Version
from interpret.data.preparation import Preparation
from interpret.data.table import Table
from interpret.fit.choose_machine import MachineChoice
from interpret.fit.choose_rule import RuleChoice
from interpret.fit.machine import Machine
from interpret.measures import Apart, ClauseFigures, Confusion
from interpret.present.wording import class_name
from interpret.rules.logic import Is, holds
from interpret.rules.search import Found, Rule
from interpret.settings import Settings
from interpret.shares import Share


@dataclass(frozen=True)
class SettledChoices:
    """All choices made for an answer, from which its machine and its problem can be made again.

    landmarks: None where the machine is exact; price: the final price of a test.
    """

    machine: MachineChoice
    rule: RuleChoice
    landmarks: int | None
    price: float


@dataclass(frozen=True)
class Explanation:
    """A table's rule and all that is shown of it. Mappings by part have the keys of PARTS.

    rows: indices into the task's table; positives: how many of a part's rows are positive;
    conflicts: how many rows have an equal row of the other class; machine_right, rule_right: the
    verdicts of machine and rule against the classes; fidelity: rule against machine; apart: where
    the two differ, None in documents that do not say it; majority: how often the class more
    frequent in training is right; found: what each search found; weight: w_f of the rule in the
    machine; clauses: the figures of each clause of the rule; version: the rule or card changed by
    hand that stands in place of the one found, and that the figures are then about; drawn: how many
    drawn possible rows the score counts beside the training rows, where there are too many to list;
    points: the card beside the rule, None where none was asked for; forms: rule and card on rows
    that neither was chosen on.
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
    machine_choice: MachineChoice
    rule_choice: RuleChoice
    machine: Machine
    machine_right: dict[str, Confusion]
    machine_auc: dict[str, float | None]
    found: tuple[Found, ...]
    weight: float
    rule_right: dict[str, Confusion]
    fidelity: dict[str, Share]
    majority: dict[str, Share]
    clauses: dict[str, tuple[ClauseFigures, ...]]
    apart: dict[str, Apart] | None = None
    truth: TruthFigures | None = None
    version: Version | None = None
    drawn: int | None = None
    points: CardFigures | None = None
    forms: Forms | None = None

    @property
    def yes_words(self) -> str:
        """The positive class in words: "care = diet"."""
        return class_name(self.target, self.positive)

    @property
    def no_words(self) -> str:
        """The other class, or classes, in words."""
        return class_name(self.target, self.negative)

    @property
    def first(self) -> str:
        """The form that comes first, "rule" or "points": the one changed by hand, if any."""
        if self.version is not None:
            return self.version.form
        return first_form(self.settings.form, self.points, self.forms)

    @property
    def right_of_first(self) -> dict[str, Confusion]:
        """The verdicts of the form that comes first against the classes, by part."""
        if self.points is not None and self.first == POINTS:
            return self.points.right
        return self.rule_right

    def verdicts(self, rows: Table) -> np.ndarray:
        """What the form that comes first says of rows as machine and rule read them: bool (n,)."""
        return next(iter(self.verdicts_of(rows).values()))

    def verdicts_of(self, rows: Table) -> dict[str, np.ndarray]:
        """What each form says of such rows, the one that comes first before, by its name."""
        rule = {NAMES[RULE]: self.rule.formula.holds(rows)}
        if self.points is None:
            return rule
        card = {NAMES[POINTS]: self.points.card.holds(rows)}
        return card | rule if self.first == POINTS else rule | card

    @property
    def rule_version(self) -> Version | None:
        """The version, if it is the rule that was changed by hand."""
        return None if self.version is None or self.version.formula is None else self.version

    @property
    def of_model(self) -> bool:
        """Whether the target is the answer of another model, which the rule is fitted to."""
        return self.settings.explain is not None

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of a file that hold what machine and rule read; a date is one, not three."""
        parts = self.preparation.of_parts
        whole = (parts[name].attribute if name in parts else name for name in self.attributes)
        return tuple(dict.fromkeys(whole))

    @property
    def chosen(self) -> SettledChoices:
        """All that was chosen for it."""
        landmarks, price = self.machine.landmarks, self.best.rule.price
        return SettledChoices(self.machine_choice, self.rule_choice, landmarks, price)

    def positive_rows(self, rows: Table) -> np.ndarray:
        """Which rows are of the positive class: bool (n_rows,)."""
        return holds(Is(self.target, self.positive), rows.column(self.target))

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
