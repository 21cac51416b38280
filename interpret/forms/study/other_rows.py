"""What the machine says of possible rows: how often the rule agrees, and which columns matter."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from interpret.data.table import ROWS_AT_ONCE, Table, domain_size, marginal, possible
from interpret.fit.parts import Part
from interpret.fit.rule_problem import Decide
from interpret.rules.logic import Formula
from interpret.shares import Share, independent, share_of

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


@dataclass(frozen=True)
class AttributeRelevance:
    """How often the machine's verdict on a row changed when the row's attribute was redrawn."""

    attribute: str
    changed: Share


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


def relevance_by_redrawing(
    decide: Decide,
    table: Table,
    attributes: Sequence[str],
    seed: int = 0,
    n: int = 2000,
    go_on: Callable[[], bool] = lambda: True,
) -> tuple[AttributeRelevance, ...]:
    """How much each attribute matters to the machine's verdict (Polato, definition 7.2).

    For each attribute, n of the table's rows are drawn with replacement and the attribute's value
    is redrawn from its marginal distribution; all else stays. The attribute that matters most is
    first. If go_on returns False, the result is ().
    """
    rng = np.random.default_rng(seed)
    rows = table.rows(rng.integers(table.n_rows, size=n))
    verdict = _verdict(decide, rows)
    relevance = []
    for name in attributes:
        if not go_on():
            return ()
        codes = table.column(name).codes[rng.integers(table.n_rows, size=n)]
        columns = (c.of_made_rows(codes) if c.name == name else c for c in rows.columns)
        other = np.flatnonzero(codes != rows.column(name).codes)
        redrawn = replace(rows, columns=tuple(columns)).rows(other)
        changed = int((_verdict(decide, redrawn) != verdict[other]).sum())
        relevance.append(AttributeRelevance(name, independent(changed, n)))
    return tuple(sorted(relevance, key=lambda one: -one.changed.hits))


def _verdict(decide: Decide, table: Table) -> np.ndarray:
    if not table.n_rows:
        return np.zeros(0, dtype=bool)
    return np.concatenate([decide(block) for block in table.blocks()]) > 0
