"""The card of an answer with its figures on the parts of a task."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from interpret.answers.points.card import Card, Term
from interpret.answers.points.choose import CardChoice
from interpret.answers.points.fit import FittedCard
from interpret.answers.points.scored import HAND, Band, Chances, Scored
from interpret.data.roles import ties_of
from interpret.data.task import Task
from interpret.fit.machine import Machine
from interpret.fit.platt import platt
from interpret.measures import Share, agreement, auc, confusion

BANDS = 10  # of totals in the table of chances, about


def scored(
    fitted: FittedCard,
    choice: CardChoice,
    task: Task,
    machine: Machine,
    parts: Mapping[str, np.ndarray],
) -> Scored:
    """Every figure of a card as it was found; task, machine, parts: as for card_figures."""
    curve = Chances(fitted.slope, fitted.offset, choice.left_out)
    figures = card_figures(fitted.card, curve, choice.tried.fitted_to, task, machine, parts)
    return replace(figures, lengths=choice.lengths, proof=fitted.proof)


def changed_card(
    before: Scored, card: Card, task: Task, machine: Machine, parts: Mapping[str, np.ndarray]
) -> Scored:
    """Every figure of a card that was changed by hand; nothing about it is proven or validated. If
    only the cut has changed, the chances stay. Else their curve is learned anew, on the totals of
    the training rows, since no rows were left out for this card.
    """
    curve = replace(before.chances, bands=())
    if card.terms != before.card.terms:
        train = parts["train"]
        curve = Chances(*platt(card.totals(task.table.rows(train)), task.y[train]), 0)
    return card_figures(card, curve, HAND, task, machine, parts)


def card_figures(
    card: Card,
    curve: Chances,
    fitted_to: str,
    task: Task,
    machine: Machine,
    parts: Mapping[str, np.ndarray],
) -> Scored:
    """A card on the parts of a task, with the intervals of groups where rows belong together.

    curve: without bands; task: its rows as machine and rule read them; parts: indices of the task's
    rows.
    """
    y, verdicts = task.y, np.array(machine.scores) > 0
    totals = card.totals(task.table)
    said = totals > card.cut
    groups = ties_of(task.table, task.columns.roles).groups
    of = {part: None if groups is None else groups[rows] for part, rows in parts.items()}
    evaluation = parts["test"] if len(parts["test"]) else parts["train"]
    return Scored(
        card=card,
        fitted_to=fitted_to,
        chances=replace(
            curve,
            bands=_bands(card, curve, totals[parts["train"]], (totals[evaluation], y[evaluation])),
        ),
        right={p: confusion(said[rows], y[rows], of[p]) for p, rows in parts.items()},
        fidelity={p: agreement(said[rows], verdicts[rows], of[p]) for p, rows in parts.items()},
        auc={p: auc(totals[rows].astype(float), y[rows]) for p, rows in parts.items()},
        worth=_worth(card, task, evaluation),
    )


def _worth(card: Card, task: Task, evaluation: np.ndarray) -> tuple[float, ...]:
    """For each term, how much less often the card without it is right on judged rows."""
    rows, y = task.table.rows(evaluation), task.y[evaluation]
    totals = card.totals(rows)

    def right(totals_of: np.ndarray) -> float:
        return float(((totals_of > card.cut) == y).mean())

    def without(term: Term) -> np.ndarray:
        return totals - term.points * term.clause.holds(rows)

    return tuple(round(right(totals) - right(without(term)), 9) for term in card.terms)


def _bands(
    card: Card,
    curve: Chances,
    trained: np.ndarray,
    evaluation: tuple[np.ndarray, np.ndarray],
) -> tuple[Band, ...]:
    """All possible totals in bands of about as many training rows each; one ends at the cut.

    trained: the totals of training rows; evaluation: those of the rows to judge by, and their
    classes.
    """
    values, counts = np.unique(trained, return_counts=True)
    highs, inside = [], 0
    for value, count, after in zip(values, counts, np.append(values[1:], card.most), strict=True):
        inside += int(count)
        # A band reaches up to the next total that occurs, and one band ends at the cut.
        ends = min(int(after) - 1, card.cut) if value <= card.cut < after else int(after) - 1
        if inside >= len(trained) / BANDS or value <= card.cut < after:
            highs.append(ends)
            inside = 0
    highs = sorted({high for high in highs if card.least <= high < card.most} | {card.most})
    lows = [card.least, *(high + 1 for high in highs[:-1])]
    totals, y = evaluation
    bands = []
    for low, high in zip(lows, highs, strict=True):
        rows = (totals >= low) & (totals <= high)
        within = trained[(trained >= low) & (trained <= high)]
        middle = within if len(within) else np.array([low, high])
        chance = float(curve.of(middle).mean())
        share = Share(int(y[rows].sum()), int(rows.sum()))
        bands.append(Band(low, high, round(chance, 6), share, len(within)))
    return tuple(bands)
