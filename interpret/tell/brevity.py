"""What keeps an answer short where it is printed: so many lines, and that there are more."""

from collections.abc import Sequence

from interpret.data.complaints import counted
from interpret.tell.blocks import Notice

LINES = 25  # at most of an answer, with its notices and the empty lines between its parts
OF_A_FORM, NOTICES = 12, 3  # lines of a rule, a card or a sum, and notices, that are shown


def first_notices(notices: Sequence[str]) -> list[Notice]:
    return list(map(Notice, [*notices[:NOTICES], *more_words(len(notices), "note", NOTICES)]))


def more_words(n: int, thing: str, shown: int = OF_A_FORM) -> list[str]:
    """That there is more than is shown, if so."""
    return [f"… and {counted(n - shown, f'more {thing}')}: see --verbose"] if n > shown else []
