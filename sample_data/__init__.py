"""Small tables that the project makes itself, and those that the dashboard offers.

Here live the CSV files, their definitions (`generate`, `clinic`, `flats`, `tastes`) and the list of
those that a page offers, below. What decides in each of them is told in README.md of this folder.
Tables that others made do not live here: benchmarks find them outside the repository. Start reading
with `generate.py`.
"""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class SampleTable:
    """A table to try: the question it answers, its size in words, what is predicted.

    positive: the class that is explained, None where a number is.
    """

    file: str
    question: str
    size: str
    target: str
    positive: str | None

    @property
    def path(self) -> Path:
        return Path(__file__).parent / self.file


SAMPLES = (
    SampleTable("tic-tac-toe.csv", "Who wins at tic-tac-toe?", "958 boards", "x wins", "yes"),
    SampleTable("monks-3.csv", "Which robots are friends?", "432 robots", "friend", "yes"),
    SampleTable(
        "art-d4-c3.csv", "Which rule was hidden here?", "1,000 rows of 30 switches", "class", "yes"
    ),
    SampleTable("clinic.csv", "Who needs intensive care?", "1,200 patients", "care", "intensive"),
    SampleTable("flats.csv", "What does a flat's rent depend on?", "1,000 flats", "rent", None),
)
