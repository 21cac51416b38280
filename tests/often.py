"""Which parameters of a test are tried on every run, and which by `make test-long` alone."""

from collections.abc import Sequence
from typing import Any

import pytest


def some_now(values: Sequence[Any], *now: Any) -> list[Any]:
    """The values of a test's parameter, or tuples of several, of which only those named in `now`
    are tried on every run.
    """
    return [
        pytest.param(
            *(value if isinstance(value, tuple) else (value,)),
            marks=[] if value in now else pytest.mark.long,
        )
        for value in values
    ]
