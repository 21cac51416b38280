"""The tables that the server keeps in memory: the last used ones, up to a number of bytes.

Values computed from a table hold its rows too. So when the first table is dropped, all such values
are dropped, and computed again from the tables that stay.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, TypeVar

import streamlit as st

from interpret.data.table import Table

MOST, TABLES = 2**30, 100  # bytes, and tables; the last used one is kept however large it is
_used: OrderedDict[Hashable, tuple[int, Callable[[], None]]] = OrderedDict()  # last used ones last
_lock = Lock()
_following: list[Any] = []

F = TypeVar("F", bound=Callable[..., Any])


def of_tables(**how: Any) -> Callable[[F], F]:
    """st.cache_resource for a function whose result holds rows of tables."""

    def keep(function: F) -> F:
        cached = st.cache_resource(**how)(function)
        _following.append(cached)
        return cached

    return keep


def use(key: Hashable, table: Table, forget: Callable[[], None]) -> None:
    """Records that a table is used, and drops those used longest ago if there are too many.

    forget: drops this one from its cache.
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
