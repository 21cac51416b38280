"""A row against the rule, clause by clause: which hold, and which tests the others fail."""

from collections.abc import Mapping
from dataclasses import dataclass

from interpret.answers.rule.whatif.row import ClauseVerdict, RuleVerdict
from interpret.data.complaints import EMPTY
from interpret.present import wording
from interpret.rules.logic import Test, Value


@dataclass(frozen=True)
class TriedTest:
    """A test in words, and what the row has instead, "" where the row passes it."""

    words: str
    has: str


@dataclass(frozen=True)
class TriedClause:
    """A clause on a row, test by test."""

    holds: bool
    tests: tuple[TriedTest, ...]


def tried_clauses(says: RuleVerdict, row: Mapping[str, Value]) -> tuple[TriedClause, ...]:
    """The clauses that hold, then the others, those that fail the fewest tests first."""
    held = [clause for clause in says.clauses if not clause.failed]
    return tuple(_tried(clause, row) for clause in (*held, *says.near_misses))


def _tried(verdict: ClauseVerdict, row: Mapping[str, Value]) -> TriedClause:
    def tried(test: Test) -> TriedTest:
        value = row[test.attribute]
        shown = EMPTY if value is None else value
        return TriedTest(
            wording.test_words(test), f"here {shown}" if test in verdict.failed else ""
        )

    return TriedClause(not verdict.failed, tuple(map(tried, verdict.clause.tests)))
