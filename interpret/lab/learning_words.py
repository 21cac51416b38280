"""Kernels learnt, in words."""

from collections.abc import Sequence

from interpret.lab.learn import Learnt, Weighing
from interpret.lab.learning_figures import dots_of
from interpret.present.wording import percent

HEAVY, MOST = 0.05, 3  # of the weight; degrees that are named
TIGHT = 1e-4  # a gap that counts as none
DIGITS = 3  # of an AUC: a smaller difference is a tie


def heaviest_words(weights: Sequence[float]) -> str:
    """The degrees of most of the weight, the identity's last: "Degrees 4 and 5 carry"."""
    shares = sorted(enumerate(weights, start=1), key=lambda one: -one[1])
    heavy = sorted(d for d, share in shares[:MOST] if share >= HEAVY)
    degrees = [str(d) for d in heavy if d < len(weights)]
    if not heavy:
        return "Many degrees share"
    if not degrees:
        return "The identity alone carries"
    names = degrees + ["the identity"] * (len(weights) in heavy)
    said = " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
    noun = "Degrees" if len(degrees) > 1 else "Degree"
    return f"{noun} {said} {'carry' if len(names) > 1 else 'carries'}"


def verdict_words(learnt: Learnt) -> str:
    """Which degrees carry the weight, and whether another mix could be better."""
    best = learnt.best
    other = f"another mix could be better by up to {gap_words(learnt)}"
    if _gap(learnt) <= TIGHT:
        other = "no other mix has a smaller ratio, which is proven"
    stopped = "" if best.complete else ": the search was stopped half-way"
    return f"{heaviest_words(best.weights)} the weight, and {other}{stopped}."


def gap_words(learnt: Learnt) -> str:
    """By how much the ratio could be smaller, at most."""
    share = _gap(learnt)
    return f"{100 * max(0, share):.4f} %" if share < 0.1 else f"{100 * share:.0f} %"


def _gap(learnt: Learnt) -> float:
    return 1 - learnt.bound / learnt.best.ratio


def average_of(learnt: Learnt) -> Weighing | None:
    """The average of the kernels, where it was weighed and is not the best."""
    ways = (way for way in learnt.ways if way.name == "average" and way is not learnt.best)
    return next(ways, None)


def against_words(learnt: Learnt) -> str | None:
    """How the best AUC differs from the linear kernel's if that is better, else the average's."""
    best, linear, average = learnt.best, learnt.linear, average_of(learnt)
    if best.auc is None:
        return None
    if linear_words(learnt) and linear and linear.auc is not None:
        return f"{100 * (best.auc - linear.auc):+.2f} against the linear kernel"
    if average is None or average.auc is None:
        return None
    return f"{100 * (best.auc - average.auc):+.2f} against equal weights"


def linear_words(learnt: Learnt) -> str:
    """A sentence if the linear kernel ranks held-out rows better than the learnt one, else ""."""
    best, linear = learnt.best, learnt.linear
    if linear is None or linear.auc is None or best.auc is None:
        return ""
    if round(linear.auc, DIGITS) <= round(best.auc, DIGITS):
        return ""
    average = average_of(learnt)
    beside = "" if average is None else f", that of the average {percent(average.auc, 2)}"
    return (
        f"The linear kernel alone ranks the rows held out better: its AUC is "
        f"{percent(linear.auc, 2)}, that of the learnt kernel {percent(best.auc, 2)}{beside}."
    )


def formulas_words(learnt: Learnt) -> list[str]:
    """Sentences on the random formulas: which one the ratio chooses, and where it was measured."""
    dots, sentences = dots_of(learnt), []
    if dots:
        sentences.append(
            "The formula with a ring has the smallest ratio, so it can be chosen without "
            f"validation. Its AUC is {percent(dots[0].auc, 2)}; the best AUC of a formula here is "
            f"{percent(max(dot.auc for dot in dots), 2)}."
        )
    apart = sum(one.ratio is None for one in learnt.formulas)
    if apart:
        has, it = ("has", "it") if apart == 1 else ("have", "they")
        sentences.append(
            f"{apart} of {len(learnt.formulas)} {has} no ratio, because {it} cannot separate the "
            "classes."
        )
    if learnt.linear and learnt.linear.ratio is None:
        sentences.append("The linear kernel has none, because it cannot separate the classes.")
    sentences.append(
        f"Ratios are measured on the {learnt.n_train:,} training rows, and AUCs on the "
        f"{learnt.n_test:,} rows held out. The margin is hard; the thesis chooses C by validation "
        "instead. ρ is the distance between the hulls of the two classes."
    )
    return sentences
