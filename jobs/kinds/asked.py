"""What is asked of a run of any kind: settings, a table, and a class of it."""

from collections.abc import Mapping
from typing import Any

from interpret.data.complaints import DataError
from interpret.data.reading import read_table
from interpret.data.table import Table
from interpret.present import wording
from interpret.settings import Settings, SettingsError
from jobs.reporter import Reporter
from jobs.schema import Run


def asked(run: Run, reporter: Reporter) -> tuple[Settings, Table]:
    """The settings and the table of a run; DataError where there are none."""
    try:
        settings = Settings.from_dict(run.spec["settings"])
    except SettingsError as error:
        raise DataError(str(error)) from error
    raw = reporter.store.load_table(run.digest or "")
    if raw is None:
        raise DataError("The table of this run must be in the store, and it is not. Load it again.")
    return settings, read_table(raw, run.name)  # as it was read when it was loaded


def class_asked(spec: Mapping[str, Any]) -> str:
    """The class that a run is about, or the column where it is about every class of it."""
    settings = spec["settings"]  # perhaps of another version, which had fewer
    target, positive = settings.get("target") or "last column", tuple(settings.get("positive", ()))
    return wording.class_name(target, positive) if positive else target
