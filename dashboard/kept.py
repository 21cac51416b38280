"""What the server keeps of tables: as many bytes of them as it may, the last used ones.

Whatever follows from a table holds its rows too, so all of that is let go with the first table that
is, and made again from the tables that stay.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, TypeVar

import streamlit as st

from interpret.data.table import Table

MOST, TABLES = 2**30, 100  # bytes of tables and tables; the last is kept however large it is
_used: OrderedDict[Hashable, tuple[int, Callable[[], None]]] = OrderedDict()  # the last is the last
_lock = Lock()
_following: list[Any] = []

F = TypeVar("F", bound=Callable[..., Any])


def of_tables(**how: Any) -> Callable[[F], F]:
    """As st.cache_resource, for a function whose result holds rows of tables."""

    def keep(function: F) -> F:
        cached = st.cache_resource(**how)(function)
        _following.append(cached)
        return cached

    return keep


def use(key: Hashable, table: Table, forget: Callable[[], None]) -> None:
    """Says that a table is used. Lets those go that were used longest ago, if there are too many.

    forget: lets this one go from where it is kept.
    """
    with _lock:
        _used[key] = table.nbytes, forget
        _used.move_to_end(key)
        gone = []
        while 1 < len(_used) and (
            len(_used) > TABLES or sum(size for size, _ in _used.values()) > MOST
        ):
            gone.append(_used.popitem(last=False)[1][1])
    for let_go in gone:
        let_go()
    if gone:
        for cached in _following:
            cached.clear()
