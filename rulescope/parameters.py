"""The parameters of RuleClassifier: settings of the command line by their names, and two more."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import numpy as np

from interpret.data.cells import typed
from interpret.settings import REPEATED, Settings

OTHERWISE = {"target", "above", "explain", "class_weight", "sheet"}  # y; see `balanced`
OWN = {"balanced": False, "progress": True}
PARAMETERS = {
    field.name: field.default for field in fields(Settings) if field.name not in OTHERWISE
} | OWN


def settings_of(parameters: Mapping[str, Any], target: str) -> Settings:
    """The settings for a class in the column `target`; a ValueError where one cannot be so."""
    given = {name: parameters[name] for name in PARAMETERS if name not in OWN}
    for name in REPEATED:
        value = given[name]
        values = value if isinstance(value, list | tuple | set | np.ndarray) else (value,)
        given[name] = tuple(map(typed, values))
    balanced = "balanced" if parameters["balanced"] else "none"
    return Settings(**given, target=target, class_weight=balanced)
