"""Made-up flats and their rents, by a known sum of conditions: some alone, some only together."""

from random import Random

FLATS = 1000
HEADER = ("flat", "district", "square metres", "rooms", "floor", "lift", "balcony", "kitchen",
          "heating", "built", "furnished", "rent")  # fmt: skip
DISTRICTS = ("centre", "harbour", "hill", "north", "south")
HEATINGS = ("gas", "district heating", "electric")
GAPS = {"built": 0.04, "balcony": 0.03}  # share of empty cells
BASE, NOISE = 620, 70  # the base rent, and the standard deviation of the unexplained rest


def rent(
    district: str, metres: int, floor: int, lift: str, balcony: str, built: int, furnished: str
) -> int:
    """The rent of a flat without noise: the sum to be found."""
    return (
        BASE
        + 310 * (metres > 70)
        + 260 * (district == "centre" and metres > 70)
        + 180 * (district == "harbour" and balcony == "yes")
        + 120 * (furnished == "yes")
        - 150 * (floor > 3 and lift == "no")
        - 110 * (built <= 1960 and district == "north")
    )


def flats(rng: Random) -> list[tuple[str, ...]]:
    """Rows in the header's order, by `rng.random` alone, which every Python repeats."""

    def between(low: int, high: int) -> int:
        return low + int(rng.random() * (high - low + 1))

    def chance(share: float) -> str:
        return "yes" if rng.random() < share else "no"

    rows = []
    for number in range(1, FLATS + 1):
        district, metres = DISTRICTS[between(0, 4)], between(25, 130)
        rooms, floor = max(1, metres // 28 + between(-1, 1)), between(0, 8)
        lift, balcony, furnished = chance(0.5), chance(0.45), chance(0.3)
        kitchen, heating = ("open", "closed")[between(0, 1)], HEATINGS[between(0, 2)]
        built = between(1900, 2020)
        chanced = sum(rng.random() for _ in range(12)) - 6  # nearly normal
        cost = rent(district, metres, floor, lift, balcony, built, furnished) + NOISE * chanced
        row = (
            f"F{number:04}", district, str(metres), str(rooms), str(floor), lift, balcony, kitchen,
            heating, str(built), furnished, str(round(cost)),
        )  # fmt: skip
        rows.append(
            tuple(
                "" if rng.random() < GAPS.get(name, 0) else cell
                for name, cell in zip(HEADER, row, strict=True)
            )
        )
    return rows
