"""The appendix of a report: every clause with its figures, every weight, choice and setting."""

from collections.abc import Sequence
from dataclasses import Field, fields
from itertools import groupby
from operator import attrgetter

from interpret.data.complaints import EMPTY
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.relevance import LiteralWeight, literal_weights
from interpret.forms.answer.spread import number_line
from interpret.present import wording
from interpret.rules.logic import cuts_of
from interpret.tell.blocks import Block, Cell, Drawn, Heading, Pair, Table, sentences
from interpret.tell.rule import inside, words
from interpret.tell.rule.brief import clauses_of, rates
from interpret.tell.rule.figures.number_line import drawn_line
from interpret.tell.rule.verdict import verdict
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
