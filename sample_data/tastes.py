"""Made-up films, and users who choose them by tastes that are known: rules over the films."""

from collections.abc import Sequence
from datetime import date, timedelta
from random import Random

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
NOISE = 0.1  # share of choices by popularity alone, whatever the taste
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


def table(
    rng: Random, all_films: Sequence[Film], users: int = USERS
) -> tuple[list[tuple[str, ...]], list[int]]:
    """Rows of choices in the header's order, and the number of each user's taste."""
    rows: list[tuple[str, ...]] = []
    whose: list[int] = []
    for user in range(1, users + 1):
        number = int(rng.random() * len(TASTES))
        whose.append(number)
        n = FEWEST + int((MOST - FEWEST + 1) * rng.random() ** 2)  # few choose much
        day = date(2024, 1, 1)
        for i in chosen(rng, all_films, TASTES[number], n, NOISE):
            film = all_films[i]
            stars = (
                3 + int(3 * rng.random())
                if likes(TASTES[number], film)
                else 1 + int(4 * rng.random())
            )
            day += timedelta(days=1 + int(rng.random() * 9))
            rows.append((f"user {user:03}", film["film"], str(stars), day.isoformat()))
    return rows, whose
