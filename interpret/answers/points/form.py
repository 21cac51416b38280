"""A card to be filled in: one question for each column, or for each clause that stands alone."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from interpret.answers.points.pieces import Held, Piece, pieces
from interpret.data.table import Table
from interpret.rules.card import Card
from interpret.rules.demands import seen
from interpret.rules.logic import Clause, Value

NO, YES = 0, 1  # answers to whether a clause holds


@dataclass(frozen=True)
class Question:
    """What is asked: which piece of a column a cell is in, or whether a clause holds.

    terms: the places of the terms whose clauses ask it; options: of a column its pieces, whose
    passes are of all the card's terms; clause: None where a column is asked for.
    """

    terms: Held
    options: tuple[Piece, ...]
    attribute: str | None = None
    clause: Clause | None = None

    @property
    def ticked(self) -> int | None:
        """The option that a tick stands for, where one box is enough; else None."""
        if len(self.options) != 2 or (self.options[0].passes and self.options[1].passes):
            return None
        return YES if self.options[YES].passes else NO

    def answer(self, row: Mapping[str, Value]) -> int | None:
        """The option that is true of a row; None where its cell is in no piece."""
        if self.clause is not None:
            return YES if self.clause.accepts(row) else NO
        assert self.attribute is not None
        value = row[self.attribute]
        return next((i for i, option in enumerate(self.options) if option.accepts(value)), None)


def form(card: Card, table: Table | None) -> tuple[Question, ...]:
    """The questions in the order of the card's terms; table: rows with the values that occur.

    A clause that shares no column with another clause is one question. The columns of all others
    are asked for one by one, so that answers cannot contradict each other.
    """
    clauses = card.clauses
    asked_by = {
        name: [
            k
            for k, term_clause in enumerate(clauses)
            if any(t.attribute == name for t in term_clause.tests)
        ]
        for name in card.attributes
    }
    found: list[Question] = []
    done = set()
    for k, clause in enumerate(clauses):
        columns = list(dict.fromkeys(test.attribute for test in clause.tests))
        if all(asked_by[name] == [k] for name in columns):
            this_term = frozenset({k})
            no_or_yes = (Piece((), frozenset()), Piece((), this_term))
            found.append(Question(this_term, no_or_yes, clause=clause))
            continue
        for name in columns:
            if name not in done:
                done.add(name)
                terms = frozenset(asked_by[name])
                options = pieces(clauses, name, values_of(table, name))
                found.append(Question(terms, options, attribute=name))
    return tuple(found)


def values_of(table: Table | None, attribute: str) -> Iterable[Value] | None:
    """The values that a column's rows have; None where there are no rows."""
    return None if table is None else seen(table.column(attribute))


def held(questions: Sequence[Question], answers: Sequence[int | None]) -> Held:
    """The terms that hold by the answers; an unanswered question passes no test."""
    terms: Held = frozenset().union(*(asked_one.terms for asked_one in questions))
    for question, answer in zip(questions, answers, strict=True):
        passed = frozenset() if answer is None else question.options[answer].passes
        terms -= question.terms - passed
    return terms
