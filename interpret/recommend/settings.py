"""Every choice of a recommendation with its default and help; command line and page read it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from interpret.settings import SettingsError
from kernels.catalog import parse

AUTO = "auto"
METRICS = ("nDCG@10", "mAP@10", "recall@10", "AUC")


def _setting(default: Any, help: str, **limits: Any) -> Any:
    return field(default=default, metadata={"help": help, **limits})


@dataclass(frozen=True)
class Recommending:
    """Which columns say who chose what, how rankings are made, and how they are judged."""

    user_column: str | None = _setting(None, "column of users (default: by name and content)")
    item_column: str | None = _setting(None, "column of items (default: by name and content)")
    rating_column: str | None = _setting(None, "column of ratings, where --at-least is given")
    time_column: str | None = _setting(None, "column of times, where --protocol is last")
    at_least: float | None = _setting(
        None, "a rating of at least this is a choice; without it every row is", low=-1e9, high=1e9
    )
    kernel: str = _setting(AUTO, "auto, or a kernel of the catalog such as mD(30)")
    regularisation: float | str = _setting(
        AUTO, "auto, or λ: how evenly the items chosen count", low=0, high=1e6
    )
    negatives: str = _setting(
        AUTO,
        "items not chosen: each user's own mean, or that of all items",
        choices=(AUTO, "own", "all"),
    )
    popularity: float | str = _setting(
        AUTO,
        "auto, or p: scores times an item's number of users to the power p; 0 is the thesis",
        low=0,
        high=2,
    )
    metric: str = _setting("nDCG@10", "what the machine is chosen by", choices=METRICS)
    protocol: str = _setting(
        "half",
        "held out: half of the choices of every fifth user in turn, or everyone's last",
        choices=("half", "last"),
    )
    top: int = _setting(10, "how many items to recommend", low=1, high=1000)
    seed: int = _setting(0, "seed of the splits", low=0, high=2**31 - 1)
    degrees: bool = _setting(False, "also measure kernels of rising degree")

    def __post_init__(self) -> None:
        for setting in fields(self):
            _check(setting.name, getattr(self, setting.name), setting.metadata)
        if self.kernel != AUTO:
            try:
                parse(self.kernel)
            except ValueError as error:
                raise SettingsError(str(error)) from None

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> "Recommending":
        """The settings of a document; names of another version are passed over."""
        known = {setting.name for setting in fields(cls)}
        return cls(**{name: own for name, own in values.items() if name in known})


def _check(name: str, value: Any, limits: Mapping[str, Any]) -> None:
    shown = name.replace("_", " ")
    if "choices" in limits and value not in limits["choices"]:
        raise SettingsError(
            f"{shown} must be one of {', '.join(limits['choices'])}; got {value!r}."
        )
    if "low" not in limits or value in (None, AUTO):
        return
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        raise SettingsError(f"{shown} must be a number; got {value!r}.")
    low, high = limits["low"], limits["high"]
    if not low <= value <= high:
        raise SettingsError(f"{shown} must be between {low:g} and {high:g}; got {value:g}.")
