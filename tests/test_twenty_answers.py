"""Twenty answers as the command line prints them: short, in plain words, with one figure each."""

import json
import re
from datetime import date, timedelta

import numpy as np
import pytest

from interpret.forms.answer.record import restore
from interpret.tell.rule.card import form_words
from interpret.tell.rule.one_figure import one_figure
from interpret.tell.text import LINES
from tests.command_line import run, write  # noqa: F401  a fixture

pytestmark = pytest.mark.slow

CHEAP = ("--kernel=linear", "--set=C=1", "--set=fit-to=labels", "--set=price=1", "--size=3x2")
CHEAP += ("--set=side=for", "--set=language=values")
OF_RESEARCHERS = re.compile(
    r"\b(clauses?|tests?|literals?|hard margin|support rows?|landmarks?|price|monotone|hulls?|"
    r"duality|nDCG|stability index|neither was chosen|may be chance)\b"
)
WORDS = 30  # of a proof at most


def table(head, rows):
    return "\n".join([head, *(",".join(map(str, row)) for row in rows)]) + "\n"


def patients(n=120, noise=0.1, classes=2, empty=0.0, seed=0):
    """Age, pressure, pain and smoker; older patients of high pressure and smokers in pain."""
    random = np.random.default_rng(seed)
    rows = []
    for _ in range(n):
        age, pressure = int(random.integers(20, 90)), int(random.integers(90, 190))
        pain, smoker = random.choice(["none", "mild", "strong"]), random.choice(["yes", "no"])
        ill = (age > 63 and pressure > 140) or (pain == "strong" and smoker == "yes")
        care = "intensive" if ill != (random.random() < noise) else "routine"
        if classes == 3 and care == "routine" and age < 40:
            care = "none"
        cells = [age, pressure, pain, smoker]
        cells = ["" if random.random() < empty else cell for cell in cells]
        rows.append((*cells, care))
    return table("age,pressure,pain,smoker,care", rows)


def sums(n=160, seed=1):
    """A class by a sum of four ordered columns."""
    random = np.random.default_rng(seed)
    rows = random.integers(1, 6, (n, 4))
    return table("a,b,c,d,heavy", [(*row, "yes" if row.sum() > 12 else "no") for row in rows])


def noise(n=100, seed=2):
    random = np.random.default_rng(seed)
    return table(
        "a,b,c,k", [(*random.integers(0, 4, 3), random.choice(["x", "y"])) for _ in range(n)]
    )


def rare(n=300, seed=3):
    """A class of one row in fifteen."""
    random = np.random.default_rng(seed)
    rows = [(*random.integers(0, 9, 3),) for _ in range(n)]
    return table(
        "a,b,c,hit", [(*r, "yes" if r[0] > 7 and random.random() < 0.6 else "no") for r in rows]
    )


def dated(n=120, seed=4):
    random = np.random.default_rng(seed)
    days = [date(2024, 1, 1) + timedelta(int(day)) for day in random.integers(0, 360, n)]
    late = ["yes" if day.month > 8 or random.random() < 0.1 else "no" for day in days]
    return table("day,size,late", zip(days, random.integers(1, 50, n), late, strict=True))


def frauds(n=160, seed=5):
    """A loss that is known only with the fraud."""
    random = np.random.default_rng(seed)
    rows = []
    for _ in range(n):
        amount, is_fraud = int(random.integers(10, 999)), random.random() < 0.3
        loss = int(random.integers(501, 5000) if is_fraud else random.integers(0, 500))
        rows.append((amount, random.choice(list("ABC")), loss, "yes" if is_fraud else "no"))
    return table("amount,country,Loss EUR,fraud", rows)


def visits(n=40, seed=6):
    """Four rows of each patient."""
    random = np.random.default_rng(seed)
    rows = []
    for who in range(n):
        is_ill, age = random.random() < 0.5, int(random.integers(20, 80))
        for _ in range(4):
            fever = 39 if is_ill and random.random() < 0.8 else 37
            rows.append((f"p{who}", age, fever, "ill" if is_ill else "well"))
    return table("who,age,fever,state", rows)


def weighed(n=60, seed=7):
    random = np.random.default_rng(seed)
    rows = [(*random.integers(0, 5, 2), int(random.integers(1, 4))) for _ in range(n)]
    return table("a,b,times,k", [(a, b, times, "yes" if a > b else "no") for a, b, times in rows])


def rents(n=120, seed=8):
    random = np.random.default_rng(seed)
    rows = []
    for _ in range(n):
        size, garden = int(random.integers(20, 150)), random.choice(["yes", "no"])
        rent = 300 + 8 * size + 150 * (garden == "yes") + random.normal(0, 40)
        rows.append((size, garden, random.choice(list("NSEW")), f"{rent:.2f}"))
    return table("size,garden,side,rent", rows)


ANSWERS = {
    "two classes": (patients(), CHEAP),
    "two classes, a rule alone": (patients(), (*CHEAP, "--form", "rule")),
    "two classes, points alone": (patients(), (*CHEAP, "--form", "points")),
    "three classes": (patients(classes=3), CHEAP),
    "never wrong": (patients(200, noise=0), CHEAP),
    "costs": (patients(), (*CHEAP, "--cost", "5")),
    "costs of false alarms": (patients(seed=9), (*CHEAP, "--cost", "0.25")),
    "balanced": (rare(), (*CHEAP, "--cost", "balanced")),
    "balanced points": (patients(), (*CHEAP, "--cost", "balanced", "--form", "points")),
    "rare": (rare(), CHEAP),
    "a sum": (sums(), CHEAP),
    "noise": (noise(), CHEAP),
    "dates": (dated(), CHEAP),
    "empty cells": (patients(empty=0.1), CHEAP),
    "given away": (frauds(), CHEAP),
    "groups": (visits(), (*CHEAP, "--group", "who")),
    "weights": (weighed(), (*CHEAP, "--weight", "times")),
    "nothing held out": (patients(), (*CHEAP, "--test", "0")),
    "a long rule": (noise(160, seed=12), (*CHEAP[:3], "--set=price=0", "--size=40")),
    "a number": (rents(), ()),
}


def blocks_of(printed, classes):
    """The lines of each class, with the empty lines between its parts."""
    if classes == 1:
        return [printed.splitlines()]
    parts = re.split(r"(?m)^(?=When is |Of every class|Together: )", printed)
    return [part.splitlines() for part in parts if part.startswith("When is ")]


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_is_short_and_plain_and_says_one_figure(write, tmp_path, name):  # noqa: F811
    text, options = ANSWERS[name]
    kept = tmp_path / "answer.json"
    status, printed, complaints = run(write(text), *options, "--json", kept)
    assert (status, complaints) == (0, "")
    document = json.loads(kept.read_text())
    classes = len(document.get("explanations", [1]))
    for lines in blocks_of(printed, classes):
        assert len(lines) <= LINES, printed
    found = restore(document) if "explanations" in document else ()
    told = printed
    for e in found:
        told = told.replace(form_words(e), "")  # another sentence's own test
    assert not OF_RESEARCHERS.search(told), printed
    assert "between" not in printed or " to " not in printed.split("between")[1][:20]
    proofs = [line for line in printed.splitlines() if "prove" in line and "Note" not in line]
    assert all(len(line.split()) <= WORDS for line in proofs), proofs
    for e in found:
        first, *others = e.forms
        for form in (first, *others):
            assert one_figure(e, form.right[e.judged_on]).words in printed
