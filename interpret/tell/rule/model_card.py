"""The model card of a report: what a rule is for, what it was made of, and where it may not hold.

What only people know is typed in; the rest is filled in from the answer (Mitchell et al. 2019,
Model Cards for Model Reporting).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from interpret.answers.points.shown.words import form_words, made_words, more_than
from interpret.answers.rule.sentences import words
from interpret.answers.rule.sentences.verdict import verdict
from interpret.data.complaints import counted
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.card_figures import POINTS, CardFigures
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.version import version_words
from interpret.measures import Confusion
from interpret.present import wording
from interpret.shares import Share
from interpret.tell.blocks import Table

NOT_STATED = "not stated"


@dataclass(frozen=True)
class ModelCard:
    """What was typed: the rule's purpose, who is responsible, the data's origin and limits.

    Each is plain text, "" where nothing was typed.
    """

    purpose: str = ""
    owner: str = ""
    data: str = ""
    limits: str = ""


BLANK = ModelCard()


def model_card(answers: Sequence[Answer], card: ModelCard) -> Table:
    """The card as a table."""
    first = answers[0]
    e, table = first.explanation, first.in_file
    data = (
        f"{table.name}: {table.n_rows:,} rows, {len(table.columns)} columns, "
        f"SHA-256 {table.digest}. "
        f"Learnt from {len(e.rows['train']):,} rows, judged on {words.counted_rows(e)}."
    )
    rows = [
        ["Purpose", card.purpose or NOT_STATED],
        ["Owner", card.owner or NOT_STATED],
        ["Data", f"{card.data} {data}".strip()],
        ["What it asks of a row", ", ".join(_tested(answers)) or "nothing"],
        *(row for a in answers for row in _of_class(a.explanation)),
        ["Limits", f"{card.limits or NOT_STATED}. {_limits(e)}".replace("..", ".")],
    ]
    return Table("Model card", ["", ""], rows)


def _tested(answers: Sequence[Answer]) -> list[str]:
    """The attributes that some rule or card asks about."""
    rules = [name for a in answers for name in a.explanation.rule.formula.attributes]
    cards = [a.explanation.points.card for a in answers if a.explanation.points is not None]
    return list(dict.fromkeys([*rules, *(name for card in cards for name in card.attributes)]))


def _of_class(e: Explanation) -> list[list[str]]:
    """The figures of the rule, and of the card where there is one; the better form first."""
    of_rule = [f"Figures: {e.yes_words}", _figures(e)]
    if e.points is None:
        return [of_rule]
    of_rule[0] = f"Figures of the rule: {e.yes_words}"
    of_card = [f"Figures of the points: {e.yes_words}", _card_figures(e, e.points)]
    return [of_card, of_rule] if e.first == POINTS else [of_rule, of_card]


def _figures(e: Explanation) -> str:
    part = e.judged_on
    guess = wording.percent(e.majority[part].value)
    return (
        f"{_rates(e.rule_right[part], e.fidelity[part])}; the majority guess is right {guess}. "
        f"{verdict(e).headline}."
    )


def _card_figures(e: Explanation, scored: CardFigures) -> str:
    rates = _rates(scored.right[e.judged_on], scored.fidelity[e.judged_on])
    figures = [
        f"{made_words(scored)} A row is {e.yes_words} with {more_than(scored.card.cut)}: {rates}.",
        f"{version_words(e.version)}."
        if e.version is not None and e.version.form == POINTS
        else "",
        form_words(e),
    ]
    return " ".join(filter(None, figures))


def _rates(right: Confusion, fidelity: Share) -> str:
    return (
        f"right {wording.share_words(right.accuracy)}; agrees with the machine "
        f"{wording.share_words(fidelity)}; sensitivity {wording.share_words(right.sensitivity)}; "
        f"specificity {wording.share_words(right.specificity)}"
    )


def _limits(e: Explanation) -> str:
    """What the answer itself says about where its figures do not hold."""
    lines = [
        f"The figures are of {words.rows_words(e)}, with 95 % intervals: rows of another place "
        "or time may differ."
    ]
    if not e.rows["test"]:
        lines.append("No rows were held out, so that the figures flatter the rule.")
    if e.points is not None and not e.points.chances.rows:
        lines.append("The chances of the points are learned from training rows: they are too sure.")
    if e.conflicts:
        rows = counted(e.conflicts, "row")
        lines.append(f"In {rows} all cells equal those of a row of the other class.")
    lines.append("What was done to the table stands under “How was it made?”.")
    return " ".join(lines)
