"""The pages that the menu leaves out, because they could do nothing with the table at hand."""

from collections.abc import Callable
from contextlib import suppress

from dashboard.panels.number import asks_a_number
from dashboard.recommending import holds_choices
from dashboard.session import Session
from interpret.data.complaints import DataError
from jobs.database import StoreError

NEEDS: dict[str, tuple[str, Callable[[Session], bool]]] = {  # page: its kind of run, what it needs
    "explain_number": ("number", asks_a_number),
    "recommend": ("recommend", holds_choices),
}


def pages_without_use(state: Session) -> tuple[str, ...]:
    """Those pages, by their names; a page with a run that is open stays."""
    return tuple(
        page
        for page, (kind, need) in NEEDS.items()
        if not (state.runs.get(kind) or _met(need, state))
    )


def _met(need: Callable[[Session], bool], state: Session) -> bool:
    with suppress(DataError, StoreError):
        return bool(state.digest) and need(state)
    return False
