"""A version: a rule or a card that somebody changed by hand, with who, when and why."""

from dataclasses import dataclass

from interpret.data.complaints import DataError, quoted
from interpret.forms.answer.card_figures import RULE
from interpret.rules.card import Card
from interpret.rules.logic import Formula

LONGEST_AUTHOR, LONGEST_NOTE = 100, 2000


@dataclass(frozen=True)
class Version:
    """A changed rule or a changed card.

    number: from 1, in its run; created: ISO 8601, UTC; positive: its class; form: the form that was
    changed, "rule" or "points"; card: of a rule, the one that says the same.
    """

    number: int
    author: str
    note: str
    created: str
    positive: tuple[str, ...]
    form: str
    card: Card

    @property
    def formula(self) -> Formula | None:
        """The rule; None of a card."""
        return self.card.formula if self.form == RULE else None


def check_signed(author: str, note: str) -> None:
    """Raises DataError unless a version says who made it, in texts that are not too long."""
    if not author.strip():
        raise DataError("A version must say who made it. Write your name.")
    for name, text, most in (("name", author, LONGEST_AUTHOR), ("note", note, LONGEST_NOTE)):
        if len(text) > most:
            raise DataError(
                f"A {name} must have {most:,} characters at most, and this one has {len(text):,}. "
                "Shorten it."
            )


def version_words(version: Version) -> str:
    """Which version, by whom, when and why, as the beginning of a sentence."""
    note = f", with the note {quoted(version.note)}" if version.note.strip() else ""
    return (
        f"Version {version.number} of the {version.form}, changed by hand by "
        f"{quoted(version.author)} on {version.created[:10]} at {version.created[11:16]} UTC{note}"
    )
