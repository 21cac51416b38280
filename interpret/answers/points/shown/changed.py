"""A card changed by hand beside the one that stands: the figures of both, and its chances."""

from interpret.answers.points.card_figures import CardFigures
from interpret.answers.points.shown.words import total_text
from interpret.answers.rule.answer.explanation import Explanation
from interpret.present import wording
from interpret.shares import Share

Row = tuple[str, str, str, str]  # name, value here, value of the changed one, difference


def compared_rows(e: Explanation, before: CardFigures, now: CardFigures) -> tuple[Row, ...]:
    """Each figure of both cards on the judged rows, and by how much it differs."""
    part = e.judged_on
    one, other = before.right[part], now.right[part]
    return (
        _shares("right", one.accuracy, other.accuracy),
        _shares("sensitivity", one.sensitivity, other.sensitivity),
        _shares("specificity", one.specificity, other.specificity),
        _shares("agrees with the machine", before.fidelity[part], now.fidelity[part]),
        _counts("conditions", len(before.card.terms), len(now.card.terms)),
        _counts("tests", len(before.card), len(now.card)),
    )


def _shares(what: str, before: Share, now: Share) -> Row:
    change = (
        "–" if not (before.n and now.n) else wording.difference(100 * (now.rate - before.rate), 100)
    )
    return what, wording.percent(before.value), wording.percent(now.value), change


def _counts(what: str, before: int, now: int) -> Row:
    return what, f"{before:,}", f"{now:,}", wording.difference(now - before)


def changed_words(before: CardFigures, now: CardFigures) -> str:
    """What the chances of a changed card rest on, and what is not known about it."""
    if now.card == before.card:
        return "Nothing is changed yet."
    if now.card.terms == before.card.terms:
        chances = (
            f"The cut alone has changed, from {total_text(before.card.cut)} to "
            f"{total_text(now.card.cut)}: the chance at each total stays."
        )
    elif not now.chances.slope:
        chances = (
            "Among training rows more points do not make the class more probable: each total has "
            "the same chance."
        )
    else:
        chances = (
            "The chance at each total is learned anew from the training rows alone, so that it is "
            "a little too sure."
        )
    return f"{chances} Nothing is proven of a changed card, and none was tried in validation."
