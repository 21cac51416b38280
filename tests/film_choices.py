"""Who chose which film: the sample, and small tables of choices."""

import io
from functools import cache

from interpret.data.reading import read_table
from interpret.ranking.choices import read_choices, roles
from interpret.ranking.command import main
from interpret.ranking.reasons import described
from interpret.ranking.recommend import Recommending, recommend

ASKED = Recommending(kernel="linear", regularisation=0.1, negatives="own", popularity=0.0)


def rows(text, name="choices.csv"):
    return read_table(text.encode(), name)


def choices_of(text, **asked):
    table = rows(text)
    return read_choices(table, roles(table), **asked)


def first_users(root, users=100):
    """The sample's rows of its first users, as a file: a third of them make the same page."""
    lines = (root / "sample_data" / "film-choices.csv").read_bytes().splitlines(keepends=True)
    return lines[0] + b"".join(own for own in lines[1:] if int(own[5:8]) <= users)


@cache
def sample(root):
    table = read_table(first_users(root), "film-choices.csv")
    films = read_table((root / "sample_data" / "films.csv").read_bytes(), "films.csv")
    own = roles(table)
    choices = read_choices(table, own).choices
    return table, choices, described(films, choices, own.item)


@cache
def recommended(root):
    return recommend(sample(root)[0], ASKED)


def command(*argv):
    out, err = io.StringIO(), io.StringIO()
    status = main([str(own) for own in argv], out, err)
    return status, out.getvalue(), err.getvalue()
