"""What stops people who hear a page or who see little contrast."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

EXCEPT = {"presentation-role-conflict"}  # of Streamlit's drop zone, which a button opens as well


def found_by_axe(page: "Page") -> list[str]:
    """Each finding of axe-core with its element; none on a page that is as it should be."""
    from axe_playwright_python.sync_playwright import Axe

    told = Axe().run(page).response["violations"]
    return [
        f"{own['id']}: {node['html'][:200]}"
        for own in told
        if own["id"] not in EXCEPT
        for node in own["nodes"]
    ]


def rgb(color: str) -> list[int]:
    """The parts of a colour like #15191A, from 0 to 255."""
    return [int(color[i : i + 2], 16) for i in (1, 3, 5)]


def contrast(one: Sequence[float], other: Sequence[float]) -> float:
    """The contrast ratio of two colours, as WCAG 2.2 defines it; parts from 0 to 255."""

    def luminance(color: Sequence[float]) -> float:
        shares = [part / 255 for part in color]
        linear = [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)
