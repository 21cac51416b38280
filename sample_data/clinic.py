"""A made-up clinic: patients with numbers, gaps and a date, in three classes by a known rule."""

from datetime import date, timedelta
from random import Random

PATIENTS = 1200
HEADER = ("patient", "admitted", "age", "bmi", "pressure", "pulse", "smoker", "pain", "ward",
          "care")  # fmt: skip
GAPS = {"bmi": 0.06, "pressure": 0.03, "smoker": 0.05}  # share of empty cells
WRONG = 0.03  # share of classes drawn at random
PAINS = ("none", "mild", "strong")


def care(age: int, bmi: float, pressure: int, smoker: str, pain: str) -> str:
    """The care that a patient needs: the rule to be found."""
    if (age > 64 and pressure > 150) or (smoker == "yes" and pain == "strong"):
        return "intensive"
    if 27.5 < bmi <= 33 and age > 40:
        return "diet"
    return "routine"


def patients(rng: Random) -> list[tuple[str, ...]]:
    """Rows in the header's order, by `rng.random` alone, which every Python repeats."""

    def between(low: int, high: int) -> int:
        return low + int(rng.random() * (high - low + 1))

    rows = []
    for number in range(1, PATIENTS + 1):
        admitted = date(2023, 1, 1) + timedelta(days=between(0, 729))
        age, bmi = between(18, 90), between(180, 390) / 10
        pressure, pulse = between(95, 190), between(50, 120)
        smoker = "yes" if rng.random() < 0.4 else "no"
        pain, ward = PAINS[between(0, 2)], "ABCD"[between(0, 3)]
        needs = care(age, bmi, pressure, smoker, pain)
        if rng.random() < WRONG:
            needs = ("diet", "intensive", "routine")[between(0, 2)]
        row = (
            f"P{number:04}", admitted.isoformat(), str(age), f"{bmi:.1f}", str(pressure),
            str(pulse), smoker, pain, ward, needs,
        )  # fmt: skip
        rows.append(
            tuple(
                "" if rng.random() < GAPS.get(name, 0) else cell
                for name, cell in zip(HEADER, row, strict=True)
            )
        )
    return rows
