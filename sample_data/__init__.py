"""Small tables that the project makes itself, and the list of those that the dashboard offers.

This folder has the CSV files, the module that makes them, `generate`, and, below, the list that a
page offers. Its README.md has the true rule of each table. Tables by
others are not here; benchmarks find them outside the repository. Start reading with `generate.py`.
"""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class SampleTable:
    """A table to try: the question it answers, its size in words, and what is predicted.

    positive: the class to explain, or None if the target is a number; cells: the columns row by row
    where they are the cells of a board.
    """

    file: str
    question: str
    size: str
    target: str
    positive: str | None
    cells: tuple[str, ...] = ()

    @property
    def path(self) -> Path:
        return Path(__file__).parent / self.file


SIDES = "left", "middle", "right"
BOARD = tuple(f"{row}-{side}" for row in ("top", "middle", "bottom") for side in SIDES)
SAMPLES = (
    SampleTable(
        "tic-tac-toe.csv", "Who wins at tic-tac-toe?", "958 boards", "x wins", "yes", BOARD
    ),
    SampleTable("monks-3.csv", "Which robots are friends?", "432 robots", "friend", "yes"),
    SampleTable(
        "art-d4-c3.csv", "Which rule was hidden here?", "1,000 rows of 30 switches", "class", "yes"
    ),
    SampleTable("clinic.csv", "Who needs intensive care?", "1,200 patients", "care", "intensive"),
    SampleTable("flats.csv", "What does a flat's rent depend on?", "1,000 flats", "rent", None),
)
