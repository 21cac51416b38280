"""An explanation with other figures: so many rows right, agreeing, guessed; another rule."""

from dataclasses import replace
from typing import Any

from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.predictor import Predictor, Scores
from interpret.measures import Confusion
from interpret.rules.card import Card
from interpret.shares import Share
from interpret.tell.rule.verdict import Verdict, verdict


def judged(
    e: Explanation, rule: Confusion, machine: Confusion, agrees: int, part: str = "test"
) -> Explanation:
    """The explanation with these counts on the rows of a part, the negative class more frequent.

    agrees: on how many rows rule and machine say the same.
    """
    other = {"train": "test", "test": "train"}[part]
    train = tuple(range(100)) if part == "test" else tuple(range(rule.n))
    rows = {part: tuple(range(100, 100 + rule.n)), other: e.rows[other]} | {"train": train}
    negative = rule.false_positive + rule.true_negative
    form = e.rule_form
    right, fidelity = form.right | {part: rule}, form.fidelity | {part: Share(agrees, rule.n)}
    return replace(
        e.with_form(replace(form, right=right, fidelity=fidelity)),
        rows=rows,
        positives=e.positives | {"train": 0},
        machine_right=e.machine_right | {part: machine},
        majority=e.majority | {part: Share(negative, rule.n)},
    )


def with_rule(e: Explanation, **changes: Any) -> Explanation:
    """The explanation with its one rule changed."""
    rule = replace(e.found.rule, **changes)
    e = e.with_form(replace(e.rule_form, card=Card.of(rule.formula)))
    return replace(e, found=replace(e.found, rule=rule))


def judged_anew(predictor: Predictor, then: Scores) -> Predictor:
    """A predictor as if rule and card had been judged on other rows when they were found.

    then: what it says of those rows.
    """
    e = predictor.e
    for one in then.forms:
        form = e.form(one.form.name)
        e = e.with_form(replace(form, right=form.right | {"test": then.right(one.says)}))
    return replace(predictor, e=e)


def verdict_on_rule(e: Explanation) -> Verdict:
    """What to think of the rule of an explanation."""
    return verdict(e, e.rule_form)
