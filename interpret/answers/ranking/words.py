"""What was recommended, in words."""

from collections.abc import Sequence

from interpret.answers.ranking.choices import Choices
from interpret.answers.ranking.judging import JudgedMethod
from interpret.answers.ranking.methods import MOST_INVERTED
from interpret.answers.ranking.rankings import Ranked
from interpret.answers.ranking.reasons import Place
from interpret.answers.ranking.recommend import MACHINE, Recommended
from interpret.answers.ranking.tastes import Taste
from interpret.measures import percent
from interpret.present.wording import MINUS


def machine_words(found: Recommended) -> str:
    own = found.machine
    q = "each user's own items not chosen" if own.own else "all items"
    lifted = f", times popularity to the power {own.popularity:g}" if own.popularity else ""
    return f"{own.kernel}, λ = {own.regularisation:g}, against the mean of {q}{lifted}"


def ordered(found: Recommended, metric: str) -> list[JudgedMethod]:
    """The methods, the best by a figure first."""
    return sorted(found.methods, key=lambda own: -own.figures[metric].mean)


def level(found: Recommended, metric: str) -> list[JudgedMethod]:
    """The best method by a figure, and those not proven to be behind it; the best first."""
    return [own for own in ordered(found, metric) if own.behind[metric].low <= 0]


def verdict(found: Recommended) -> str:
    """Who is ahead by what was asked and by how much, and that another figure says otherwise."""
    metric = found.asked.metric
    best, *others = ordered(found, metric)
    if not others:
        return f"{_told(best, metric)} by {metric}; no other way of ranking was judged."
    first = level(found, metric)
    machine = next((own for own in others if own.method == MACHINE), None)
    if len(first) == 1:
        text = f"{_told(best, metric)} ranks best by {metric}: {_behind(others[0], best, metric)}"
        if machine and machine is not others[0]:
            text += f"; {_behind(machine, best, metric)}"
    else:
        beside = machine if machine in first else first[1]
        names = joined([_told(own, metric) for own in first])
        text = f"By {metric} {names} are level: "
        if beside.behind[metric].low == beside.behind[metric].high:
            text += f"{_the(beside)} and {_the(best)} do equally well for every user"
        else:
            text += f"for the same users {_the(beside)} is {behind(beside, metric)} behind "
            text += f"{_the(best)}, which may be chance"
        if machine and machine not in first:
            text += f"; {_behind(machine, best, metric)}"
    same = {own.method for own in first}
    differ = [
        f"by {other}, {joined([_the(own) for own in ahead])} "
        + ("ranks best" if len(ahead) == 1 else "are level")
        for other in ("AUC", "nDCG@10")
        for ahead in [level(found, other)]
        if other != metric and {own.method for own in ahead} != same
    ]
    text += f". The order depends on the figure: {'; '.join(differ)}" if differ else ""
    return f"{text[0].upper()}{text[1:]}."


def _the(own: JudgedMethod) -> str:
    return f"the {own.method}" if own.method == MACHINE else own.method


def _told(own: JudgedMethod, metric: str) -> str:
    return f"{_the(own)} ({own.figures[metric].mean:.3f})"


def _behind(own: JudgedMethod, best: JudgedMethod, metric: str) -> str:
    return f"for the same users {_told(own, metric)} is {behind(own, metric)} behind {_the(best)}"


def behind(own: JudgedMethod, metric: str) -> str:
    """How far a method is behind the best, with the interval: "0.012 (0.004 to 0.020)"."""
    told = own.behind[metric]
    return f"{told.mean:.3f} ({told.low:.3f} to {told.high:.3f})".replace("-", MINUS)


def caveats(found: Recommended) -> list[str]:
    """What the figures leave out, and what their intervals are, a sentence each."""
    metric, items = found.asked.metric, len(found.choices.items)
    told = []
    if found.unseen:
        last = [
            f"{own.with_unseen[metric].mean:.3f} for {_the(own)}" for own in ordered(found, metric)
        ]
        told.append(
            f"{found.unseen:,} of {found.held:,} held-out choices "
            f"({percent(found.unseen / found.held)}) are of items that nobody chose in what is "
            "learnt from: no way can rank them, and the figures leave them out. With them ranked "
            f"last, {metric} is {joined(last)}."
        )
    if found.asked.without:
        told.append(f"Left out, as asked: {joined(found.asked.without)}.")
    if items > MOST_INVERTED and any(own.method == "EASE" for own in found.methods):
        told.append(
            f"EASE is learnt on the {MOST_INVERTED:,} most chosen of {items:,} items, and ranks "
            "the others below them by popularity: its matrix of all would take too long."
        )
    if len(found.methods) > 1:
        told.append(
            "How far ways are apart is the mean of the same users' differences. Its interval, by "
            "Student's t, is so wide that with 95 % those of all pairs of ways hold at once."
        )
    return told


def because(place: Place, choices: Choices) -> str:
    """“because of A and B”: the chosen items that carry a score."""
    names = [choices.items[reason.item] for reason in place.reasons]
    if not names:
        return "like nothing that was chosen"
    return f"because of {joined(names)}"


def joined(names: Sequence[str]) -> str:
    """Names in a sentence: A, B and C."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if names[:-1] else names)


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
    names, metric = ("nDCG@10", "mAP@10", "recall@10", "AUC"), found.asked.metric
    lines = [
        "  " + "method".ljust(16) + "".join(name.rjust(18) for name in names)
        + f"{metric} behind the best".rjust(34)
    ]  # fmt: skip
    best, *_ = every = ordered(found, metric)
    for own in every:
        cells = (
            f"{own.figures[n].mean:.3f} ± {own.figures[n].high - own.figures[n].mean:.3f}"
            for n in names
        )
        line = "  " + own.method.ljust(16) + "".join(cell.rjust(18) for cell in cells)
        lines.append(line + ("–" if own is best else behind(own, metric)).rjust(34))
    return lines
