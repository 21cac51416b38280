"""An explanation with other figures: so many rows right, agreeing, guessed; another rule."""

from dataclasses import replace
from typing import Any

from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.predictor import Predictor, Scores
from interpret.measures import Confusion
from interpret.shares import Share


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
    return replace(
        e,
        rows=rows,
        positives=e.positives | {"train": 0},
        machine_right=e.machine_right | {part: machine},
        rule_right=e.rule_right | {part: rule},
        fidelity=e.fidelity | {part: Share(agrees, rule.n)},
        majority=e.majority | {part: Share(negative, rule.n)},
    )


def with_rule(e: Explanation, **changes: Any) -> Explanation:
    """The explanation with its one rule changed."""
    (found,) = e.found
    return replace(e, found=(replace(found, rule=replace(found.rule, **changes)),))


def judged_anew(predictor: Predictor, then: Scores) -> Predictor:
    """A predictor as if rule and card had been judged on other rows when they were found.

    then: what it says of those rows.
    """
    e, points = predictor.e, predictor.e.points
    if points is not None and then.points is not None:
        points = replace(points, right=points.right | {"test": then.right(then.points.says)})
    right = e.rule_right | {"test": then.right(then.rule)}
    return replace(predictor, e=replace(e, rule_right=right, points=points))
