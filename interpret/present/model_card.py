"""The model card of a report: what a rule is for, what it was made of, and where it may not hold.

What only people know is typed; the rest is filled in from the answer (Mitchell et al. 2019, Model
Cards for Model Reporting).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from interpret.answer.answer import Answer
from interpret.answer.explanation import Explanation
from interpret.present import markup, words
from interpret.present.verdict import verdict

NOT_STATED = "not stated"


@dataclass(frozen=True)
class ModelCard:
    """What was typed: what the rule is for, who answers for it, whence the data, where its limits.

    Each is plain text, "" where nothing was typed.
    """

    purpose: str = ""
    owner: str = ""
    data: str = ""
    limits: str = ""


BLANK = ModelCard()


def model_card(answers: Sequence[Answer], card: ModelCard) -> str:
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
        *([f"Figures: {_of(a.explanation)}", _figures(a.explanation)] for a in answers),
        ["Limits", f"{card.limits or NOT_STATED}. {_limits(e)}".replace("..", ".")],
    ]
    return markup.table("Model card", ["", ""], rows)


def _tested(answers: Sequence[Answer]) -> list[str]:
    """The attributes that some rule asks about."""
    named = [name for a in answers for name in a.explanation.rule.formula.attributes]
    return list(dict.fromkeys(named))


def _of(e: Explanation) -> str:
    return words.class_name(e.target, e.positive)


def _figures(e: Explanation) -> str:
    part = e.judged_on
    right, fidelity = e.rule_right[part], e.fidelity[part]
    return (
        f"right {words.share_words(right.accuracy)}; agrees with the machine "
        f"{words.share_words(fidelity)}; sensitivity {words.share_words(right.sensitivity)}; "
        f"specificity {words.share_words(right.specificity)}; the majority guess is right "
        f"{words.percent(e.majority[part].value)}. {verdict(e).headline}."
    )


def _limits(e: Explanation) -> str:
    """What is known of where the figures do not hold, whoever wrote the card."""
    told = [
        f"The figures are of {words.rows_words(e)}, with 95 % intervals: rows of another place "
        "or time may differ."
    ]
    if not e.rows["test"]:
        told.append("No rows were held out, so that the figures flatter the rule.")
    if e.conflicts:
        told.append(f"{e.conflicts:,} rows have a twin of the other class.")
    told.append("What was done to the table stands under “How was it made?”.")
    return " ".join(told)
