"""What was asked for, in words: each setting and what it is."""

from dataclasses import fields
from math import inf, isfinite
from typing import Any

from interpret.settings import Settings
from interpret.tell.blocks import Table

OF_THE_QUESTION = ("target", "positive")  # settings that the title says


def _words(value: Any) -> str:
    """A setting's value as people say it."""
    if isinstance(value, tuple | list):
        value = ", ".join(value)
    return "–" if value in (None, "") else "hard margin" if value == inf else str(value)


def settings_table(settings: Settings) -> Table:
    """Every setting, with what it is and what was asked for."""
    rows = [
        [one.name, one.metadata["help"], _words(getattr(settings, one.name))]
        for one in fields(Settings)
    ]
    return Table("Settings", ["", "what it is", "asked for"], rows)


def changed_words(settings: Settings) -> str:
    """The settings changed by hand; all others are defaults or automatic."""
    default = Settings()
    changed = [
        f"{one.name.replace('_', ' ')}: {_value(getattr(settings, one.name))}"
        for one in fields(Settings)
        if one.name not in OF_THE_QUESTION
        and getattr(settings, one.name) != getattr(default, one.name)
    ]
    if not changed:
        return "Nothing was set by hand: every choice was made automatically."
    return f"Set by hand: {'; '.join(changed)}. Every other choice was made automatically."


def _value(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) and isfinite(value) else _words(value)
