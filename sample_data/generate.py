"""The sample tables from their definitions: `python -m sample_data.generate` rewrites them.

All that is drawn is drawn by `rng.random` alone, which every Python repeats. The rules, sums and
tastes that rows are drawn by are known, so that tests can ask whether they are found.
"""

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from itertools import product
from pathlib import Path
from random import Random

Row = tuple[str, ...]
Robot = dict[str, str]
Conjunctions = Sequence[Sequence[int]]

CELLS = tuple(
    f"{row}-{column}"
    for row in ("top", "middle", "bottom")
    for column in ("left", "middle", "right")
)
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

ROBOTS = {
    "head": ("round", "square", "octagon"),
    "body": ("round", "square", "octagon"),
    "smiling": ("yes", "no"),
    "holding": ("sword", "balloon", "flag"),
    "jacket": ("red", "yellow", "green", "blue"),
    "tie": ("yes", "no"),
}

VARIABLES, ONES, EXAMPLES = 30, 10, 1000
# Polato's thesis, Table 7.1: it prints these four rules, and only the shape of two others.
PRINTED: dict[str, Conjunctions] = {
    "art-d2-c4": ((11, 9, 1, 14), (27, 17)),
    "art-d3-c3": ((3, 28), (27,), (14, 7, 26)),
    "art-d4-c2": ((3,), (0, 7), (5, 9), (8,)),
    "art-d4-c3": ((25, 21), (15, 5, 19), (0, 26), (8, 21, 20)),
}
SHAPES = {"art-d5-c4": (5, 4), "art-d5-c5": (5, 5)}


def endgames() -> set[Row]:
    """Every board at which a game of tic-tac-toe that x begins can end."""
    ended: set[Row] = set()
    boards: set[Row] = {("blank",) * 9}
    player, other = "x", "o"
    while boards:  # a board is the same whichever way it came about
        moves: set[Row] = {
            (*board[:cell], player, *board[cell + 1 :])
            for board in boards
            for cell in range(9)
            if board[cell] == "blank"
        }
        over = {board for board in moves if wins(board, player) or "blank" not in board}
        ended |= over
        boards, player, other = moves - over, other, player
    return ended


def wins(board: Row, player: str) -> bool:
    return any(all(board[cell] == player for cell in line) for line in LINES)


def monks_1(robot: Robot) -> bool:
    return robot["head"] == robot["body"] or robot["jacket"] == "red"


def monks_2(robot: Robot) -> bool:
    return sum(robot[name] == values[0] for name, values in ROBOTS.items()) == 2


def monks_3(robot: Robot) -> bool:
    armed = robot["jacket"] == "green" and robot["holding"] == "sword"
    return armed or (robot["jacket"] != "blue" and robot["body"] != "octagon")


def draw(rng: Random, size: int) -> tuple[int, ...]:
    """Some of the variables."""
    return tuple(sorted(range(VARIABLES), key=lambda _: rng.random())[:size])


def random_rule(rng: Random, clauses: int, literals: int) -> Conjunctions:
    """The first clause is as long as allowed, the others up to two shorter, none inside another."""
    while True:
        sizes = [literals, *(literals - int(rng.random() * 3) for _ in range(clauses - 1))]
        rule = [draw(rng, size) for size in sizes]
        if not any(set(a) <= set(b) for a in rule for b in rule if a is not b):
            return rule


def examples(rng: Random, rule: Conjunctions) -> list[Row]:
    """Different rows with equally many ones, half of them satisfying the rule."""
    rows: dict[Row, bool] = {}
    room = {True: EXAMPLES // 2, False: EXAMPLES // 2}
    while any(room.values()):
        ones = set(draw(rng, ONES))
        row = tuple("1" if variable in ones else "0" for variable in range(VARIABLES))
        positive = any(ones.issuperset(clause) for clause in rule)
        if room[positive] and row not in rows:
            rows[row] = positive
            room[positive] -= 1
    labelled = [(*row, "yes" if positive else "no") for row, positive in rows.items()]
    return sorted(labelled, key=lambda _: rng.random())


def artificial_rule(name: str) -> Conjunctions:
    return PRINTED[name] if name in PRINTED else random_rule(Random(name), *SHAPES[name])


PATIENTS = 1200
PATIENT_HEADER = ("patient", "admitted", "age", "bmi", "pressure", "pulse", "smoker", "pain",
                  "ward", "care")  # fmt: skip
PATIENT_GAPS = {"bmi": 0.06, "pressure": 0.03, "smoker": 0.05}  # share of empty cells
WRONG = 0.03  # share of classes drawn at random
PAINS = ("none", "mild", "strong")


def care(age: int, bmi: float, pressure: int, smoker: str, pain: str) -> str:
    """The care that a patient needs: the rule to be found."""
    if (age > 64 and pressure > 150) or (smoker == "yes" and pain == "strong"):
        return "intensive"
    if 27.5 < bmi <= 33 and age > 40:
        return "diet"
    return "routine"


def patients(rng: Random) -> list[Row]:
    """Rows in the header's order."""
    rows = []
    for number in range(1, PATIENTS + 1):
        admitted = date(2023, 1, 1) + timedelta(days=between(rng, 0, 729))
        age, bmi = between(rng, 18, 90), between(rng, 180, 390) / 10
        pressure, pulse = between(rng, 95, 190), between(rng, 50, 120)
        smoker = "yes" if rng.random() < 0.4 else "no"
        pain, ward = PAINS[between(rng, 0, 2)], "ABCD"[between(rng, 0, 3)]
        needs = care(age, bmi, pressure, smoker, pain)
        if rng.random() < WRONG:
            needs = ("diet", "intensive", "routine")[between(rng, 0, 2)]
        row = (
            f"P{number:04}", admitted.isoformat(), str(age), f"{bmi:.1f}", str(pressure),
            str(pulse), smoker, pain, ward, needs,
        )  # fmt: skip
        rows.append(with_gaps(rng, row, PATIENT_HEADER, PATIENT_GAPS))
    return rows


FLATS = 1000
FLAT_HEADER = ("flat", "district", "square metres", "rooms", "floor", "lift", "balcony", "kitchen",
               "heating", "built", "furnished", "rent")  # fmt: skip
DISTRICTS = ("centre", "harbour", "hill", "north", "south")
HEATINGS = ("gas", "district heating", "electric")
FLAT_GAPS = {"built": 0.04, "balcony": 0.03}  # share of empty cells
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


def flats(rng: Random) -> list[Row]:
    """Rows in the header's order."""

    def chance(share: float) -> str:
        return "yes" if rng.random() < share else "no"

    rows = []
    for number in range(1, FLATS + 1):
        district, metres = DISTRICTS[between(rng, 0, 4)], between(rng, 25, 130)
        rooms, floor = max(1, metres // 28 + between(rng, -1, 1)), between(rng, 0, 8)
        lift, balcony, furnished = chance(0.5), chance(0.45), chance(0.3)
        kitchen, heating = ("open", "closed")[between(rng, 0, 1)], HEATINGS[between(rng, 0, 2)]
        built = between(rng, 1900, 2020)
        chanced = sum(rng.random() for _ in range(12)) - 6  # nearly normal
        cost = rent(district, metres, floor, lift, balcony, built, furnished) + NOISE * chanced
        row = (
            f"F{number:04}", district, str(metres), str(rooms), str(floor), lift, balcony, kitchen,
            heating, str(built), furnished, str(round(cost)),
        )  # fmt: skip
        rows.append(with_gaps(rng, row, FLAT_HEADER, FLAT_GAPS))
    return rows


Film = dict[str, str]
Taste = Sequence[dict[str, str]]  # an OR of ANDs of attribute = value

ATTRIBUTES = {
    "genre": ("thriller", "comedy", "drama", "western", "documentary"),
    "decade": ("1980s", "1990s", "2000s", "2010s"),
    "animal": ("cat", "dog", "horse", "none", "none"),
    "country": ("France", "Italy", "Japan", "USA"),
}
TASTES: tuple[Taste, ...] = (
    ({"genre": "thriller", "decade": "1990s"}, {"animal": "cat", "country": "Japan"}),
    ({"genre": "western", "country": "USA"}, {"animal": "dog", "decade": "2000s"}),
    ({"decade": "1980s", "country": "France"},),
    ({"genre": "documentary", "country": "Italy"}, {"genre": "comedy", "decade": "2010s"}),
    ({"animal": "horse", "country": "USA"}, {"genre": "drama", "decade": "1990s"}),
    ({"genre": "drama", "country": "Japan"}, {"animal": "cat", "decade": "2000s"}),
)
FILMS, USERS = 400, 300
FEWEST, MOST = 6, 24  # choices of a user
BY_POPULARITY = 0.1  # share of choices by popularity alone, whatever the taste
FILM_HEADER = ("film", *ATTRIBUTES, "minutes")
CHOICE_HEADER = ("user", "film", "stars", "day")


def films(rng: Random, n: int = FILMS) -> list[Film]:
    """Films with drawn attributes; earlier ones are the more popular."""

    def one(values: Sequence[str]) -> str:
        return values[int(rng.random() * len(values))]

    return [
        {"film": f"Film {i:03}"}
        | {name: one(values) for name, values in ATTRIBUTES.items()}
        | {"minutes": str(75 + int(rng.random() * 80))}
        for i in range(1, n + 1)
    ]


def likes(taste: Taste, film: Film) -> bool:
    return any(all(film[name] == value for name, value in tests.items()) for tests in taste)


def chosen(rng: Random, all_films: Sequence[Film], taste: Taste, n: int, noise: float) -> list[int]:
    """The films that a user of a taste chooses, by popularity among those liked, or among all."""
    popular = [1 / (place + 20) ** 0.8 for place in range(len(all_films))]
    left = dict(enumerate(popular))
    liked = {i for i in left if likes(taste, all_films[i])}
    films_chosen: list[int] = []
    while len(films_chosen) < n:
        is_noise = rng.random() < noise
        some = [i for i in left if is_noise or i in liked]
        if not some:
            if not noise or not left:
                break
            continue
        at = rng.random() * sum(left[i] for i in some)
        for i in some:
            at -= left[i]
            if at <= 0:
                break
        films_chosen.append(i)
        del left[i]
    return films_chosen


def choices(
    rng: Random, all_films: Sequence[Film], users: int = USERS
) -> tuple[list[Row], list[int]]:
    """Rows of choices in the header's order, and the number of each user's taste."""
    rows: list[Row] = []
    whose: list[int] = []
    for user in range(1, users + 1):
        number = int(rng.random() * len(TASTES))
        whose.append(number)
        n = FEWEST + int((MOST - FEWEST + 1) * rng.random() ** 2)  # few choose much
        day = date(2024, 1, 1)
        for i in chosen(rng, all_films, TASTES[number], n, BY_POPULARITY):
            film = all_films[i]
            stars = (
                3 + int(3 * rng.random())
                if likes(TASTES[number], film)
                else 1 + int(4 * rng.random())
            )
            day += timedelta(days=1 + int(rng.random() * 9))
            rows.append((f"user {user:03}", film["film"], str(stars), day.isoformat()))
    return rows, whose


def between(rng: Random, low: int, high: int) -> int:
    return low + int(rng.random() * (high - low + 1))


def with_gaps(rng: Random, row: Row, header: Row, gaps: dict[str, float]) -> Row:
    """The row with some of its cells empty. gaps: the share of empty cells, by column."""
    return tuple(
        "" if rng.random() < gaps.get(name, 0) else cell
        for name, cell in zip(header, row, strict=True)
    )


def tables() -> dict[str, str]:
    """File name -> content."""

    def text(header: Sequence[str], rows: Sequence[Row]) -> str:
        return "".join(",".join(row) + "\n" for row in (tuple(header), *rows))

    def robots(friend: Callable[[Robot], bool]) -> list[Row]:
        return [
            (*values, "yes" if friend(dict(zip(ROBOTS, values, strict=True))) else "no")
            for values in product(*ROBOTS.values())
        ]

    boards = [(*board, "yes" if wins(board, "x") else "no") for board in sorted(endgames())]
    made = {"tic-tac-toe.csv": text((*CELLS, "x wins"), boards)}
    for name, friend in (("monks-1", monks_1), ("monks-2", monks_2), ("monks-3", monks_3)):
        made[f"{name}.csv"] = text((*ROBOTS, "friend"), robots(friend))
    for name in (*PRINTED, *SHAPES):
        rows = examples(Random(f"{name} rows"), artificial_rule(name))
        made[f"{name}.csv"] = text([*(f"x{i}" for i in range(VARIABLES)), "class"], rows)
    made["clinic.csv"] = text(PATIENT_HEADER, patients(Random("clinic")))
    made["flats.csv"] = text(FLAT_HEADER, flats(Random("flats")))
    rng = Random("tastes")
    all_films = films(rng)
    made["films.csv"] = text(
        FILM_HEADER, [tuple(film[name] for name in FILM_HEADER) for film in all_films]
    )
    made["film-choices.csv"] = text(CHOICE_HEADER, choices(rng, all_films)[0])
    return made


if __name__ == "__main__":
    for name, content in tables().items():
        (Path(__file__).parent / name).write_text(content, encoding="utf-8", newline="\n")
