"""Recommendations in words."""

from collections.abc import Sequence

from interpret.measures import percent
from interpret.present.wording import MINUS
from interpret.ranking.choices import Choices
from interpret.ranking.judging import Figure, JudgedMethod
from interpret.ranking.methods import MOST_INVERTED
from interpret.ranking.rankings import Ranked, Taste
from interpret.ranking.reasons import Place
from interpret.ranking.recommend import LEFT_OUT, MACHINE, Recommended
from interpret.tell.blocks import Block, Heading, Sentence, Table, sentences

MEANS = "Means over users, with 95 % intervals (±)"


def machine_words(recommended: Recommended) -> str:
    chosen = recommended.machine
    q = "each user's own items not chosen" if chosen.own else "all items"
    lifted = f", times popularity to the power {chosen.popularity:g}" if chosen.popularity else ""
    return f"{chosen.kernel}, λ = {chosen.regularisation:g}, against the mean of {q}{lifted}"


def ordered(recommended: Recommended, metric: str) -> list[JudgedMethod]:
    """The methods, the best by a figure first."""
    return sorted(recommended.methods, key=lambda method: -method.figures[metric].mean)


def level(recommended: Recommended, metric: str) -> list[JudgedMethod]:
    """The best method by a figure, and those not proven to be behind it; the best first."""
    return [method for method in ordered(recommended, metric) if method.behind[metric].low <= 0]


def verdict(recommended: Recommended) -> str:
    """Which method is ahead by the chosen figure, by how much, and which figure disagrees."""
    metric = recommended.settings.metric
    best, *others = ordered(recommended, metric)
    if not others:
        return f"{_with_figure(best, metric)} by {metric}; no other method was judged."
    first = level(recommended, metric)
    machine = next((method for method in others if method.method == MACHINE), None)
    if len(first) == 1:
        difference = _behind(others[0], best, metric)
        text = f"{_with_figure(best, metric)} ranks best by {metric}: {difference}"
        if machine and machine is not others[0]:
            text += f"; {_behind(machine, best, metric)}"
    else:
        beside = machine if machine in first else first[1]
        names = joined([_with_figure(method, metric) for method in first])
        text = f"By {metric} {names} are level: "
        if beside.behind[metric].low == beside.behind[metric].high:
            text += f"{_the(beside)} and {_the(best)} do equally well for every user"
        else:
            text += f"for the same users {_the(beside)} is {behind(beside, metric)} behind "
            text += f"{_the(best)}, which may be chance"
        if machine and machine not in first:
            text += f"; {_behind(machine, best, metric)}"
    same = {method.method for method in first}
    differ = [
        f"by {other}, {_ahead([_the(method) for method in ahead])}"
        for other in ("AUC", "nDCG@10")
        for ahead in [level(recommended, other)]
        if other != metric and {method.method for method in ahead} != same
    ]
    text += f". Measured {'; '.join(differ)}" if differ else ""
    return f"{text[0].upper()}{text[1:]}."


def _ahead(names: Sequence[str]) -> str:
    """Which method ranks best, or which are level, with their number."""
    if len(names) == 1:
        return f"{names[0]} ranks best"
    return f"{len(names)} methods are level: {joined(names)}"


def _the(method: JudgedMethod) -> str:
    return f"the {method.method}" if method.method == MACHINE else method.method


def _with_figure(method: JudgedMethod, metric: str) -> str:
    return f"{_the(method)} ({method.figures[metric].mean:.3f})"


def _behind(method: JudgedMethod, best: JudgedMethod, metric: str) -> str:
    difference = f"{behind(method, metric)} behind {_the(best)}"
    return f"for the same users {_with_figure(method, metric)} is {difference}"


def behind(method: JudgedMethod, metric: str) -> str:
    """How far a method is behind the best, with the interval: "0.012 (0.004 to 0.020)"."""
    gap = method.behind[metric]
    return f"{gap.mean:.3f} ({gap.low:.3f} to {gap.high:.3f})".replace("-", MINUS)


def caveats(recommended: Recommended) -> list[str]:
    """What the figures leave out, and what their intervals mean, in sentences."""
    metric, items = recommended.settings.metric, len(recommended.choices.items)
    sentences = []
    if recommended.unseen:
        last = [
            f"{method.with_unseen[metric].mean:.3f} for {_the(method)}"
            for method in ordered(recommended, metric)
        ]
        sentences.append(
            f"{recommended.unseen:,} of {recommended.held:,} held-out choices "
            f"({percent(recommended.unseen / recommended.held)}) are of items that nobody chose "
            "in the choices learnt from, and the figures leave them out. With them ranked last, "
            f"{metric} is {joined(last)}."
        )
    left_out = LEFT_OUT[recommended.settings.without]
    if left_out:
        sentences.append(f"Left out by your settings: {joined(left_out)}.")
    if items > MOST_INVERTED and any(method.method == "EASE" for method in recommended.methods):
        sentences.append(
            f"EASE is learnt on the {MOST_INVERTED:,} most chosen of {items:,} items, and ranks "
            "the others below them by popularity."
        )
    if len(recommended.methods) > 1:
        sentences.append(
            "A difference between two methods is the mean of the same users' differences; the "
            "intervals of all pairs hold at once with 95 % (Student's t)."
        )
    return sentences


def because(place: Place, choices: Choices) -> str:
    """“because of A and B”: the chosen items that carry a score."""
    names = [choices.items[reason.item] for reason in place.reasons]
    if not names:
        return "like nothing that was chosen"
    return f"because of {joined(names)}"


def joined(names: Sequence[str]) -> str:
    """Names in a sentence: A, B and C."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if names[:-1] else names)


def taste_words(taste: Taste) -> str:
    """How heavy the rule is, whether a heavier one may exist, and how far the ranking agrees."""
    rule = taste.rule
    proven = (
        "no rule within the limits weighs more"
        if rule.proven
        else f"none weighs more than {rule.bound:.3f}"
    )
    text = (
        f"Each choice counting the same, it weighs {rule.objective:.3f} after the price of its "
        f"tests; {proven}."
    )
    if taste.fidelity is not None:
        text += (
            f" Of an item it covers and one it does not, the ranking puts the first above in "
            f"{100 * taste.fidelity:.0f} of 100 cases."
        )
    return text


def brief(recommended: Recommended) -> list[Block]:
    """Which method is ahead, the methods side by side, and what the figures leave out."""
    return [
        Sentence(verdict(recommended)),
        _side_by_side(recommended),
        *sentences(*caveats(recommended)),
    ]


def _side_by_side(recommended: Recommended) -> Table:
    names, metric = ("nDCG@10", "mAP@10", "recall@10", "AUC"), recommended.settings.metric
    best, *_ = every = ordered(recommended, metric)
    rows = [
        (
            method.method,
            *(_reached(method.figures[name]) for name in names),
            None if method is best else behind(method, metric),
        )
        for method in every
    ]
    return Table(MEANS, ["method", *names, f"{metric} behind the best"], rows)


def _reached(figure: Figure) -> str:
    return f"{figure.mean:.3f} ± {figure.high - figure.mean:.3f}"


def ranking(who: str, ranked_user: Ranked, choices: Choices) -> list[Block]:
    """A user's ranking, with the reason for every place."""
    rows = [
        (f"{number}.", choices.items[place.item], f"{place.score:+.4f}", because(place, choices))
        for number, place in enumerate(ranked_user.places, start=1)
    ]
    taste = ranked_user.taste
    rule = () if taste is None else (f"The rule of the taste: {taste.formula}", taste_words(taste))
    return [
        Heading(f"{who} chose {len(ranked_user.chosen)} items. Recommended:"),
        Table("", ["", "item", "score", ""], rows),
        *sentences(*rule),
    ]
