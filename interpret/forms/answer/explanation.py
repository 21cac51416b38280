"""Explanation: a trained machine, the rule found in it, and every figure shown of the two."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import numpy as np

from interpret.data.preparation import Preparation
from interpret.data.table import Table
from interpret.fit.choose_machine import MachineChoice
from interpret.fit.choose_rule import RuleChoice
from interpret.fit.machine import Machine
from interpret.fit.one_column import OneColumn
from interpret.forms.answer.form import (
    POINTS,
    RULE,
    CardForm,
    Form,
    Forms,
    NoCard,
    RuleForm,
)
from interpret.forms.answer.good import Good
from interpret.measures import Confusion
from interpret.present.wording import class_name, one_of
from interpret.rules.logic import Formula, Is, holds
from interpret.rules.search import Found, Rule
from interpret.settings import Settings
from interpret.shares import Share

NAMED = 3  # other classes at most that are named one by one


@dataclass(frozen=True)
class Explanation:
    """A table's rule and all that is shown of it. Mappings by part have the keys of PARTS.

    rows: indices into the task's table; positives: how many of a part's rows are positive;
    conflicts: how many rows have an equal row of the other class; machine_right: its verdicts
    against the classes; majority: how often the class more frequent in training is right; found:
    what the search found; forms: the rule, and the card unless none was asked for or `no_card`
    says why there is none; they are kept with the better one first;
    drawn: how many drawn possible rows the score counts beside the training rows, where there are
    too many to list; comparison: rule and card on rows that neither was found on; one_column: the
    column that alone tells the class of nearly all rows, if there is one; good: other good rules,
    None until they were looked for.
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
    found: Found
    majority: dict[str, Share] = field(metadata={"key": "figures.majority"})
    forms: tuple[Form, ...] = field(metadata={"key": None})  # documents have each form by its name
    drawn: int | None = None
    comparison: Forms | None = field(default=None, metadata={"key": "forms"})
    no_card: NoCard | None = None
    one_column: OneColumn | None = None
    good: Good | None = None

    def __post_init__(self) -> None:
        first = self._first()
        ordered = sorted(self.forms, key=lambda form: form.name != first)
        object.__setattr__(self, "forms", tuple(ordered))

    def _first(self) -> str:
        """The form that comes first: a changed card, else never the one that never says yes.

        If the two were not compared, the card comes first only if points alone were asked for.
        """
        if self.by_hand:
            return POINTS
        silent = {form.name for form in self.forms if form.right["train"].never_yes}
        if len(self.forms) == 2 and len(silent) == 1:
            return RULE if POINTS in silent else POINTS
        if self.comparison is None:
            return POINTS if self.settings.form == POINTS else RULE
        return self.comparison.first

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
        return self.rule_form.right["train"].never_yes

    def form(self, name: str) -> Form:
        """RULE or POINTS; an AttributeError where there is no card."""
        for form in self.forms:
            if form.name == name:
                return form
        raise AttributeError("There is no card in this answer. Explain with form='points'.")

    @property
    def rule_form(self) -> RuleForm:
        return next(form for form in self.forms if isinstance(form, RuleForm))

    @property
    def points(self) -> CardForm | None:
        """The card; None where there is none."""
        return next((form for form in self.forms if isinstance(form, CardForm)), None)

    def with_form(self, form: Form) -> "Explanation":
        """The explanation with this rule or card in place of the one that it had."""
        others = (other for other in self.forms if other.name != form.name)
        return replace(self, forms=(form, *others))

    @property
    def verdicts(self) -> dict[str, dict[str, Confusion]]:
        """By what they are called, the verdicts of each form, the first before, and the machine."""
        return {form.called: form.right for form in self.forms} | {"machine": self.machine_right}

    @property
    def first(self) -> str:
        """The form that comes first, "rule" or "points"."""
        return self.forms[0].name

    @property
    def by_hand(self) -> bool:
        """Whether the card was changed by hand."""
        return self.points is not None and self.points.by_hand

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of a file that hold what machine and rule read."""
        return self.columns_of(self.attributes)

    def columns_of(self, attributes: Iterable[str]) -> tuple[str, ...]:
        """The columns of a file that hold these attributes; a date is one column, not three."""
        parts = self.preparation.of_parts
        whole = (parts[name].attribute if name in parts else name for name in attributes)
        return tuple(dict.fromkeys(whole))

    def positive_rows(self, rows: Table) -> np.ndarray:
        """Which rows are of the positive class: bool (n_rows,)."""
        return holds(Is(self.target, self.positive), rows.column(self.target))

    @property
    def good_rules(self) -> tuple[Formula, ...]:
        """The rule that was found and the others that are about as right; () without others."""
        if self.good is None or not self.good.others:
            return ()
        return (self.found.rule.formula, *(one.formula for one in self.good.others))

    def says(self, rows: Table) -> np.ndarray:
        """Which rows, with their cells as in a file, the rule holds for: bool (n_rows,)."""
        return self.rule.formula.holds(self.preparation.table(rows))

    @property
    def rule(self) -> Rule:
        """The rule that is shown."""
        return self.found.rule

    @property
    def judged_on(self) -> str:
        """The part whose figures are shown first: held-out rows where there are any."""
        return "test" if self.rows["test"] else "train"
