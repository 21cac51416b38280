"""Every setting of a recommendation with its default and help, for command line and page."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from interpret.settings import AUTO, SettingsError, check_setting, setting
from kernels.catalog import parse

BASELINES = ("MSDw", "EASE")  # popularity and item cosine are always compared too
METRICS = ("nDCG@10", "mAP@10", "recall@10", "AUC")


@dataclass(frozen=True)
class Recommending:
    """Which columns say who chose what, how to rank, and how to judge the rankings."""

    user_column: str | None = setting(None, "the column of users (default: by name and content)")
    item_column: str | None = setting(None, "the column of items (default: by name and content)")
    rating_column: str | None = setting(None, "the column of ratings, which --at-least needs")
    time_column: str | None = setting(None, "the column of times, which --protocol last needs")
    at_least: float | None = setting(
        None,
        "a rating of at least this number counts as a choice; without it every row does",
        low=-(10**9),
        high=10**9,
    )
    kernel: str = setting(AUTO, "the name of a kernel, such as mD(30), or auto")
    regularisation: float | str = setting(
        AUTO, "λ, how evenly the chosen items count, or auto", low=0, high=1_000_000
    )
    negatives: str = setting(
        AUTO,
        "what stands for the items not chosen: each user's own mean of them (own), or the mean of "
        "all items (all)",
        choices=(AUTO, "own", "all"),
    )
    popularity: float | str = setting(
        AUTO,
        "p, or auto: scores are multiplied by an item's number of users to the power p; the thesis "
        "has 0",
        low=0,
        high=2,
    )
    metric: str = setting("nDCG@10", "the figure by which the machine is chosen", choices=METRICS)
    protocol: str = setting(
        "half",
        "what is held out: half of the choices of every fifth user in turn (half), or everyone's "
        "last choice (last)",
        choices=("half", "last"),
    )
    without: tuple[str, ...] = setting((), f"a baseline to leave out: {', '.join(BASELINES)}")
    top: int = setting(10, "the number of items to recommend", low=1, high=1000)
    seed: int = setting(0, "the seed of the splits", low=0, high=2**31 - 1)
    degrees: bool = setting(False, "also measure kernels of increasing degree")

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
        """Reads what to_dict wrote; a SettingsError where names were altered."""
        names = {field.name for field in fields(cls)}
        if values.keys() != names:
            raise SettingsError(f"Settings must be these as stored: {', '.join(sorted(names))}.")
        return cls(**values)
