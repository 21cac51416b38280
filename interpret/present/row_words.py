"""A row against the rule, clause by clause: which hold, and which test the others fail."""

from collections.abc import Mapping
from dataclasses import dataclass

from interpret.data.complaints import EMPTY
from interpret.present import words
from interpret.rules.logic import Value
from interpret.whatif.row import ClauseVerdict, RuleVerdict


@dataclass(frozen=True)
class TriedClause:
    """A clause in words; fails: what the row has where the clause asks for something else."""

    holds: bool
    words: str
    fails: str


def tried_clauses(says: RuleVerdict, row: Mapping[str, Value]) -> tuple[TriedClause, ...]:
    """The clauses that hold, then the others, those that fail the fewest tests first."""
    held = [own for own in says.clauses if not own.failed]
    return tuple(_tried(own, row) for own in (*held, *says.near_misses))


def _tried(own: ClauseVerdict, row: Mapping[str, Value]) -> TriedClause:
    """Of a clause of one test, which it fails, that test is not said again."""
    has = [f"{test.attribute} is {_shown(row[test.attribute])}" for test in own.failed]
    asked = [words.test_words(test) for test in own.failed]
    if len(own.clause.tests) == 1:
        fails = f"here {has[0]}" if has else ""
    else:
        both = zip(asked, has, strict=True)
        fails = "; ".join(f"it fails {test}: here {own_value}" for test, own_value in both)
    return TriedClause(not own.failed, words.clause_words(own.clause), fails)


def _shown(value: Value) -> str:
    return EMPTY if value is None else value
