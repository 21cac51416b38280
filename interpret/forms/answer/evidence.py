"""What the unseen rows prove of a verdict: that it beats chance, a guess, or another verdict.

Every comparison is exact and made at 95 %, which is 2.5 % on one side, like the lower end of a
two-sided 95 % interval. Verdicts on the same rows are compared by the rows on which exactly one is
right. The other rows say nothing about which is better, and two intervals side by side would hide
that.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.stats import binom, binomtest, fisher_exact, hypergeom

from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import Form
from interpret.measures import EVEN, Apart, Confusion
from interpret.shares import Share

SURE = 0.05  # probability that any of several differences reported is mere chance
CHANCE = 0.025  # a claim is made if chance alone looks as good with less probability


@dataclass(frozen=True)
class Duel:
    """Two verdicts on the same rows: on how many only the first is right, and only the second.

    effect: how many rows tell as much as one independent row (Share.effect); even: how often the
    first must be right on these rows to be as good as the second. Where rows of the two classes do
    not count alike, apart gives the classes of these rows, and counting what a row of the positive
    class and a row of the other class count for.
    """

    first: int
    second: int
    effect: float = 1.0
    even: float = 0.5
    apart: Apart | None = None
    counting: tuple[float, float] = (1.0, 1.0)

    @property
    def rows(self) -> int:
        """The rows on which they differ."""
        return self.first + self.second

    @property
    def winner(self) -> int:
        """1 where the first is surely right more often, -1 where the second is, 0 where neither.

        The exact test of McNemar (1947): if both were right equally often, each row on which they
        differ would go to either as a fair coin falls (Dietterich, Neural Computation 10, 1998,
        for classifiers; Fagerland, Lydersen and Laake, BMC Med. Res. Methodol. 13, 2013).
        """
        if self.apart is not None and self.counting[0] != self.counting[1]:
            return _by_counting(self.apart, self.counting, self.effect)
        first, second = as_independent(self.first, self.second, self.effect)
        if not first + second:
            return 0
        for sign, wins, even in ((1, first, self.even), (-1, second, 1 - self.even)):
            test = binomtest(wins, first + second, even, alternative="greater")
            if test.pvalue < CHANCE:
                return sign
        return 0


def _by_counting(apart: Apart, counting: tuple[float, float], effect: float) -> int:
    """As `Duel.winner`, but comparing what the rows on which only one is right count for in sum.

    If both were equally good, each row would go to either as a fair coin falls. The rows that the
    first wins are then binomial in each class, which gives the exact distribution of the sum.
    """
    wins, rows = zip(
        *(
            (won, won + lost)
            for won, lost in (
                as_independent(first, second, effect)
                for first, second in zip(apart.first, apart.second, strict=True)
            )
        ),
        strict=True,
    )
    chances = [binom.pmf(np.arange(n + 1), n, 0.5) for n in rows]
    ahead = [each * (2 * np.arange(n + 1) - n) for each, n in zip(counting, rows, strict=True)]
    sums, chance = np.add.outer(*ahead), np.multiply.outer(*chances)
    lead = sum(each * (2 * won - n) for each, won, n in zip(counting, wins, rows, strict=True))
    least = abs(lead) - 1e-9 * sum(counting)
    if least > 0 and chance[sums >= least].sum() < CHANCE:
        return 1 if lead > 0 else -1
    return 0


def as_independent(hits: int, misses: int, effect: float) -> tuple[int, int]:
    """How many independent cases tell as much as these, for exact tests; rounded down."""
    return int(hits // effect), int(misses // effect)


def counts_of(share: Share) -> tuple[int, int]:
    """The hits and misses of a share, as those of independent cases."""
    return as_independent(share.hits, share.n - share.hits, share.effect)


def chance_apart(one: Share, other: Share) -> float:
    """The probability that chance alone sets two shares as far apart (Fisher's exact test).

    Rows in groups count as the number of independent rows that tell as much.
    """
    table = [counts_of(share) for share in (one, other)]
    return float(fisher_exact(table).pvalue)


def not_by_chance(chances: Sequence[float]) -> list[int]:
    """Which of several differences are sure, as places, the surest first.

    chances: the probability that chance alone makes each of them. With 95 %, none of those named is
    mere chance (Holm, Scand. J. Stat. 6, 1979).
    """
    order = sorted(range(len(chances)), key=lambda place: chances[place])
    for rank, place in enumerate(order):
        if chances[place] > SURE / (len(order) - rank):
            return order[:rank]
    return order


def chances_of_hits(strata: Iterable[tuple[int, int, int]]) -> np.ndarray:
    """The probability of 0, 1, 2, … hits among rows that chance alone draws from each stratum.

    strata: for each its rows, the hits among these, and how many rows are drawn. The number of hits
    drawn is hypergeometric, and the strata's numbers add up (the exact test of Cochran, Mantel and
    Haenszel; Agresti, Categorical Data Analysis, 2013, section 7.3.5).
    """
    sums = np.ones(1)
    for n, hits, drawn in strata:
        sums = np.convolve(sums, hypergeom.pmf(np.arange(min(hits, drawn) + 1), n, hits, drawn))
    return sums


def tells_apart(counts: Confusion) -> bool:
    """Whether a verdict surely tells the classes apart, better than chance.

    Fisher's exact test (1935; Agresti, Categorical Data Analysis, 2013, section 3.5): given how
    often the verdict says yes and how many rows are of the class, chance rarely gives that many
    hits. Where one class is rare this needs far fewer rows than beating a constant guess does. Rows
    in groups count as the number of independent rows that tell as much (Rao and Scott, Biometrics
    48, 1992).
    """
    effect = max(counts.effects.sensitivity, counts.effects.specificity)
    table = [
        as_independent(counts.true_positive, counts.false_positive, effect),
        as_independent(counts.false_negative, counts.true_negative, effect),
    ]
    return bool(fisher_exact(table, alternative="greater").pvalue < CHANCE)


def against_guess(e: Explanation, counts: Confusion) -> Duel:
    """A verdict against always guessing the class that is more frequent in training.

    Where errors have costs, the guess is the one that costs least in training, and the verdict must
    save more than it costs on the rows where it departs from the guess.
    """
    costs = e.settings.costs
    if guesses_yes(e):
        effect, even = counts.effects.negative_predictive_value, 1 - costs.worthwhile
        return Duel(counts.true_negative, counts.false_negative, effect, even)
    effect = counts.effects.positive_predictive_value
    return Duel(counts.true_positive, counts.false_positive, effect, costs.worthwhile)


def guesses_yes(e: Explanation) -> bool:
    """Whether the constant guess that costs least on the training rows is the positive class."""
    return e.settings.costs.says_yes(e.positives["train"], len(e.rows["train"]))


def against_machine(e: Explanation, form: Form, part: str) -> Duel:
    """A form against the machine on a part's rows; where they differ, exactly one is right."""
    apart = form.fidelity[part].n - form.fidelity[part].hits
    ahead = form.right[part].accuracy.hits - e.machine_right[part].accuracy.hits
    first, second = (apart + ahead) // 2, (apart - ahead) // 2
    of_class = form.apart[part]
    counting = _counting(e, form.right[part])
    return Duel(first, second, of_class.effect, apart=of_class, counting=counting)


def _counting(e: Explanation, counts: Confusion) -> tuple[float, float]:
    """What a row of the positive class and a row of the other class count for."""
    costs = e.settings.costs
    if costs != EVEN:
        return costs.miss, costs.false_alarm
    positives = counts.true_positive + counts.false_negative
    if e.settings.is_balanced and 0 < positives < counts.n:
        return counts.n / (2 * positives), counts.n / (2 * (counts.n - positives))
    return 1.0, 1.0
