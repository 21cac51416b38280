"""How stable a card's totals are on new rows, in a sentence."""

from interpret.data.complaints import counted
from interpret.points.credit import LARGE, SMALL, Stability


def stability_words(found: Stability) -> str:
    """The index with what it means by the limits that are usual in credit."""
    if found.index < SMALL:
        means = f"below {SMALL:.2f}: the points lie as they did"
    elif found.index < LARGE:
        means = f"from {SMALL:.2f} to {LARGE:.2f}: the points lie somewhat differently"
    else:
        means = f"{LARGE:.2f} or more: the points lie much differently, and the card needs a look"
    return (
        f"The stability index of the points is {found.index:.2f} ({means}), of "
        f"{counted(found.now, 'row')} beside {found.then:,} in {counted(found.parts, 'range')} of "
        f"totals; chance alone makes about {found.by_chance:.2f}."
    )
