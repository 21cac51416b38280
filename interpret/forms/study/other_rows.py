"""What the machine says of possible rows: how often the rule agrees."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from interpret.data.table import ROWS_AT_ONCE, domain_size, marginal, possible
from interpret.fit.parts import Part
from interpret.fit.rule_problem import Decide
from interpret.rules.logic import Formula
from interpret.shares import Share, share_of

EVERY, DRAWN, AT_HAND = "every possible row", "drawn from the marginals", "the rows at hand"
MOST_LISTED = 1_000_000
N_DRAWN = 20_000


@dataclass(frozen=True)
class DomainFidelity:
    """How often rule and machine agree, and on which rows.

    kind: EVERY counts each possible row once and is exact; DRAWN is an estimate, with the share's
    interval, of rows whose attributes vary independently; AT_HAND are the table's own rows.
    """

    kind: str
    share: Share


def domain_fidelity(
    formula: Formula,
    decide: Decide,
    part: Part,
    attributes: Sequence[str],
    seed: int = 0,
    on_progress: Callable[[float], object] = lambda fraction: None,
) -> tuple[DomainFidelity, ...]:
    """Fidelity on every possible row, up to a million; else on rows drawn and on those at hand.

    part: the rows that the machine was trained on; their values in all combinations are possible.
    on_progress is told the fraction done; if it returns False, the result is ().
    """
    table = part.table
    size = domain_size(table, attributes)
    if size <= MOST_LISTED:
        counts = {EVERY: size}
        blocks = (
            (EVERY, possible(table, attributes, start, min(start + ROWS_AT_ONCE, size)))
            for start in range(0, size, ROWS_AT_ONCE)
        )
    else:
        drawn = marginal(table, attributes, N_DRAWN, np.random.default_rng(seed))
        counts = {DRAWN: N_DRAWN, AT_HAND: table.n_rows}
        blocks = (
            (kind, block)
            for kind, rows in ((DRAWN, drawn), (AT_HAND, table))
            for block in rows.blocks()
        )
    same: dict[str, list[np.ndarray]] = {kind: [] for kind in counts}
    done = 0
    for kind, block in blocks:
        same[kind].append(formula.holds(block) == (decide(block) > 0))
        done += block.n_rows
        if on_progress(done / sum(counts.values())) is False:
            return ()
    groups = {AT_HAND: part.groups}
    return tuple(
        DomainFidelity(kind, share_of(np.concatenate(alike), groups.get(kind)))
        for kind, alike in same.items()
    )
