"""The model card of a report: what a rule is for, what it was made of, and where it may not hold.

What only people know is typed in; the rest is filled in from the answer (Mitchell et al. 2019,
Model Cards for Model Reporting).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from interpret.data.complaints import counted
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import CardForm, Form
from interpret.present import wording
from interpret.tell.blocks import Table
from interpret.tell.rule.brief import worth
from interpret.tell.rule.card import enough, made_words, standing_words
from interpret.tell.rule.one_figure import one_figure
from interpret.tell.rule.verdict import verdict
from interpret.tell.rule.words import counted_rows, rows_words

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
        f"Learnt from {len(e.rows['train']):,} rows, judged on {counted_rows(e)}."
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
    """The attributes that some form asks about."""
    forms = [form for a in answers for form in a.explanation.forms]
    return list(dict.fromkeys(name for form in forms for name in form.card.attributes))


def _of_class(e: Explanation) -> list[list[str]]:
    """The figures of each form; the better one first."""
    return [[f"Figures of the {form.called}: {e.yes_words}", _figures(e, form)] for form in e.forms]


def _figures(e: Explanation, form: Form) -> str:
    right = one_figure(e, form.right[e.judged_on])
    agrees = wording.share_words(form.fidelity[e.judged_on])
    said = [
        worth(e, form).text,
        f"The 95 % interval of that figure is {right.between}. It agrees with the machine on "
        f"{agrees}.",
        f"{verdict(e, form).headline}.",
    ]
    if isinstance(form, CardForm):
        says = f"A row is {e.yes_words} with {enough(form.card)}."
        said = [made_words(form), says, *said, standing_words(e)]
    return " ".join(filter(None, said))


def _limits(e: Explanation) -> str:
    """What the answer itself says about where its figures do not hold."""
    lines = [
        f"The figures are of {rows_words(e)}, with 95 % intervals: rows of another place "
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
