"""How much of a server one person may use: rows of a table, runs at a time, room on its disk.

The environment sets these limits. Where people sign in there are defaults. Elsewhere only what is
set is limited, for everybody together.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from interpret.data.complaints import DataError, quoted
from jobs.owners import Use

ROWS, RUNS, MEGABYTES = "RULESCOPE_MAX_ROWS", "RULESCOPE_MAX_RUNS", "RULESCOPE_MAX_MB"
DEFAULTS = {ROWS: 1_000_000, RUNS: 4, MEGABYTES: 2_000}  # where people sign in
MEGABYTE = 2**20
LONGEST = 12  # digits


@dataclass(frozen=True)
class Quotas:
    """The limits, None for no limit. Each check raises a DataError in one sentence."""

    rows: int | None = None
    runs: int | None = None
    megabytes: int | None = None

    @classmethod
    def of(cls, environment: Mapping[str, str], sign_in: bool) -> "Quotas":
        """The limits that the environment sets; a DataError if one is not a number."""
        return cls(*(_number(environment, name, sign_in) for name in DEFAULTS))

    def check_rows(self, n_rows: int) -> None:
        """Raises if a table has too many rows."""
        if self.rows is not None and n_rows > self.rows:
            raise DataError(
                f"A table may have {self.rows:,} rows on this server, and this one has {n_rows:,}. "
                "Take a sample of its rows."
            )

    def check_runs(self, use: Use) -> None:
        """Raises if somebody cannot start another run now."""
        if self.runs is not None and use.active >= self.runs:
            raise DataError(
                f"At most {self.runs:,} of your runs may be waiting or at work at once, and "
                f"{use.active:,} are. Wait until one has ended, or cancel one."
            )

    def check_room(self, use: Use, more: int = 0) -> None:
        """Raises if there is no room for that many more bytes."""
        if self.megabytes is not None and use.size + more > self.megabytes * MEGABYTE:
            raise DataError(
                f"Your tables and answers may take {self.megabytes:,} MB on this server, and with "
                f"this they would take {(use.size + more) / MEGABYTE:,.0f} MB. Delete runs that "
                "you no longer need."
            )


def _number(environment: Mapping[str, str], name: str, sign_in: bool) -> int | None:
    asked = environment.get(name, "").strip()
    if not asked:
        return DEFAULTS[name] if sign_in else None
    if not asked.isdecimal() or len(asked) > LONGEST or int(asked) < 1:
        raise DataError(
            f"{name} must be a whole number above 0, of at most {LONGEST} digits; got "
            f"{quoted(asked)}. Set it anew."
        )
    return int(asked)
