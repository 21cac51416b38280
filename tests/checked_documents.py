"""Documents of small tables for which everything is asked that can be, and how they are altered."""

import csv
import io
from math import inf, nan

import numpy as np

from interpret.data.complaints import DataError
from interpret.data.reading import read_table
from interpret.fit.parts import tasks_asked
from interpret.forms.answer.answer import answers
from interpret.forms.answer.proof import certified
from interpret.forms.answer.record import document
from interpret.forms.classes import explain_classes
from interpret.settings import aimed, settings_given

WAYS = 5  # in which one value is altered


def answered(raw, given):
    """The document of what is asked of a file, None where that cannot be."""
    table = read_table(raw, "small.csv")
    settings = aimed(settings_given(given), table.names)
    try:
        found = answers(explain_classes(tasks_asked(table, settings), settings), table)
    except DataError:
        return None
    return certified(document(found), found)


def random_cells(random):
    """A file with columns of each kind and of each role, in which two columns make the class."""
    n = int(random.integers(24, 44))
    place = random.choice(["north", "south", "east"], n)
    age, pay = random.integers(18, 60, n), np.round(random.normal(30, 9, n), 1)
    is_yes = ((age > 40) & (place != "north")) ^ (random.random(n) < random.choice([0, 0.1, 0.3]))
    is_yes[:4] = [True, True, False, False]
    gap = random.random((2, n)) < random.choice([0.0, 0.1])
    day = np.datetime64("2023-01-01") + random.integers(0, 600, n)
    columns = {
        "id": [f"r{i}" for i in range(n)],
        "place": np.where(gap[0], "", place),
        "age": age,
        "pay": np.where(gap[1], "", pay.astype(str)),
        "few": random.integers(1, 4, n),
        "day": day,
        "whole": random.integers(0, 4, n),
        "broken": np.round(random.random(n) * 3, 2),
        "house": random.integers(0, 12, n),
        "late": np.where(np.arange(n) % 4 == 0, "yes", "no"),
        "one": ["same"] * n,
        "class": np.where(is_yes, "y", "n"),
    }
    out = io.StringIO()
    csv.writer(out).writerows([[*columns], *zip(*columns.values(), strict=True)])
    return out.getvalue().encode()


def random_wishes(random):
    """What is asked, by the names of the settings; all of them occur, mostly cheap ones."""
    pick = lambda *of: of[random.integers(len(of))]  # noqa: E731
    given = {
        "kernel": pick("linear", "mDNF(2,2)", "rules(10,5)", "mC(2)"),
        "C": pick(0.5, 1.0, 4.0, inf),
        "fit_to": pick("weights", "labels", "labels", "mix", "domain"),
        "language": pick("monotone", "values", "values"),
        "side": pick("for", "against"),
        "size": pick("1x1", "1x2", "2x1", "2x2", "3x1"),
        "price": float(pick(0.0, 0.25, 1.0)),
        "test": pick(0.0, 0.3, 0.3, "late"),
        "seed": int(random.integers(100)),
        "form": pick("rule", "rule", "points", "auto"),
    }
    roles = {"weight": pick(None, None, "whole", "broken"), "group": pick(None, None, "house")}
    given |= {role: name for role, name in roles.items() if name}
    spare = {"whole", "broken", "house", "late"} - {*given.values()}
    given["drop"] = tuple(sorted(spare | {*pick(("id",), ("id",), ("id", "few"), ("day",))}))
    rare = (
        {"target": "pay > 30"},
        {"target": "few"},
        {"target": "class", "positive": ("y",)},
        {"positive": ("n",)},
        {"keep": ("id",)},
        {"read": ("age=30,45",)},
        {"read": ("few=category",)},
        {"cost": 6.0},
        {"cost": "balanced"},
        {"gaps": "drop-row"},
        {"only": ("age up",)},
        {"only": ("age down", "not few")},
        {"only": ("not place = north",)},
        {"search": "genetic", "population": 10, "generations": 4, "operators": "thesis"},
        {"landmarks": 20},
        {"effort": 40, "time_limit": 20.0},
        {},
        {},
    )
    given |= rare[random.integers(len(rare))]
    return given | {
        "drop": tuple(name for name in given["drop"] if name not in given.get("keep", ()))
    }


def checked_documents(seeds):
    """(seed, document, file) of the seeds whose wishes can be met."""
    for seed in seeds:
        random = np.random.default_rng(seed)
        raw = random_cells(random)
        given = answered(raw, random_wishes(random))
        if given is not None:
            yield seed, given, raw


def leaves(value, path=()):
    """Each value without parts, as what it is in and its path there."""
    for key, part in list(value.items() if isinstance(value, dict) else enumerate(value)):
        if isinstance(part, dict | list) and part:
            yield from leaves(part, (*path, key))
        else:
            yield value, (*path, key)


def altered(was, way):
    """Another value than there was, in one of so many ways."""
    match was:
        case bool():
            return (not was, None, 2, "yes", nan)[way]
        case int() | float():
            return (was + 1, -was - 1, 1.1 * was + 0.00137, None, nan if way % 2 else 10**6)[way]
        case str():
            return (f"{was}x", "", f" {was[::-1]}?", None, 1)[way]
        case _:
            return (1, "x", [1], {"x": 1}, True)[way]
