"""Recommending as a document and as a command."""

import csv
import io
import json

import openpyxl
import pytest

from interpret.data.complaints import DataError
from interpret.ranking.command import main
from interpret.ranking.kind import ranking_document, restore
from interpret.ranking.rankings import Rankings
from interpret.ranking.recommend import Recommending
from interpret.settings import SettingsError
from tests.film_choices import ASKED, command, first_users, recommended


@pytest.mark.slow
def test_a_document_comes_back_and_ranks_alone(root):
    found = recommended(root)
    told = json.loads(json.dumps(ranking_document(found), allow_nan=False))
    again = restore(told)
    assert ranking_document(again) == told
    one, other = (Rankings(own.choices, own.machine).ranked((1, 5), 5) for own in (found, again))
    assert one.places == other.places


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("choices", "chosen", 0), [5, 3]),
        (("choices", "items"), ["x", "x"]),
        (("machine", "kernel"), "no such"),
        (("methods",), []),
        (("kind",), "explain"),
        (("schema",), 7),
        (("asked", "metric"), "luck"),
    ],
)
def test_an_altered_document_is_one_sentence(root, path, value):
    told = ranking_document(recommended(root))
    place = told
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = value
    with pytest.raises(DataError, match="Learn again"):
        restore(told)


@pytest.mark.slow
def test_the_command_tells_ranks_and_writes(root, tmp_path):
    choices, films = tmp_path / "film-choices.csv", root / "sample_data" / "films.csv"
    choices.write_bytes(first_users(root))
    to = tmp_path / "recommended.json"
    status, out, err = command(
        choices, "--items", films, "--user", "user 003", "--liked", "Film 007", *QUICK, "--json", to
    )
    assert (status, err) == (0, "")
    assert "because of Film" in out
    assert "popularity" in out
    assert "The rule of the taste" in out
    told = json.loads(to.read_text(encoding="utf-8"))
    (known, typed) = told["rankings"]
    assert known["user"] == "user 003"
    assert typed["user"] is None
    assert len(known["items"]) == 10
    assert known["taste"]["bound"] >= known["taste"]["objective"] - 1e-9
    status, out, _ = command(to, "--user", "user 003", "--top", 3, "--csv", "-")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [row["item"] for row in rows] == [own["item"] for own in known["items"][:3]]


FEW = "user,item\na,x\na,y\nb,x\nb,y\nc,x\nc,z\nd,w\nd,v\ne,x\ne,y\ne,z\n"
SET = ["--set=regularisation=1", "--set=negatives=own", "--set=popularity=0"]
QUICK = ["--kernel=linear", *SET]


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_the_command_says_what_is_left_out_and_what_is_at_work(tmp_path):
    file, out, err = tmp_path / "choices.csv", io.StringIO(), Terminal()
    file.write_text(FEW, encoding="utf-8")
    without = "--set=without=both"
    assert main([str(own) for own in (file, *QUICK, without)], out, err) == 0
    told = out.getvalue()
    assert "EASE 0" not in told
    assert "Left out by your settings: MSDw and EASE." in told
    assert "held-out choices" in told
    assert "With them ranked last, nDCG@10 is 0." in told
    assert "\nMeans over users, with 95 % intervals (±):\n  method " in told
    assert "behind" in told
    for step in ("Choosing the machine", "Judging item cosine on split 2"):
        assert step in err.getvalue()
    assert err.getvalue().endswith("\r\x1b[K")
    status, _, quiet = command(file, *QUICK, without)
    assert (status, quiet) == (0, "")


HAZARDS = {
    "a user nobody knows": (
        "user,item\na,x\na,y\nb,x\n",
        ["--user", "aa"],
        "There is no user “aa”",
    ),
    "an item nobody chose": (
        "user,item\na,x\na,y\nb,x\n",
        ["--liked", "q"],
        "There is no item “q”",
    ),
    "one user": ("user,item\na,x\na,y\na,z\n", [], "several values each"),
    "one item": ("user,item\na,x\nb,x\nc,x\n", [], "several values each"),
    "one choice each": ("user,item\na,x\nb,y\nc,z\n", [], "nobody did"),
    "no ratings": ("user,item\na,x\na,y\nb,x\n", ["--at-least", 3], "needs a column of ratings"),
    "too high": ("user,item,rating\na,x,1\na,y,2\nb,x,1\n", ["--at-least", 9], "none is"),
    "no such column": ("user,item\na,x\na,y\nb,x\n", ["--item-column", "itme"], "Did you mean"),
    "no time": (
        "user,item\na,x\na,y\nb,x\nb,y\n",
        ["--set", "protocol=last"],
        "must tell the time",
    ),
    "no baseline": (
        "user,item\na,x\na,y\nb,x\n",
        ["--set", "without=popularity"],
        "one of none, MSDw, EASE, both",
    ),
    "no kernel": ("user,item\na,x\na,y\nb,x\n", ["--kernel", "magic"], "There is no kernel"),
}


@pytest.mark.parametrize("name", HAZARDS)
def test_what_cannot_be_is_one_sentence(tmp_path, name):
    text, options, said = HAZARDS[name]
    file = tmp_path / "choices.csv"
    file.write_text(text, encoding="utf-8")
    quick = [] if "--kernel" in options else ["--kernel", "linear"]
    status, out, err = command(file, *quick, *SET, *options)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert said in err


@pytest.mark.parametrize(
    "text",
    [
        "user,item\na,x\na,y\nb,x\nb,y\n",  # all the same
        "user,item,rating\na,x,good\na,y,bad\nb,x,good\nc,y,good\nc,z,bad\n",  # ratings as text
        'user,item\n"<b>a</b>","x"""\n"<b>a</b>","$y$"\n"c\'d","x"""\n"c\'d","[z](u)"\ne,"$y$"\n',
        "user,item\na,x\na,y\nb,x\nb,y\nb,z\nc,z\n",
    ],
)
def test_odd_choices_are_ranked(tmp_path, text):
    file = tmp_path / "choices.csv"
    file.write_text(text, encoding="utf-8")
    status, out, err = command(
        file, "--kernel=mD(2)", *SET[:2], "--set=popularity=0.5", "--json", "-"
    )
    assert (status, err) == (0, "")
    assert restore(json.loads(out)).choices.R.nnz


def test_settings_out_of_range_are_one_sentence():
    for given in ({"metric": "luck"}, {"top": 0}, {"regularisation": -1.0}, {"kernel": "x"}):
        with pytest.raises(SettingsError):
            Recommending(**given)
    assert Recommending.from_dict(ASKED.to_dict()) == ASKED
    with pytest.raises(SettingsError, match="as stored: at_least, item_column"):
        Recommending.from_dict(ASKED.to_dict() | {"other": 1})


def test_a_sheet_of_a_workbook_is_read_where_it_is_named(root, tmp_path):
    header, *rows = csv.reader(io.StringIO(first_users(root, 20).decode()))
    book = openpyxl.Workbook()
    for sheet, cells in ((book.active, rows[:20]), (book.create_sheet("all"), rows)):
        for row in (header, *cells):
            sheet.append(row)
    path, text = tmp_path / "choices.xlsx", tmp_path / "choices.csv"
    book.save(path)
    text.write_bytes(first_users(root, 20))
    status, told, err = command(f"{path}#all", "--kernel", "linear")
    assert (status, err) == (0, "")
    assert "20 users" in told
    status, _, err = command(f"{path}#none")
    assert (status, "has no sheet “none”" in err) == (2, True)
    status, _, err = command(f"{text}#all")
    assert (status, "Only a workbook has sheets" in err) == (2, True)
