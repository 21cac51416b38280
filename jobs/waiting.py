"""A run that waits: how many are ahead of it, and about how long that takes."""

from collections.abc import Sequence
from datetime import timedelta
from math import ceil
from statistics import median

from interpret.data.complaints import counted
from interpret.present.duration_words import duration_words
from jobs.runner import SLOTS
from jobs.schema import ASIDE, Run


def ahead(run: Run, others: Sequence[Run]) -> list[Run]:
    """The runs that have a slot or get one before this one; none for one that gives way."""
    if run.kind in ASIDE:
        return []
    before = [
        earlier
        for earlier in others
        if earlier.status == "queued" and earlier.created < run.created
    ]
    at_work = [other for other in others if other.status == "running" and other.id != run.id]
    return at_work + before


def waiting_words(run: Run, others: Sequence[Run]) -> str:
    """How many runs are ahead, and an estimate of the time from ended runs; "" with none ahead."""
    first = ahead(run, others)
    if run.status != "queued" or not first:
        return ""
    n = len(first)
    sentence = f"Waiting for a free place: {counted(n, 'run')} {'is' if n == 1 else 'are'} ahead."
    took = [
        other.duration.total_seconds()
        for other in others
        if other.status == "done" and other.duration
    ]
    if not took:
        return sentence
    been = [other.duration.total_seconds() if other.duration else 0.0 for other in first]
    left = sum(max(0.0, median(took) - seconds) for seconds in been) / SLOTS
    tens = timedelta(seconds=10 * max(1, ceil(left / 10)))
    return f"{sentence} Going by the last runs, that takes about {duration_words(tens)}."
