"""What follows a report: the appendix with every clause, weight and choice, and the model card.

A model card says what a rule is for, what it was made of, and where it may not hold. What only
people know is typed in; the rest is filled in from the answer (Mitchell et al. 2019, Model Cards
for Model Reporting).
"""

from collections.abc import Sequence
from dataclasses import Field, dataclass, fields
from itertools import groupby
from operator import attrgetter

from interpret.data.complaints import EMPTY, counted
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import CardForm, Form
from interpret.forms.answer.relevance import LiteralWeight, literal_weights
from interpret.forms.answer.spread import number_line
from interpret.present import wording
from interpret.rules.logic import cuts_of
from interpret.tell.blocks import Block, Cell, Drawn, Heading, Pair, Table, sentences
from interpret.tell.rule import inside, words
from interpret.tell.rule.brief import clauses_of, rates, worth
from interpret.tell.rule.card import enough, made_words, standing_words
from interpret.tell.rule.figures.clauses import drawn_line
from interpret.tell.rule.one_figure import one_figure
from interpret.tell.rule.verdict import verdict
from interpret.tell.rule.words import counted_rows, rows_words
from interpret.tell.settings_words import setting_words, settings_table

ROUNDING = 1e-9  # of the largest weight
VALUES = 12  # of an attribute, whose weights are written out


def appendix_of(answers: Sequence[Answer]) -> list[list[Block]]:
    """A section for each class explained, and one for what was asked for all of them."""
    explanations = [a.explanation for a in answers]
    first, settings = explanations[0], fields(explanations[0].settings)
    differing = [
        one
        for one in settings
        if len({setting_words(getattr(e.settings, one.name)) for e in explanations}) > 1
    ]
    shared = [one for one in settings if one not in differing]
    sections = [_section(a, differing, is_only=len(answers) == 1) for a in answers]
    title = Heading("Appendix: what was asked for")
    return [*sections, [title, *settings_table(first.settings, shared)]]


def _section(a: Answer, settings: Sequence[Field], *, is_only: bool) -> list[Block]:
    e = a.explanation
    parts: dict[str, Sequence[Block]] = {
        "How sure is it?": []
        if is_only
        else sentences(*(verdict(e, form).sentence for form in e.forms)),
        words.heading(e): [clauses_of(e)],
        "How often are machine and rule right?": [_confusions(e), *([] if is_only else [rates(e)])],
        "Where do the numbers lie that it asks for?": _numbers(a),
        "What carries the machine's decision?": [_relevance(a)],
        "What was chosen, and against what?": inside.chosen(e),
        "How was it made?": [*inside.reached(e), *settings_table(e.settings, settings)],
    }
    blocks: list[Block] = [Heading(f"Appendix: {e.yes_words} in full")]
    for title, part in parts.items():
        blocks += [Heading(title, 3), *part] if part else []
    return blocks


def _confusions(e: Explanation) -> Table:
    """Verdicts against the truth, counted."""
    part = e.judged_on
    head = ["", "found", "missed", "false alarms", "rightly left out"]
    rows: list[list[Cell]] = [
        [name, c.true_positive, c.false_negative, c.false_positive, c.true_negative]
        for name, c in ((name, right[part]) for name, right in e.verdicts.items())
    ]
    return Table(f"Rows, of {words.counted_rows(e)}", head, rows)


def _numbers(a: Answer) -> list[Block]:
    """A line for each column of numbers in the rule, with its cuts."""
    e, y = a.explanation, a.explanation.positive_rows(a.as_read)
    classes = wording.one_of(e.positive), wording.one_of(e.negative)
    lines: list[list[Block]] = []
    for name, cuts in cuts_of(e.rule.formula.clauses).items():
        column = a.filled.column(name)
        amounts = column.values.numbers[column.codes]
        line = number_line(name, classes, amounts, y, cuts)
        lines.append([Heading(name, 3), Drawn(drawn_line(line))])
    return [Pair(tuple(lines))] if lines else []


def _relevance(a: Answer) -> Table:
    """The weights of the values of each attribute, the heaviest attribute first."""
    e = a.explanation
    weights = literal_weights(a.train.table, e.attributes, e.machine.weights)
    least = ROUNDING * max((abs(weight.weight) for weight in weights), default=0.0)
    by_attribute = groupby(weights, key=attrgetter("attribute"))
    rows = [[name, _weights(list(weights_of), least)] for name, weights_of in by_attribute]
    caption = "Weight of each value in the machine, + for the class and − against it"
    return Table(caption, ["", "values"], rows)


def _weights(literals: Sequence[LiteralWeight], least: float) -> str:
    """least: the size from which on a weight is more than rounding."""
    heaviest = sorted(literals, key=lambda literal: -abs(literal.rounded))
    lines = [
        f"{EMPTY if weight.value is None else weight.value} {_signed(weight.weight, least)}"
        for weight in heaviest[:VALUES]
    ]
    more = len(heaviest) - len(lines)
    return ", ".join(lines) + (f", and {more:,} more values" if more else "")


def _signed(weight: float, least: float) -> str:
    if abs(weight) <= least:
        return "0"
    return f"{weight:+.3g}".replace("-", wording.MINUS)


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
