"""How far a search is: a bar by tqdm's conventions where somebody looks, or a function to call.

A bar is drawn on standard error where that is a terminal, or in a notebook, once a second has
passed, and it leaves no trace. Elsewhere nothing is written.
"""

import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import time
from typing import Any

from interpret.rules.search import OnProgress, Progress, ignore

SECONDS = 1.0  # before a bar is drawn
STAGES = {
    "choosing": "choosing the machine",
    "fitting": "choosing the kind of rule",
    "training": "training",
    "trained": "trained",
    "points": "looking for points",
    "comparing": "comparing rule and points",
    "settling": "several at a time",
}


@contextmanager
def listening(progress: bool | Callable[[Progress], object], what: str) -> Iterator[OnProgress]:
    """The listener of a search: a bar for True where it is seen, none for False, or a function.

    what: which of several searches this is, or "".
    """
    if callable(progress):
        yield progress
    elif not progress or not is_watched():
        yield ignore
    else:
        with _bar() as bar:
            yield lambda now: _show(bar, now, what)


def is_watched() -> bool:
    """Whether somebody sees what is drawn: in a terminal, or in a notebook."""
    notebook = sys.modules.get("IPython")  # which is there only where it runs this
    if notebook is not None and "IPKernelApp" in getattr(notebook.get_ipython(), "config", {}):
        return True
    return sys.stderr is not None and sys.stderr.isatty()


def _bar() -> Any:
    with warnings.catch_warnings():  # where a notebook has no widgets, tqdm draws text and says so
        warnings.simplefilter("ignore")
        from tqdm.auto import tqdm

        form = "{desc}: {percentage:3.0f}%|{bar}| {elapsed}"
        return tqdm(total=1.0, delay=SECONDS, miniters=0, leave=False, bar_format=form)


def _show(bar: Any, now: Progress, what: str) -> None:
    text = what + STAGES.get(now.stage, f"{now.stage} search")
    if text != bar.desc:
        bar.set_description_str(text, refresh=time() >= bar.start_t + SECONDS)
    bar.update(min(1.0, max(0.0, now.fraction)) - bar.n)
