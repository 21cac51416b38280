"""What is held out: the thesis's halves of users in five sets, or everyone's last choice."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse

from interpret.data.complaints import DataError
from interpret.ranking.choices import Choices

SETS = 5
INNER_USERS = 400  # at most in an inner split, and about as many at least in all of them


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
            "Name the column, or hold out halves."
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


def half_of(chosen: np.ndarray, seed: int) -> tuple[tuple[int, ...], set[int]]:
    """A user's choices in two halves: known, and held out."""
    order = np.random.default_rng(seed).permutation(len(chosen))
    out = {int(chosen[i]) for i in order[: len(chosen) // 2]}
    return tuple(int(i) for i in chosen if int(i) not in out), out
