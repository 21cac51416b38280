"""An evolution in words: how far it came, and what its best rule is worth."""

from interpret.data.complaints import counted
from interpret.forms.evolve import Evolved
from interpret.measures import percent
from interpret.present.wording import length_words


def evolution_words(evolved: Evolved) -> str:
    """How far it came, beside the exact search."""
    return f"{_came(evolved)} {_exact(evolved)}".strip()


def _came(evolved: Evolved) -> str:
    last, bound = evolved.stages[-1].generation, evolved.bound
    if evolved.reached is not None:
        return (
            f"It reached the bound after {counted(evolved.reached, 'generation')}: no rule weighs "
            f"more than {bound:.4g}."
        )
    stopped = "You stopped it" if evolved.found.rule.stopped_by == "cancel" else "It ended"
    return (
        f"{stopped} after {counted(last.number, 'generation')} at "
        f"{percent(last.objective / bound)} of the bound."
    )


def _exact(evolved: Evolved) -> str:
    if evolved.exact is None:
        return ""
    if evolved.heavier is None:
        return "The exact search found none that is heavier."
    rule = evolved.heavier.rule
    proven = "which is proven to be the most" if rule.proven else "which may not be the most"
    length = length_words(rule.formula)
    return f"The exact search found {length} that weigh {rule.objective:.4g}, {proven}."


def worth_words(evolved: Evolved) -> str:
    """How often the last best rule agrees with the machine and with the table."""
    last = evolved.stages[-1]
    part, rows = ("test", "unseen") if last.fidelity["test"].n else ("train", "training")
    agrees, right = last.fidelity[part], last.accuracy[part]
    return (
        f"On {agrees.n:,} {rows} rows its rule agrees with the machine on {percent(agrees.value)} "
        f"and is right on {percent(right.value)}."
    )
