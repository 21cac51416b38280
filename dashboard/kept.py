"""What is made from a value, kept for as long as the value lives."""

from collections.abc import Callable, Hashable
from typing import Any
from weakref import finalize

MOST = 64  # things kept for one value, such as a figure for each place of a slider

_kept: dict[int, dict[Hashable, Any]] = {}  # identity of a value -> what was made from it


def kept(of: object, key: Hashable, make: Callable[[], Any]) -> Any:
    """What `make` gives, made once for as long as `of` lives, which must not change.

    `of` is known by its identity, so what is made from one run's answer is never shown for
    another's. What is made must not refer to it, or neither would ever go.
    """
    made_from = _kept.get(id(of))
    if made_from is None:
        made_from = _kept[id(of)] = {}
        finalize(of, _kept.pop, id(of), None)
    if key not in made_from:
        made = make()
        while len(made_from) >= MOST:
            made_from.pop(next(iter(made_from)), None)
        made_from[key] = made
        return made
    return made_from[key]
