"""The panels with a picture in "How to read an answer", and the numbered parts of each."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from playwright.sync_api import Locator, Page

Place = tuple[Locator, float, float]  # a point of a drawing, as shares of its width and height


@dataclass(frozen=True)
class Panel:
    """A picture: what it shows, and which parts of it have a number.

    form: the form to turn to first; tab: the part to open; opened: the panel to unfold.
    """

    name: str
    shown: Callable[[Page], Sequence[Locator]]
    marked: Callable[[Page], Sequence[Locator | Place]]
    tab: str | None = None
    opened: str | None = None
    form: str | None = None


def heading(page: Page, name: str) -> Locator:
    return page.get_by_role("heading", name=name)


def text(page: Page, words: str) -> Locator:
    return page.get_by_text(words).first


def chart(page: Page, number: int) -> Locator:
    return page.get_by_test_id("stPlotlyChart").nth(number)


def table(page: Page, number: int) -> Locator:
    return page.get_by_test_id("stDataFrame").nth(number)


def unfolded(page: Page) -> Locator:
    return page.get_by_test_id("stExpander").filter(has=page.locator("details[open]")).last


PANELS = (
    Panel("card", lambda page: [page.locator(".poster:visible")], lambda page: [], form="Points"),
    Panel(
        "answer",
        lambda page: [page.locator(".poster:visible")],
        lambda page: [
            page.locator(".poster:visible .lines li").first,
            *(
                page.locator(".poster:visible").get_by_text(words).first
                for words in ("right on", "otherwise", "Flags")
            ),
            page.locator(".poster:visible").get_by_text("Surely better"),
        ],
        form="Rule",
    ),
    Panel(
        "live",
        lambda page: [page.locator(".live")],
        lambda page: [
            page.get_by_role("checkbox").first,
            page.get_by_role("spinbutton", name="Points of").first,
            page.locator(".live .total"),
            (page.locator(".live .drawn"), 0.45, 0.15),
            page.locator(".live .flags"),
        ],
        tab="Live card",
        form="Points",
    ),
    Panel(
        "how-sure",
        lambda page: [
            page.locator(".st-key-opened").get_by_role("heading").first,
            text(page, "of these rows as the machine does"),
            text(page, "The line is the chance"),
        ],
        lambda page: [
            page.locator(".st-key-opened").get_by_role("heading").first,
            text(page, "Agrees with the machine"),
            text(page, "Right, on unseen rows"),
            text(page, "On 360 unseen rows the"),
            text(page, "fit the training rows better"),
        ],
        tab="How sure",
    ),
    Panel(
        "errors",
        lambda page: [heading(page, "How often they are right"), text(page, "from top to bottom")],
        lambda page: [
            text(page, "finds, of"),
            text(page, "right where it says so"),
            text(page, "agrees with the machine"),
        ],
        tab="Where it errs",
    ),
    Panel(
        "wronged",
        lambda page: [unfolded(page)],
        lambda page: [text(page, "Groups of")],
        tab="Where it errs",
        opened="Who is wronged",
    ),
    Panel(
        "simple",
        lambda page: [
            heading(page, "Does it beat the simple ways?"),
            text(page, "Right on the same 360 unseen rows"),
        ],
        lambda page: [
            text(page, "the rule ("),
            text(page, "majority class"),
            text(page, "decision tree of depth 3"),
        ],
        tab="Where it errs",
    ),
    Panel(
        "disagree",
        lambda page: [heading(page, "and machine disagree"), table(page, 0)],
        lambda page: [text(page, "unseen in training"), (table(page, 0), 0.46, 0.0)],
        tab="Rows",
    ),
    Panel(
        "length",
        lambda page: [heading(page, "How long should it be?"), chart(page, 0)],
        lambda page: [(chart(page, 0), x, y) for x, y in ((0.21, 0.3), (0.74, 0.33))],
        tab="Alternatives",
    ),
    Panel(
        "carries",
        lambda page: [heading(page, "What carries the decision"), chart(page, 0)],
        lambda page: [(chart(page, 0), 0.93, 0.13), (chart(page, 0), -0.02, 0.13)],
        tab="Inside the machine",
    ),
)
STILL = Panel(
    "still",
    lambda page: [heading(page, "still hold?"), table(page, 1)],
    lambda page: [text(page, "is weaker than it was"), (table(page, 1), 0.62, 0.0)],
    opened="What has changed",
)
NUMBER = Panel(
    "number",
    lambda page: [page.locator(".poster")],
    lambda page: [
        page.locator(".poster h2"),
        page.locator(".poster th").first,
        (page.locator(".poster .picture"), 0.5, 0.1),
        page.locator(".poster .claims"),
    ],
)
COMPARED = Panel(
    "compared",
    lambda page: [
        heading(page, "may be the best"),
        chart(page, 0),
    ],
    lambda page: [
        heading(page, "may be the best"),
        (chart(page, 0), 0.95, 0.2),
        (chart(page, 0), 0.2, 0.76),
    ],
)
LEARNT = Panel(
    "learnt",
    lambda page: [
        heading(page, "carry the weight"),
        text(page, "AUC on rows held out"),
        text(page, "against equal weights"),
    ],
    lambda page: [
        heading(page, "carry the weight"),
        text(page, "Could be smaller by"),
        text(page, "AUC on rows held out"),
    ],
)
RECOMMENDED = Panel(
    "recommended",
    lambda page: [heading(page, "Which method ranks best"), chart(page, 0)],
    lambda page: [
        text(page, "Measured by"),
        page.get_by_text("Figure", exact=True).first,
        (chart(page, 0), 0.9, 0.12),
    ],
)
