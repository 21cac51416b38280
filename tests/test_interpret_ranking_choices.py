"""Choices read from tables: columns guessed, repeated choices, many rows."""

import numpy as np
import pytest

from interpret.ranking.choices import ChoiceRoles, roles
from tests.film_choices import choices_of, rows


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("user,item,rating", ChoiceRoles("user", "item", "rating")),
        (
            "movieId,stars,customer_id,timestamp",
            ChoiceRoles("customer_id", "movieId", "stars", "timestamp"),
        ),
        ("reader,ISBN", ChoiceRoles("reader", "ISBN")),
        ("a,b,c", ChoiceRoles("a", "b")),
    ],
)
def test_columns_are_guessed_by_name_and_content(header, expected):
    body = "".join(
        ",".join(str(1 + (i * j) % (7 + j)) for j in range(1, 2 + header.count(","))) + "\n"
        for i in range(40)
    )
    table = rows(f"{header}\n{body}")
    assert roles(table) == expected
    assert roles(table, user=expected.item, item=expected.user).user == expected.item


def test_repeated_choices_are_merged_and_low_ratings_are_none():
    text = "user,item,rating\na,x,5\na,x,4\na,y,2\nb,x,5\nb,y,5\n,y,5\nc,y,3\nc,x,1\n"
    everything = choices_of(text)
    assert everything.choices.R.nnz == 6
    assert "1 row left out: the same user and item stand together in a later" in " ".join(
        everything.notices
    )
    assert "1 row without a user or an item" in " ".join(everything.notices)
    high = choices_of(text, at_least=3)
    assert high.choices.R.toarray().tolist() == [[1, 0], [1, 1], [0, 1]]
    assert any("2 rows with a rating below 3" in note for note in high.notices)
    assert any("2 users with a single choice" in note for note in high.notices)


def test_the_latest_rating_decides_and_then_the_least_one():
    """An early 5 is no choice where the latest rating is 1, and an early 1 hides no later 5."""
    text = "user,item,rating,time\na,x,5,1\na,x,1,2\na,y,1,1\na,y,5,2\nb,x,4,1\nb,y,4,1\na,z,5,1\n"
    found = choices_of(text, at_least=3)
    assert found.choices.R.toarray().tolist() == [[0, 1, 1], [1, 1, 0]]
    assert any("2 rows left out: the same user and item" in note for note in found.notices)
    assert any("1 row with a rating below 3" in note for note in found.notices)


@pytest.mark.parametrize("seed", range(20))
def test_choices_are_those_of_a_dictionary_of_the_latest_ratings(seed):
    rng = np.random.default_rng(seed)
    n = 60
    drawn = [rng.integers(0, k, n) for k in (5, 6, 6)]
    times = rng.permutation(n)
    lines = [f"u{u},i{i},{r},{t}" for u, i, r, t in zip(*drawn, times, strict=True)]
    latest = {}
    for _, u, i, r in sorted(zip(times, *drawn, strict=True)):
        latest[f"u{u}", f"i{i}"] = r
    choices = choices_of("user,item,rating,time\n" + "\n".join(lines) + "\n", at_least=3).choices
    made = {(choices.users[u], choices.items[i]) for u, i in zip(*choices.R.nonzero(), strict=True)}
    assert made == {pair for pair, rating in latest.items() if rating >= 3}


def test_the_most_chosen_items_are_those_within_reach(monkeypatch):
    monkeypatch.setattr("interpret.ranking.choices.MOST_ITEMS", 2)
    found = choices_of("user,item\na,x\na,y\na,z\nb,y\nb,z\nc,x\nc,z\nc,y\nd,x\n")
    assert found.choices.items == ("y", "z") or len(found.choices.items) == 2
    assert any("within reach" in note for note in found.notices)


@pytest.mark.slow
def test_a_million_rows_are_read(root):
    draw = np.random.default_rng(0)
    users, items = draw.integers(0, 5000, 10**6), (draw.random(10**6) ** 3 * 2000).astype(int)
    text = "user,item\n" + "\n".join(f"u{u},i{i}" for u, i in zip(users, items, strict=True))
    found = choices_of(text)
    assert found.choices.R.shape == (5000, 2000)
    assert found.choices.R.nnz == len(set(zip(users.tolist(), items.tolist(), strict=True)))
