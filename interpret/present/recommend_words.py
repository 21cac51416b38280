"""What was recommended, in words."""

from interpret.recommend.choices import Choices
from interpret.recommend.judging import JudgedMethod
from interpret.recommend.rankings import Ranked
from interpret.recommend.reasons import Place
from interpret.recommend.recommend import MACHINE, Recommended
from interpret.recommend.tastes import Taste


def machine_words(found: Recommended) -> str:
    own = found.machine
    q = "each user's own items not chosen" if own.own else "all items"
    lifted = f", times popularity to the power {own.popularity:g}" if own.popularity else ""
    return f"{own.kernel}, λ = {own.regularisation:g}, against the mean of {q}{lifted}"


def ordered(found: Recommended, metric: str) -> list[JudgedMethod]:
    """The methods, the best by a figure first."""
    return sorted(found.methods, key=lambda own: -own.figures[metric].mean)


def verdict(found: Recommended) -> str:
    """Who ranks best by what was asked, and that the order is another by another figure."""
    metric = found.asked.metric
    best, *others = ordered(found, metric)
    own = best.figures[metric]
    text = f"{best.method[0].upper() + best.method[1:]} ranks best by {metric}: {own.mean:.3f}"
    machine = found.methods[0].figures[metric]
    if best.method != MACHINE:
        text += f", the kernel machine {machine.mean:.3f}"
        text += ", and their intervals overlap" if machine.high > own.low else ""
    elif others:
        text += f", then {others[0].method} {others[0].figures[metric].mean:.3f}"
    names = {
        other: ordered(found, other)[0].method for other in ("AUC", "nDCG@10") if other != metric
    }
    differ = [f"by {other}, {name} is best" for other, name in names.items() if name != best.method]
    return f"{text}." + (
        f" The order depends on the figure: {'; '.join(differ)}." if differ else ""
    )


def because(place: Place, choices: Choices) -> str:
    """“because of A and B”: the chosen items that carry a score."""
    names = [choices.items[reason.item] for reason in place.reasons]
    if not names:
        return "like nothing that was chosen"
    joined = " and ".join([", ".join(names[:-1]), names[-1]] if names[:-1] else names)
    return f"because of {joined}"


def taste_words(own: Taste) -> str:
    """How heavy the rule is, whether a heavier one can be, and how far the ranking follows it."""
    rule = own.rule
    proven = (
        "no rule within the limits weighs more"
        if rule.proven
        else f"none weighs more than {rule.bound:.3f}"
    )
    text = (
        f"Each choice counting the same, it weighs {rule.objective:.3f} after the price of its "
        f"tests; {proven}."
    )
    if own.fidelity is not None:
        text += (
            f" Of an item it covers and one it does not, the ranking puts the first above in "
            f"{100 * own.fidelity:.0f} of 100 cases."
        )
    return text


def ranking_lines(who: str, own: Ranked, choices: Choices) -> list[str]:
    """A ranking as lines of text."""
    lines = [f"{who} chose {len(own.chosen)} items. Recommended:"]
    width = max((len(choices.items[p.item]) for p in own.places), default=0)
    for number, place in enumerate(own.places, start=1):
        name = choices.items[place.item].ljust(min(width, 40))
        lines.append(f"  {number:>2}. {name}  {place.score:+.4f}  {because(place, choices)}")
    if own.taste is not None:
        lines += [f"  The rule of the taste: {own.taste.formula}", f"  {taste_words(own.taste)}"]
    return lines


def table_lines(found: Recommended) -> list[str]:
    """The methods side by side."""
    names = ("nDCG@10", "mAP@10", "recall@10", "AUC")
    lines = ["  " + "method".ljust(16) + "".join(name.rjust(18) for name in names)]
    for own in ordered(found, found.asked.metric):
        cells = (
            f"{own.figures[n].mean:.3f} ± {own.figures[n].high - own.figures[n].mean:.3f}"
            for n in names
        )
        lines.append("  " + own.method.ljust(16) + "".join(cell.rjust(18) for cell in cells))
    return lines
