"""What is told of an answer, whatever shows it: blocks of plain text, drawings and charts.

Whoever composes blocks escapes nothing: whoever shows them makes every text safe for its place.
Only `Drawn.markup` goes into a page as it stands; what draws has escaped the texts in it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

Cell = str | int | None


@dataclass(frozen=True)
class Heading:
    """level: 2 for a part of an answer, 3 and 4 for parts of that."""

    text: str
    level: int = 2


@dataclass(frozen=True)
class Sentence:
    """One paragraph. quiet: beside what it explains, in small letters where there are such."""

    text: str
    quiet: bool = False


@dataclass(frozen=True)
class Notice:
    """What to bear in mind of the data or of the answer. warns: before anything is done with it."""

    text: str
    warns: bool = False


@dataclass(frozen=True)
class Fact:
    """A figure. note: its interval, and what to see it beside; about: what it means."""

    name: str
    value: str
    note: str = ""
    about: str = ""


@dataclass(frozen=True)
class Facts:
    """A few figures that are to be seen first."""

    facts: tuple[Fact, ...]


@dataclass(frozen=True)
class Badge:
    """What to think of an answer: a headline, whether it is good news, and what it rests on."""

    headline: str
    good: bool
    parts: "tuple[Block, ...]"


@dataclass(frozen=True)
class Line:
    """A condition. right, wrong: how many rows it covers; cells: its figures."""

    text: str
    right: int = 0
    wrong: int = 0
    cells: tuple[str, ...] = ()

    @property
    def in_words(self) -> str:
        """The condition with its figures in brackets."""
        figures = ", ".join(filter(None, self.cells))
        return f"{self.text} ({figures})" if figures else self.text


@dataclass(frozen=True)
class Lines:
    """Conditions under what they say together."""

    caption: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Table:
    """The first cell of each row names it. A number is a number; None is a figure that is not."""

    caption: str
    head: Sequence[str]
    rows: Sequence[Sequence[Cell]]


@dataclass(frozen=True)
class Drawn:
    """A picture or a form as safe markup, its caption, and the script that it needs.

    framed: whether it is a figure by itself, and no part of the text.
    """

    markup: str
    caption: str = ""
    script: str = ""
    framed: bool = True


@dataclass(frozen=True, eq=False)
class Chart:
    """A Plotly figure, and the same in words. name: of the chart on its page."""

    name: str
    figure: Any
    text: str


@dataclass(frozen=True)
class Pair:
    """Parts that stand side by side where there is room."""

    parts: "tuple[Sequence[Block], ...]"


@dataclass(frozen=True)
class Fold:
    """Parts that stand behind their title until they are asked for, where a medium can do that."""

    title: str
    parts: "tuple[Block, ...]"


Block = Heading | Sentence | Notice | Facts | Badge | Lines | Table | Drawn | Chart | Pair | Fold


def inside(blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks and those inside them."""
    for block in blocks:
        yield block
        if isinstance(block, Badge | Fold):
            yield from inside(block.parts)
        elif isinstance(block, Pair):
            for part in block.parts:
                yield from inside(part)


@dataclass(frozen=True)
class Page:
    """A document that stands alone.

    facts: below its title; sections: each its classes in the style, and its blocks; table and
    digest: where it comes from.
    """

    title: str
    facts: Sequence[str]
    sections: Sequence[tuple[str, Sequence[Block]]]
    table: str
    digest: str


def sentences(*texts: str, quiet: bool = False) -> list[Block]:
    """A Sentence for each text that there is."""
    return [Sentence(text, quiet) for text in texts if text]


def shown(cell: Cell) -> str:
    """A cell of a table as text."""
    return "–" if cell is None else cell if isinstance(cell, str) else f"{cell:,}"
