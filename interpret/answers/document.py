"""What every document of an answer begins with, and how a file that holds one is read,
with the limits of what it may hold.
"""

import json
import re
from codecs import BOM_UTF8
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from interpret import documents as doc
from interpret.data.complaints import DataError, quoted
from interpret.data.table import Table
from interpret.versions import versions

WHOLE = "A stored answer must be as it was written"
NO_ANSWER = (
    "What predicts must be an answer of Rulescope, as --json and the page's JSON download write it"
)

OF_JSON = re.compile(rb'\{\s*"[^"]{0,100}"\s*:')  # how an object begins, and hardly a table


def of_table(table: Table) -> dict[str, Any]:
    """What every document of an answer begins with: the versions at work, and the table."""
    return {
        "schema": doc.SCHEMA,
        "versions": versions(),
        "table": {
            "name": table.name,
            "digest": table.digest,
            "sheet": table.sheet,
            "rows": table.n_rows,
            "columns": list(table.names),
        },
    }


@dataclass(frozen=True)
class DocumentLimits:
    """What a document may hold: more than any answer does, and less than what fills a machine.

    length: bytes; digits: characters of a number. terms: of a card, a rule or a number; tests: of a
    clause. points: of a term, so that no total is above 2^53. slope and flat: the steepest curve of
    chances and the flattest that is not level. cells: support rows times variables.
    """

    length: int = 200_000_000
    digits: int = 40
    terms: int = 1_000
    tests: int = 1_000
    points: int = 10**12
    slope: float = 1e6
    flat: float = 1e-12
    cells: int = 500_000_000

    def check_card(self, points: Sequence[int], slope: float) -> None:
        """A ValueError if a card has more terms, more points or another curve than it may have."""
        self.check_terms(len(points))
        most = max(map(abs, points), default=0)
        if most > self.points:
            raise ValueError(f"a term has at most {self.points:,} points, not {most:,}")
        if slope and not self.flat <= abs(slope) <= self.slope:
            raise ValueError(
                f"the slope of chances is 0 or between {self.flat:g} and {self.slope:g} in size, "
                f"not {slope:g}"
            )

    def check_terms(self, n: int) -> None:
        """A ValueError if there are more terms, or clauses of a rule, than there may be."""
        if n > self.terms:
            raise ValueError(f"an answer has at most {self.terms:,} terms or clauses, not {n:,}")

    def check_tests(self, n: int) -> None:
        """A ValueError if a clause has more tests than it may have."""
        if n > self.tests:
            raise ValueError(f"a clause has at most {self.tests:,} tests, not {n:,}")

    def check_support(self, rows: int, variables: int) -> None:
        """A ValueError if there are too many support rows for so many variables."""
        if rows * variables > self.cells:
            raise ValueError(
                f"support rows times variables are at most {self.cells:,}, not {rows:,} times "
                f"{variables:,}"
            )


DOCUMENT_LIMITS = DocumentLimits()


def read_document(raw: bytes, limits: DocumentLimits = DOCUMENT_LIMITS) -> dict[str, Any] | None:
    """The JSON object that a file holds; None where it holds something else.

    Raises a DataError if it holds a JSON object that no program could have written as an answer.
    """
    text = raw.removeprefix(BOM_UTF8).lstrip()
    if not text.startswith(b"{"):
        return None
    if len(text) > limits.length and OF_JSON.match(text):
        raise _refused(f"there are {len(text):,} bytes, over the limit of {limits.length:,}")

    def whole(digits: str) -> int:
        if len(digits) > limits.digits:
            raise _refused(f"there is a number of {len(digits):,} digits")
        return int(digits)

    def no_constant(name: str) -> None:
        raise _refused(f"there is {name}, which standard JSON does not have")

    try:
        return json.loads(
            text, parse_int=whole, parse_constant=no_constant, object_pairs_hook=_object
        )
    except RecursionError:
        raise _refused(doc.TOO_DEEP) from None
    except DataError:
        raise
    except ValueError:
        return None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    named = dict(pairs)
    if len(named) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _refused(f"an object has the name {quoted(twice)} twice")
    return named


def _refused(reason: str) -> DataError:
    return DataError(f"{WHOLE}, and in this one {reason}. Write it again, or name another file.")
