"""Answers of every kind to small tables, here and where another processor is stood in for.

`python -m tests.every_answer` writes for each name a document, or a text by lines, to standard
output. Most tables are rich in ties: all rows of a product, sums, columns that mirror each other.
"""

import json
import sys
import tempfile
from collections.abc import Callable, Iterable
from io import StringIO
from itertools import islice, product
from pathlib import Path
from typing import Any

from threadpoolctl import threadpool_info

from interpret.__main__ import main
from interpret.data.reading import read_table
from interpret.data.task import tasks
from interpret.fit.parts import split
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.record import restore
from interpret.forms.study.study import study, study_to_dict
from interpret.lab import compare, learn
from interpret.ranking.command import main as recommend
from interpret.settings import Settings
from tests import golden
from tests.form_default import rules_alone

Row = tuple[str, ...]


def _crossed(domains: Iterable[str], said: Callable[..., object]) -> bytes:
    """All rows of a product of domains, a letter for each value, and what is said of each."""
    rows = [(*row, str(said(*row))) for row in product(*domains)]
    return _file((*(f"c{place}" for place in range(1, len(rows[0]))), "class"), rows)


def _file(header: Row, rows: Iterable[Row]) -> bytes:
    return "\n".join(map(",".join, (header, *rows))).encode()


def _robots() -> bytes:
    """All rows of a product of small domains; head and body mirror each other in the number."""
    adds = {"r": 1.5, "s": -1.5, "t": 0.0}
    rows = product("rst", "rst", "yn", "rgb")
    said = [
        (*row, f"{adds[row[0]] + adds[row[1]] + 0.01 * (7 * place % 13):.3f}")
        for place, row in enumerate(rows)
    ]
    return _file(("head", "body", "smiles", "tie", "y"), said)


def _copies() -> bytes:
    """A column, its negation and its copy beside numbers that stand on a grid."""
    said = []
    for place, (u, v, w, z) in enumerate(product("ab", range(5), range(4), "xy")):
        y = 2.0 * (u == "a") + 1.0 * (v > 2) - 1.0 * (w > 1) + 0.01 * (place % 7)
        said.append((u, str(v), str(w), z, "b" if u == "a" else "a", u, f"{y:.3f}"))
    return _file(("u", "v", "w", "z", "not_u", "again", "y"), said)


def _two(test: Callable[..., bool]) -> Callable[..., str]:
    return lambda *row: "yes" if test(*row) else "no"


def _sample(name: str, rows: int) -> bytes:
    with (golden.SAMPLES / f"{name}.csv").open("rb") as lines:
        return b"".join(islice(lines, rows + 1))


# Where ten folds would compare the forms at length: other tables compare them.
RULE = ("--form", "rule")

# A table, what is asked of it as options of the command line, and whether it is studied too.
ASKED: dict[str, tuple[bytes, tuple[str, ...], bool]] = {
    "parity": (
        _crossed(("01",) * 5, _two(lambda *row: "".join(row).count("1") % 2 == 1)),
        ("--set", "fit-to=weights", "--set", "price=0", *RULE),
        False,
    ),
    "equal": (_crossed(("abc", "abc", "xy", "xy"), _two(lambda a, b, *_: a == b)), (), True),
    "three": (
        _crossed(("abc", "abc", "abc"), lambda *row: "few" if len({*row}) < 3 else max(row)),
        ("--set", "fit-to=mix", "--set", "price=0.25"),
        False,
    ),
    "linear": (
        _crossed(("abcd", "abcd", "ab", "ab"), _two(lambda a, b, c, d: (a < b) or c == d)),
        ("--kernel=linear", "--set=C=1", "--set=fit-to=domain", "--set=price=0.25", *RULE),
        False,
    ),
    "balanced": (
        _crossed(("abc", "abc", "ab", "ab"), _two(lambda a, b, c, d: a == b and c == d)),
        ("--cost", "balanced", "--test", "0"),
        False,
    ),
    "landmarks": (
        _crossed(("abc", "abc", "ab", "ab"), _two(lambda a, b, c, d: a == b or c == d)),
        ("--set", "landmarks=20", "--set", "fit-to=weights", *RULE),
        False,
    ),
    "sums": (
        _crossed(("012", "012", "01"), lambda *row: "few" if sum(map(int, row)) < 3 else "many"),
        ("--set", "side=for"),
        False,
    ),
    "monks-2": (
        _sample("monks-2", 60),
        ("--set=search=genetic", "--set=population=30", "--set=generations=10", "--set=price=0.5"),
        False,
    ),
    "tic-tac-toe": (
        _sample("tic-tac-toe", 100),
        ("--set", "fit-to=weights", "--form", "points"),
        False,
    ),
    "robots": (_robots(), ("--target", "y", "--size", "autox2"), False),
    "copies": (_copies(), ("--target", "y", "--size", "autox2"), False),
}


NAMES = (*ASKED, "ring", "lab")


def _answered(raw: bytes, options: Iterable[str], studied: bool, folder: Path) -> dict[str, Any]:
    table, document, report = (folder / name for name in ("table.csv", "a.json", "r.html"))
    table.write_bytes(raw)
    said, complaints = StringIO(), StringIO()
    both = () if {"--form", "--target"} & {*options} else ("--form", "auto")
    asked = [str(table), *options, *both, "--json", str(document), "--html", str(report)]
    assert main(asked, said, complaints) == 0, complaints.getvalue()
    own = json.loads(document.read_text(encoding="utf-8"))
    found = {
        "document": own,
        "printed": said.getvalue().splitlines(),
        "report": golden.lines_of(report.read_text(encoding="utf-8")),
    }
    if studied:
        of = read_table(raw, "table.csv")
        found["study"] = [study_to_dict(study(Answer(e, of))) for e in restore(own)]
    return found


def _ring() -> bytes:
    """Users and items on a ring: what lies as far to the one side as to the other is tied."""
    chosen = [(u, (u + far) % 90) for u in range(90) for far in (-7, -3, -1, 1, 3, 7)]
    return _file(("user", "item"), [(f"user {u:02}", f"item {i:02}") for u, i in chosen])


def _recommended(folder: Path) -> dict[str, Any]:
    choices, document = folder / "choices.csv", folder / "a.json"
    choices.write_bytes(_ring())
    said, complaints = StringIO(), StringIO()
    options = ["--kernel=mD(3)", "--set=regularisation=1", "--set=negatives=own"]
    options += [part for u in range(90) for part in ("--user", f"user {u:02}")]
    given = [str(choices), *options, "--json", str(document)]
    assert recommend(given, said, complaints) == 0, complaints.getvalue()
    return {
        "document": json.loads(document.read_text(encoding="utf-8")),
        "printed": said.getvalue().splitlines(),
    }


def _in_the_lab() -> dict[str, Any]:
    settings = Settings(positive=("yes",))
    table = read_table(ASKED["equal"][0], "table.csv")
    task = tasks(table, None, settings.positive, settings.columns)[0]
    asked = learn.Learning(4, tuple(learn.WAYS), formulas=3)
    learnt = learn.learn(task, split(task, settings), 0, asked)
    return {
        "compared": compare.document(compare.compare(task, ("linear", "mDNF(2,2)", "rbf(1)"))),
        "learnt": learn.document(learnt),
    }


def every_answer(names: Iterable[str]) -> dict[str, Any]:
    """What is answered to the tables of these names, and which kernels of BLAS were at work."""
    kernels = {own["architecture"] for own in threadpool_info() if own["user_api"] == "blas"}
    found: dict[str, Any] = {"kernels": sorted(kernels)}
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            if name == "ring":
                found[name] = _recommended(Path(folder))
            elif name == "lab":
                found[name] = _in_the_lab()
            else:
                found[name] = _answered(*ASKED[name], Path(folder))
    return found


if __name__ == "__main__":
    rules_alone()  # as in the tests that compare with this
    json.dump(every_answer(sys.argv[1:] or NAMES), sys.stdout)
