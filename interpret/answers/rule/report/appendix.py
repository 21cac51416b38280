"""The appendix of a report: every clause with its figures, every weight, choice and setting."""

from collections.abc import Sequence
from dataclasses import Field, fields
from itertools import groupby
from operator import attrgetter

from interpret.answers.points.shown.words import outer_words
from interpret.answers.rule.answer.answer import Answer
from interpret.answers.rule.answer.explanation import Explanation
from interpret.answers.rule.answer.proof import kind_words, limits_words, proof_words, score_words
from interpret.answers.rule.answer.relevance import LiteralWeight, literal_weights
from interpret.answers.rule.answer.version import version_words
from interpret.answers.rule.figures import figures
from interpret.answers.rule.figures.dots import rows_of
from interpret.answers.rule.figures.number_line import drawn_line, number_line
from interpret.answers.rule.sentences import words
from interpret.answers.rule.sentences.choices import choices
from interpret.answers.rule.sentences.clause_rows import clause_table
from interpret.answers.rule.sentences.verdict import verdict
from interpret.data.complaints import EMPTY
from interpret.measures import Confusion
from interpret.present import wording
from interpret.rules.logic import cuts_of
from interpret.tell import html as markup
from interpret.tell.settings_words import setting_words, settings_table

ROUNDING = 1e-9  # of the largest weight
VALUES = 12  # of an attribute, whose weights are written out


def appendix_of(answers: Sequence[Answer]) -> list[str]:
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
    title = markup.tag("h2", "Appendix: what was asked for")
    return [*sections, title + markup.as_html(settings_table(first.settings, shared))]


def _section(a: Answer, settings: Sequence[Field], *, is_only: bool) -> str:
    e = a.explanation
    parts = {
        "How sure is it?": ""
        if is_only
        else markup.paragraphs([verdict(e).sentence, proof_words(e)]),
        words.heading(e): rule_table(e),
        "How often are machine and rule right?": _confusions(e) + ("" if is_only else _rates(e)),
        "Where do the numbers lie that it asks for?": _numbers(a),
        "What carries the machine's decision?": _relevance(a),
        "How did the search get there?": "" if e.rule.is_draft else _race(e),
        "What was chosen, and against what?": _choices(e),
        "How was it made?": _made(e) + markup.as_html(settings_table(e.settings, settings)),
    }
    of = e.yes_words
    return markup.tag("h2", f"Appendix: {of} in full") + "".join(
        markup.tag("h3", title) + part for title, part in parts.items() if part
    )


def rule_table(e: Explanation) -> str:
    """The rule, one clause a line, with what each clause covers."""
    if not e.rule.formula.clauses:
        return markup.tag("p", wording.rule_lines(e.rule.formula)[0])
    head, lines = clause_table(e)
    rows = [[line, *(_tied(cell) for cell in cells)] for line, *cells in lines]
    return markup.table(f"What each clause covers, on {words.rows_words(e)}", head, rows)


def _rates(e: Explanation) -> str:
    head, rows = words.rates_rows(e, e.judged_on)
    caption = f"On {words.rows_words(e)}, with 95 % intervals"
    return markup.table(caption, ["", *head], rows)


def _confusions(e: Explanation) -> str:
    """Verdicts against the truth, counted."""
    part = e.judged_on

    def counts(name: str, confusion: Confusion) -> list[str]:
        return [name, *(f"{n:,}" for n in rows_of(confusion))]

    head = ["", "found", "missed", "false alarms", "rightly left out"]
    rows = [counts("machine", e.machine_right[part]), counts("rule", e.rule_right[part])]
    return markup.table(f"Rows, of {words.counted_rows(e)}", head, rows)


def _numbers(a: Answer) -> str:
    """A line for each column of numbers in the rule, with its cuts."""
    e, y = a.explanation, a.explanation.positive_rows(a.as_read)
    classes = wording.one_of(e.positive), wording.one_of(e.negative)
    lines = []
    for name, cuts in cuts_of(e.rule.formula.clauses).items():
        column = a.filled.column(name)
        amounts = column.values.numbers[column.codes]
        line = number_line(name, classes, amounts, y, cuts)
        lines.append(markup.tag("h3", name) + markup.drawn(drawn_line(line)))
    return markup.pair(*lines) if lines else ""


def _relevance(a: Answer) -> str:
    """The weights of the values of each attribute, the heaviest attribute first."""
    e = a.explanation
    weights = literal_weights(a.train.table, e.attributes, e.machine.weights)
    least = ROUNDING * max((abs(weight.weight) for weight in weights), default=0.0)
    by_attribute = groupby(weights, key=attrgetter("attribute"))
    rows = [[name, _weights(list(weights_of), least)] for name, weights_of in by_attribute]
    caption = "Weight of each value in the machine, + for the class and − against it"
    return markup.table(caption, ["", "values"], rows)


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


def _race(e: Explanation) -> str:
    curves = {found.search: found.curve for found in e.found}
    return markup.tag("p", figures.race_text(curves, e.best.rule.bound, words.measure(e)))


def _choices(e: Explanation) -> str:
    """Every choice that was open, with what it was measured against."""
    rows = [[one.what, one.asked, one.taken, one.measured] for one in choices(e)]
    head = ["", "asked for", "taken", "measured against"]
    return markup.table("Choices", head, rows) + markup.paragraphs([outer_words(e)])


def _made(e: Explanation) -> str:
    rule = e.best.rule
    changed = [f"{version_words(e.rule_version)}, stands in place of it."] if e.rule_version else []
    return markup.paragraphs(
        [
            f"The search looked among {kind_words(e)}, of {limits_words(e)}. It maximised "
            f"{score_words(e)}. It reached {rule.objective:.6g}, no such rule can reach more than "
            f"{rule.bound:.6g}, and it {_stopped(e)}.",
            *changed,
            f"The rule's weight in the machine is {e.weight:.6g}, whatever it was fitted to; no "
            f"rule of any kind weighs more than {e.machine.bound:.6g}.",
        ]
    )


def _stopped(e: Explanation) -> str:
    by = e.best.rule.stopped_by
    return "was ended early, as of a draft" if e.rule.is_draft else f"was stopped by: {by}"


def _tied(cell: str) -> str:
    """The cell without a line's end between a number and its %."""
    return cell.replace(" %", "\N{NO-BREAK SPACE}%")
