"""Every choice of a recommendation with its default and help; command line and page read it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from interpret.settings import AUTO, SettingsError, check_setting, setting
from kernels.catalog import parse

BASELINES = ("MSDw", "EASE", "ALS", "BPR")  # beside popularity and item cosine, which always are
METRICS = ("nDCG@10", "mAP@10", "recall@10", "AUC")


@dataclass(frozen=True)
class Recommending:
    """Which columns say who chose what, how rankings are made, and how they are judged."""

    user_column: str | None = setting(None, "column of users (default: by name and content)")
    item_column: str | None = setting(None, "column of items (default: by name and content)")
    rating_column: str | None = setting(None, "column of ratings, where --at-least is given")
    time_column: str | None = setting(None, "column of times, where --protocol is last")
    at_least: float | None = setting(
        None,
        "a rating of at least this is a choice; without it every row is",
        low=-(10**9),
        high=10**9,
    )
    kernel: str = setting(AUTO, "auto, or a kernel of the catalog such as mD(30)")
    regularisation: float | str = setting(
        AUTO, "auto, or λ: how evenly the items chosen count", low=0, high=1_000_000
    )
    negatives: str = setting(
        AUTO,
        "items not chosen: each user's own mean, or that of all items",
        choices=(AUTO, "own", "all"),
    )
    popularity: float | str = setting(
        AUTO,
        "auto, or p: scores times an item's number of users to the power p; 0 is the thesis",
        low=0,
        high=2,
    )
    metric: str = setting("nDCG@10", "what the machine is chosen by", choices=METRICS)
    protocol: str = setting(
        "half",
        "held out: half of the choices of every fifth user in turn, or everyone's last",
        choices=("half", "last"),
    )
    without: tuple[str, ...] = setting(
        (), f"baseline to leave out, of {', '.join(BASELINES)}; may be repeated"
    )
    top: int = setting(10, "how many items to recommend", low=1, high=1000)
    seed: int = setting(0, "seed of the splits", low=0, high=2**31 - 1)
    degrees: bool = setting(False, "also measure kernels of rising degree")

    def __post_init__(self) -> None:
        for field in fields(self):
            check_setting(field, getattr(self, field.name))
        object.__setattr__(self, "without", tuple(self.without))  # a list from JSON or argparse
        unknown = [name for name in self.without if name not in BASELINES]
        if unknown:
            raise SettingsError(
                f"without must be among {', '.join(BASELINES)}; got {unknown[0]!r}. Popularity and "
                "item cosine are always compared with."
            )
        if self.kernel != AUTO:
            try:
                parse(self.kernel)
            except ValueError as error:
                raise SettingsError(str(error)) from None

    def to_dict(self) -> dict[str, Any]:
        return asdict(self) | {"without": list(self.without)}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> "Recommending":
        """The settings of a document; names of another version are passed over."""
        known = {field.name for field in fields(cls)}
        return cls(**{name: value for name, value in values.items() if name in known})
