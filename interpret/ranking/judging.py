"""How well methods rank choices held out: what is held out, each user's figures, their intervals.

Held out are the thesis's halves of users in five sets, or everyone's last choice. Methods are
compared on the same users, by the differences of each user's figures.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

import numpy as np
from scipy import sparse
from scipy.special import stdtrit

from interpret.data.complaints import DataError
from interpret.ranking.choices import Choices
from interpret.ranking.methods import Method, beside, first
from interpret.shares import Z95, mean_error

SETS = 5
INNER_USERS = 400  # at most in an inner split, and about as many at least in all of them

PAIRS, LIST = ("AUC", "AUC, ties lost"), ("mAP@10", "nDCG@10", "recall@10")
NAMES = PAIRS + LIST
K = 10
GAIN = 1 / np.log2(np.arange(2, K + 2))
ERROR = 0.05  # how often any interval of a comparison may exclude 0 though nothing differs
FEWEST = 10  # users; fewer may all differ in the same direction by chance


@dataclass(frozen=True, eq=False)
class Split:
    """A table to learn from, and the choices held out of it.

    R: the table; users: those who are judged; held: for each of them the items held out. Items that
    nobody chose in R are not ranked, since there is nothing to rank them by. unseen_held: for each
    of these users, how many further held-out choices are of such items; unseen_alone: the same
    number for each user whose held-out choices are all of such items.
    """

    R: sparse.csr_array
    users: np.ndarray
    held: tuple[np.ndarray, ...]
    unseen_held: np.ndarray
    unseen_alone: np.ndarray

    @classmethod
    def of(cls, R: sparse.csr_array, held: dict[int, np.ndarray]) -> "Split":
        """The split that holds out these items of each user."""
        seen = np.bincount(R.indices, minlength=R.shape[1]) > 0
        kept = {user: items[seen[items]] for user, items in held.items()}
        judged = {user: items for user, items in kept.items() if len(items)}
        users = np.fromiter(judged, dtype=np.intp, count=len(judged))
        return cls(
            R,
            users,
            tuple(judged.values()),
            np.array([len(held[user]) - len(items) for user, items in judged.items()], dtype=int),
            np.array([len(held[user]) for user in held if user not in judged], dtype=int),
        )

    @property
    def n_unseen(self) -> int:
        """How many held choices are of items that nobody chose in R, and are not judged."""
        return int(self.unseen_held.sum() + self.unseen_alone.sum())

    @property
    def n_held(self) -> int:
        """How many choices are held out."""
        return sum(map(len, self.held)) + self.n_unseen

    @cached_property
    def unseen(self) -> np.ndarray:
        """The items that nobody chose in R."""
        return np.flatnonzero(np.bincount(self.R.indices, minlength=self.R.shape[1]) == 0)

    def not_ranked(self, user: int) -> np.ndarray:
        """The items not ranked for a user: those learnt from, and those that nobody chose."""
        return np.concatenate([self.known(user), self.unseen])

    def known(self, user: int) -> np.ndarray:
        """The items of a user that are learnt from."""
        return self.R.indices[self.R.indptr[user] : self.R.indptr[user + 1]]


def halves(R: sparse.csr_array, rng: np.random.Generator) -> Iterator[Split]:
    """Five splits: each holds out half of the choices of the users of one of five sets.

    Users with a single choice keep it (Polato, section 10.4.2).
    """
    users = rng.permutation(R.shape[0])
    for part in np.array_split(users, SETS):
        yield _without_half(R, np.sort(part), rng)


def inner(R: sparse.csr_array, rng: np.random.Generator) -> list[Split]:
    """Splits by which a machine is chosen, within a table that is learnt from.

    Each holds out half of the choices of some users; where users are few, a second and a third
    split hold out those of other users. Most users keep all their choices, so that the remaining
    table is about as dense as the whole.
    """
    several = rng.permutation(np.flatnonzero(np.diff(R.indptr) > 1))
    n = min(INNER_USERS, max(1, len(several) // 3))
    sets = [several[at : at + n] for at in range(0, 3 * n, n)][: -(-INNER_USERS // n)]
    return [_without_half(R, np.sort(held), rng) for held in sets if len(held)]


def last(choices: Choices) -> Split:
    """One split: the last choice of every user who has several, all with a time, is held out."""
    if choices.when is None:
        raise DataError(
            "To hold out everyone's last choice a column must tell the time, and none was found. "
            "Name it, or hold out halves."
        )
    R, held, kept = choices.R, {}, np.ones(choices.R.nnz, dtype=bool)
    for user in np.flatnonzero((choices.per_user > 1) & ~choices.untimed):
        start, end = R.indptr[user], R.indptr[user + 1]
        at = start + int(np.argmax(choices.when[start:end]))
        kept[at] = False
        held[int(user)] = R.indices[at : at + 1]
    return Split.of(_only(R, kept), held)


def _without_half(R: sparse.csr_array, users: np.ndarray, rng: np.random.Generator) -> Split:
    kept = np.ones(R.nnz, dtype=bool)
    held = {}
    for user in users:
        start, n = R.indptr[user], R.indptr[user + 1] - R.indptr[user]
        if n > 1:
            out = np.sort(rng.permutation(n)[: n // 2]) + start
            kept[out] = False
            held[int(user)] = R.indices[out]
    return Split.of(_only(R, kept), held)


def _only(R: sparse.csr_array, kept: np.ndarray) -> sparse.csr_array:
    """The table with only some of its choices."""
    before = np.concatenate([[0], np.cumsum(kept)])
    return sparse.csr_array(
        (R.data[kept], R.indices[kept], before[R.indptr].astype(R.indptr.dtype)), shape=R.shape
    )


def measured(scores: np.ndarray, known: np.ndarray, held: np.ndarray) -> np.ndarray:
    """The figures of NAMES of one user's ranking, float (5,).

    scores: of all items, (n_items,); known: items that are not ranked; held: those held out, which
    ought to rank first. The AUC counts a tie as half; "ties lost" counts it as an error, as
    Polato's eq. 3.4 does. Both are nan where no other item is left to rank below.
    """
    return np.array([*_of_pairs(scores, known, held), *_of_list(scores, known, held)])


def figure(name: str, scores: np.ndarray, known: np.ndarray, held: np.ndarray) -> float:
    """A single figure of NAMES, computed from the order of all items or from the first ten."""
    of, names = (_of_pairs, PAIRS) if name in PAIRS else (_of_list, LIST)
    return of(scores, known, held)[names.index(name)]


def _of_pairs(scores: np.ndarray, known: np.ndarray, held: np.ndarray) -> tuple[float, ...]:
    is_out = _among(len(scores), known)
    is_out[held] = True
    below, equal, others = beside(scores, is_out, np.sort(scores[held]))
    if not others:
        return np.nan, np.nan
    return float((below + equal / 2).mean() / others), float(below.mean() / others)


def _of_list(scores: np.ndarray, known: np.ndarray, held: np.ndarray) -> tuple[float, ...]:
    return top_figures(np.isin(best(scores, known), held), len(held))


def best(scores: np.ndarray, known: np.ndarray, k: int = K) -> np.ndarray:
    """The k items with the largest scores that are not known; of equal ones, the first."""
    items: np.ndarray = first(scores, _among(len(scores), known), k)
    return items


def _among(n: int, items: np.ndarray) -> np.ndarray:
    is_in = np.zeros(n, dtype=bool)
    is_in[items] = True
    return is_in


def with_unseen(row: np.ndarray, n_held: int, n_unseen: int) -> np.ndarray:
    """One user's figures, float (5,), as if n_unseen further items were held out and ranked last.

    row: the figures with n_held items. The list of ten is unchanged, but the ideal list is longer,
    and every further item loses to all others.
    """
    share = n_held / (n_held + n_unseen)
    places, more = min(K, n_held), min(K, n_held + n_unseen)
    by_gain = GAIN[:places].sum() / GAIN[:more].sum()
    return row * np.array([share, share, places / more, by_gain, share])


def top_figures(hits: np.ndarray, n_held: int) -> tuple[float, float, float]:
    """Average precision, nDCG and recall at 10 of a list, from the places that are hits."""
    places = np.flatnonzero(hits)
    precision = np.arange(1, len(places) + 1) / (places + 1)
    possible = min(K, n_held)
    return (
        float(precision.sum() / possible),
        float(GAIN[places].sum() / GAIN[:possible].sum()),
        len(places) / n_held,
    )


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
        reach = Z95 * mean_error(values, None) if len(values) > 1 else 1.0  # figures are 0 to 1
        return cls(mean, mean - reach, mean + reach)


@dataclass(frozen=True)
class JudgedMethod:
    """What one method reaches on choices held out.

    figures: by the names in NAMES; with_unseen: the figures if held-out choices of items that
    nobody chose in the table learnt from are ranked last instead of left out; behind: how much
    higher the best method's figures are for the same users.
    """

    method: str
    figures: dict[str, Figure]
    with_unseen: dict[str, Figure]
    behind: dict[str, Figure]


@dataclass(frozen=True, eq=False)
class Judgement:
    """A judged method, not yet compared, and its figures of each user, (n_users, 5)."""

    judged: JudgedMethod
    rows: np.ndarray


def judge(
    name: str,
    method: Method,
    splits: Iterable[Split],
    go_on: Callable[[int], object] = lambda split: True,
) -> Judgement | None:
    """The method judged on all splits; None if go_on(split), called before each, returns False."""
    rows: list[np.ndarray] = []
    further: list[np.ndarray] = []
    for number, split in enumerate(splits):
        if go_on(number) is False:
            return None
        for (user, held, scores), unseen in zip(
            ranked_by(method, split), split.unseen_held, strict=True
        ):
            rows.append(measured(scores, split.not_ranked(user), held))
            further.append(with_unseen(rows[-1], len(held), unseen))
        further += [np.zeros(len(NAMES))] * len(split.unseen_alone)
    table = np.array(rows).reshape(len(rows), len(NAMES))
    judged = JudgedMethod(
        name,
        _figures(table),
        _figures(np.array(further).reshape(len(further), len(NAMES))),
        {},
    )
    return Judgement(judged, table)


def ranked_by(method: Method, split: Split) -> Iterator[tuple[int, np.ndarray, np.ndarray]]:
    """For each judged user, the items held out and the method's scores of all items."""
    every = chain.from_iterable(method(split.R, split.users))
    return zip(split.users, split.held, every, strict=True)


def compared(judged: Sequence[Judgement]) -> tuple[JudgedMethod, ...]:
    """The methods, each with how far it is behind the best one by each figure."""
    behind: list[dict[str, Figure]] = [{} for _ in judged]
    pairs = max(1, len(judged) * (len(judged) - 1) // 2)
    for i, name in enumerate(NAMES):
        best_one = max(judged, key=lambda method: method.judged.figures[name].mean)
        for method, far in zip(judged, behind, strict=True):
            far[name] = apart(best_one.rows[:, i] - method.rows[:, i], pairs)
    return tuple(
        replace(method.judged, behind=far) for method, far in zip(judged, behind, strict=True)
    )


def apart(differences: np.ndarray, pairs: int = 1) -> Figure:
    """The mean of users' differences, and its interval by Student's t.

    pairs: how many pairs of methods are compared; the intervals of all of them hold at once with 95
    % probability (Bonferroni), so that the best of many is not called better by chance. With fewer
    than FEWEST users the interval is −1 to 1, the whole range, unless no user differs.
    """
    differences = differences[~np.isnan(differences)]
    n = len(differences)
    mean = float(differences.mean()) if n else 0.0
    if not differences.any():
        return Figure(0.0, 0.0, 0.0)
    if n < FEWEST:
        return Figure(mean, -1.0, 1.0)
    far = float(stdtrit(n - 1, 1 - ERROR / 2 / pairs) * differences.std(ddof=1) / n**0.5)
    return Figure(mean, max(-1.0, mean - far), min(1.0, mean + far))


def _figures(rows: np.ndarray) -> dict[str, Figure]:
    return {name: Figure.of(rows[:, i]) for i, name in enumerate(NAMES)}


def figure_on(method: Method, splits: Iterable[Split], metric: str) -> float:
    """The mean of one figure over the users of splits, rounded as its last digits may vary."""
    figures = [
        figure(metric, scores, split.not_ranked(user), held)
        for split in splits
        for user, held, scores in ranked_by(method, split)
    ]
    return round(Figure.of(np.array(figures)).mean, 9)
