"""An evolution: the genetic search alone, with the machine and the choices of an answer.

People watch its generations as they come; the answer does not wait for it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from interpret import documents as doc
from interpret.answers.document import WHOLE, of_table
from interpret.answers.rule.answer.explanation import SettledChoices
from interpret.answers.rule.answer.record import AGAIN
from interpret.answers.rule.answer.shapes import FoundShape, MachineChoiceShape, RuleChoiceShape
from interpret.answers.shapes import Names
from interpret.data.complaints import DataError
from interpret.data.table import Table
from interpret.rules.search import Found


@dataclass(frozen=True)
class Evolved:
    """What the genetic search found for a class."""

    positive: tuple[str, ...]
    found: Found


def chosen_to_dict(chosen: SettledChoices) -> dict[str, Any]:
    """The settled choices as standard JSON."""
    written: dict[str, Any] = doc.as_json(chosen)
    return written


def restore_chosen(given: Mapping[str, Any]) -> SettledChoices:
    """The settled choices of a document; a DataError in one sentence where they were altered."""
    chosen: SettledChoices = doc.read(ChosenShape, given, WHOLE, AGAIN)
    return chosen


def evolved_document(table: Table, evolved: Evolved) -> dict[str, Any]:
    """An evolution as the store and downloads hold it."""
    return of_table(table) | {"evolved": doc.as_json(evolved)}


def restore_evolved(document: Mapping[str, Any]) -> Evolved:
    """The evolution of a document; a DataError in one sentence where it was altered."""
    evolved: Evolved = doc.restored(EvolvedShape, document, WHOLE, AGAIN)["evolved"]
    if evolved.found.evolution is None:
        raise DataError(f"{WHOLE}, and this one has no generations. {AGAIN}")
    return evolved


ChosenShape = doc.made(
    SettledChoices, machine=MachineChoiceShape, rule=RuleChoiceShape, price=doc.Amount
)
EvolvedShape = doc.an_object(evolved=doc.made(Evolved, positive=Names, found=FoundShape))
