"""How well methods rank choices held out: each user's figures, their means and intervals."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import chain
from time import process_time

import numpy as np

from interpret.recommend.measures import NAMES, best, figure, measured
from interpret.recommend.methods import Method
from interpret.recommend.splits import Split

PARTS = ("head", "middle", "tail")  # each a third of all choices


@dataclass(frozen=True)
class Figure:
    """A mean over users, and its 95 % interval by their spread."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, values: np.ndarray) -> "Figure":
        values = values[~np.isnan(values)]
        if not len(values):
            return cls(0.0, 0.0, 0.0)
        mean = float(values.mean())
        spread = 1.96 * float(values.std(ddof=1)) / len(values) ** 0.5 if len(values) > 1 else 0.0
        return cls(mean, mean - spread, mean + spread)


@dataclass(frozen=True)
class JudgedMethod:
    """What one method reaches on choices held out, and what its lists of ten items are made of.

    figures: by the names of measures.NAMES; coverage: the share of items that stand in some list;
    novelty: the mean of −log2 of the share of users who chose an item of a list; by_user: nDCG@10
    of the users of each part of PARTS; by_item: recall@10 of the held items of each part; sets: the
    mean AUC of each split; seconds: of CPU.
    """

    method: str
    figures: dict[str, Figure]
    coverage: float
    novelty: float
    by_user: dict[str, float | None]
    by_item: dict[str, float | None]
    sets: tuple[float, ...]
    seconds: float


def judge(
    name: str, method: Method, splits: Iterable[Split], go_on: Callable[[], object] = lambda: True
) -> JudgedMethod | None:
    """The method judged on all splits; None where go_on() returned False."""
    began = process_time()
    rows: list[np.ndarray] = []
    lists: list[tuple[np.ndarray, float]] = []
    sets: list[float] = []
    users: dict[str, list[float]] = {part: [] for part in PARTS}
    hits: dict[str, list[float]] = {part: [] for part in PARTS}
    for split in splits:
        counts = np.bincount(split.R.indices, minlength=split.R.shape[1])
        share = np.maximum(counts, 1) / split.R.shape[0]
        item_part, user_part = thirds(counts), thirds(np.diff(split.R.indptr))
        first = len(rows)
        every = chain.from_iterable(method(split.R, split.users))
        for user, held, scores in zip(split.users, split.held, every, strict=True):
            known = split.not_ranked(user)
            rows.append(measured(scores, known, held))
            top = best(scores, known)
            lists.append((top, float(-np.log2(share[top]).mean()) if len(top) else 0.0))
            users[PARTS[user_part[user]]].append(rows[-1][NAMES.index("nDCG@10")])
            found = np.isin(held, top)
            for part, is_hit in zip(item_part[held], found, strict=True):
                hits[PARTS[part]].append(is_hit)
        sets.append(Figure.of(np.array([row[0] for row in rows[first:]])).mean)
        if go_on() is False:
            return None
    table = np.array(rows).reshape(len(rows), len(NAMES))
    listed = set(chain.from_iterable(top.tolist() for top, _ in lists))
    return JudgedMethod(
        name,
        {own: Figure.of(table[:, i]) for i, own in enumerate(NAMES)},
        len(listed) / split.R.shape[1],
        float(np.mean([novelty for _, novelty in lists])) if lists else 0.0,
        {part: _mean(users[part]) for part in PARTS},
        {part: _mean(hits[part]) for part in PARTS},
        tuple(sets),
        process_time() - began,
    )


def figure_on(method: Method, splits: Iterable[Split], metric: str) -> float:
    """The mean of one figure over the users of splits."""
    found: list[float] = []
    for split in splits:
        every = chain.from_iterable(method(split.R, split.users))
        rows = zip(split.users, split.held, every, strict=True)
        found += [
            figure(metric, scores, split.not_ranked(user), held) for user, held, scores in rows
        ]
    return Figure.of(np.array(found)).mean


def thirds(counts: np.ndarray) -> np.ndarray:
    """The place in PARTS of each user or item by its count, int (n,).

    The largest counts, which hold a third of the sum, are the head.
    """
    order = np.argsort(-counts, kind="stable")
    before = np.cumsum(counts[order]) - counts[order]
    part = np.empty(len(counts), dtype=np.intp)
    part[order] = np.minimum(3 * before // max(counts.sum(), 1), 2)
    return part


def _mean(values: list) -> float | None:
    return float(np.mean(values)) if values else None
