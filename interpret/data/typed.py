"""Typed cells, of workbooks and Parquet files, as the texts they would be in a CSV file."""

from datetime import date, datetime, time, timedelta

MICROSECOND, HOUR = timedelta(microseconds=1), timedelta(hours=1)


def typed(value: object) -> str:
    """A cell as a person would type it into a CSV file."""
    match value:
        case str():
            return value.replace("\0", "").strip()  # a NUL is no letter: no CSV file may hold one
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case float():
            if value != value:
                return ""
            return str(int(value)) if value.is_integer() and abs(value) < 2**53 else repr(value)
        case datetime():
            is_day = value.time() == time() and value.tzinfo is None
            return value.date().isoformat() if is_day else value.isoformat(" ")
        case date() | time():
            return value.isoformat()
        case timedelta():
            return _clock(value)
        case bytes():
            return value.decode("utf-8", "replace")
        case _:
            return str(value)


def _clock(duration: timedelta) -> str:
    """A duration as h:mm:ss, of as many hours as it takes."""
    hours, rest = divmod(abs(duration) // MICROSECOND, HOUR // MICROSECOND)
    sign = "-" if duration < timedelta() else ""
    return f"{sign}{hours}{str(rest * MICROSECOND)[1:]}"
