"""Durations in words."""

from datetime import timedelta


def duration_words(duration: timedelta) -> str:
    """How long something took, in the unit that suits it: 0.8 s, 12 s, 3 min 5 s, 2 h 4 min."""
    seconds = duration.total_seconds()
    if seconds < 10:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    if not minutes:
        return f"{rest} s"
    hours, of_hour = divmod(minutes, 60)
    return f"{hours} h {of_hour} min" if hours else f"{minutes} min {rest} s"
