"""The machine and the baselines' own settings, chosen on choices that are never judged."""

from collections.abc import Callable, Iterable, Mapping

import numpy as np
from scipy import sparse

from interpret.recommend.judging import figure_on
from interpret.recommend.methods import (
    ASYMMETRIES,
    BASELINES,
    PENALTIES,
    RIDGES,
    AsymmetricCosine,
    Ease,
    Factors,
    Komd,
    Method,
)
from interpret.recommend.settings import AUTO, Recommending
from interpret.recommend.splits import Split, inner

KERNELS = (
    "linear",
    "Tanimoto",
    "mC(2)",
    "polynomial(2,0)",
    "mD(2)",
    "mD(5)",
    "mD(10)",
    "mD(30)",
    "mD(100)",
)
REGULARISATIONS = (0.01, 0.1, 1.0, 10.0)
POWERS = (0.0, 0.25, 0.5, 0.75)


class StoppedError(Exception):
    """The choice was told to stop before there was a machine."""


def chosen_machine(
    R: sparse.csr_array, asked: Recommending, tell: Callable[[int], object] = lambda done: True
) -> Komd:
    """The best by the asked metric on an inner split: kernel, λ, what q is of, popularity.

    One choice after the other and not their product; of equals the first, which is the simplest.
    StoppedError is raised where tell(machines tried) returns False.
    """
    split = inner(R, np.random.default_rng(asked.seed))
    kernels = KERNELS if asked.kernel == AUTO else (asked.kernel,)
    is_auto = asked.regularisation == AUTO
    lambdas = REGULARISATIONS if is_auto else (float(asked.regularisation),)
    owns = (True, False) if asked.negatives == AUTO else (asked.negatives == "own",)
    known: dict[Komd, float] = {}

    def best(machines: Iterable[Komd]) -> Komd:
        machines = list(machines)
        if len(machines) > 1:
            for machine in machines:
                if machine not in known:
                    if tell(len(known)) is False:
                        raise StoppedError
                    known[machine] = figure_on(machine, split, asked.metric)
        return max(machines, key=lambda own: known.get(own, -np.inf))

    kernel = best(Komd(kernel, lambdas[0], owns[0]) for kernel in kernels).kernel
    regularisation = best(Komd(kernel, own, owns[0]) for own in lambdas).regularisation
    own = best(Komd(kernel, regularisation, own) for own in owns).own
    powers = POWERS if asked.popularity == AUTO else (float(asked.popularity),)
    return best(Komd(kernel, regularisation, own, power) for power in powers)


def tuned_baselines(R: sparse.csr_array, asked: Recommending) -> Mapping[str, Method]:
    """The baselines, each with its own setting by the same inner split."""
    split = inner(R, np.random.default_rng(asked.seed))
    own = dict(BASELINES)
    own["MSDw"] = _best((AsymmetricCosine(a) for a in ASYMMETRIES), split, asked.metric)
    own["EASE"] = _best((Ease(l2) for l2 in RIDGES), split, asked.metric)
    for name, penalties in PENALTIES.items():
        own[name] = _best((Factors(name, p) for p in penalties), split, asked.metric)
    return own


def _best(methods: Iterable[Method], split: Split, metric: str) -> Method:
    return max(methods, key=lambda own: figure_on(own, split, metric))
