"""Golden answers: what small tables come to today, so that nothing changes without being seen.

A case is a table, a kind of run and what is asked. Its file holds what a person can read: the rule,
how often it is right, its weight and bound, the choices. Some cases have their whole text too, as
it is printed, at length, and as its report says it, line by line. Seconds and
versions are left out, and numbers have six digits.

Where a change is meant, `python -m tests.golden` writes the files anew; look at their differences.
"""

import json
import re
from dataclasses import dataclass
from html import unescape
from io import StringIO
from itertools import islice
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import Any

from interpret.__main__ import main
from interpret.data.reading import read_table
from interpret.data.task import tasks
from interpret.fit.parts import split
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.record import restore
from interpret.forms.study.study import with_good
from interpret.lab import compare, learn
from interpret.settings import Settings
from interpret.tell.rule.brief import at_length
from interpret.tell.text import as_text

FOLDER = Path(__file__).parent
SAMPLES = FOLDER.parents[1] / "sample_data"
DIGITS = 6  # significant ones, of a number
MACHINE = ("--kernel", "linear", "--set", "C=1", "--set", "fit-to=labels")
# Ten folds choose rule and card anew to compare the forms: both are to be found soon.
SHORT = ("--set", "language=values", "--set", "side=for", "--set", "price=1")
SHORT += ("--size", "autox2")
SMALL = ("--set", "population=60", "--set", "generations=40")


@dataclass(frozen=True)
class Case:
    """A sample's first rows, and what is asked of them, as options of the command line."""

    name: str
    sample: str
    rows: int
    options: tuple[str, ...] = ()
    studied: bool = False
    in_full: bool = False

    @property
    def raw(self) -> bytes:
        with (SAMPLES / f"{self.sample}.csv").open("rb") as lines:
            return b"".join(islice(lines, self.rows + 1))


CASES = (
    Case("exact", "monks-1", 240, studied=True),
    Case("genetic", "art-d3-c3", 160, ("--set", "search=genetic", *SMALL)),
    Case(
        "thesis",
        "monks-2",
        120,
        (
            "--kernel",
            "rules(10,5)",
            "--set",
            "C=inf",
            "--set",
            "operators=thesis",
            "--set",
            "search=genetic",
            *SMALL,
        ),
    ),
    Case("classes", "clinic", 90, ("--drop", "admitted", "--set", "price=1")),
    Case(
        "numbers",
        "clinic",
        160,
        ("--positive", "diet", "--set", "price=4", "--set", "language=values"),
    ),
    Case(
        "gaps",
        "clinic",
        160,
        ("--positive", "diet", "--set", "gaps=drop-row", "--kernel", "linear"),
        in_full=True,
    ),
    Case("denied", "tic-tac-toe", 120, ("--set", "side=against", "--set", "C=1"), studied=True),
    Case("landmarks", "monks-2", 120, ("--set", "landmarks=50", "--cost", "balanced")),
    Case("domain", "monks-3", 160, ("--set", "fit-to=domain", "--test", "0")),
    Case(
        "points",
        "clinic",
        150,
        ("--positive", "diet", "--form", "auto", *MACHINE, *SHORT),
        in_full=True,
    ),
)
COMPARED = Case("compare", "clinic", 160)
LEARNT = Case("learn", "monks-1", 160)


def of(case: Case) -> dict[str, Any]:
    """What the case comes to today, as its file has it."""
    if case is COMPARED:
        return _of_comparison(case)
    if case is LEARNT:
        return _of_learning(case)
    return _of_answer(case)


def stored(case: Case) -> dict[str, Any]:
    """What the case's file has."""
    return json.loads(path(case).read_text(encoding="utf-8"))


def path(case: Case) -> Path:
    return FOLDER / f"{case.name}.json"


def text_of(found: dict[str, Any]) -> str:
    """What is found of a case, as its file has it."""
    return json.dumps(found, ensure_ascii=False, indent=1) + "\n"


def _of_answer(case: Case) -> dict[str, Any]:
    with TemporaryDirectory() as folder:
        table, answer, report = (
            Path(folder, name) for name in (f"{case.name}.csv", "answer.json", "report.html")
        )
        table.write_bytes(case.raw)
        asked = [str(table), *case.options, "--json", str(answer)]
        asked += ["--html", str(report)] if case.in_full else []
        printed, complaints = StringIO(), StringIO()
        assert main(asked, printed, complaints) == 0, complaints.getvalue()
        document = json.loads(answer.read_text(encoding="utf-8"))
        found: dict[str, Any] = {"rules": [_core(part) for part in document["explanations"]]}
        if case.in_full:
            html = report.read_text(encoding="utf-8")
            found |= {"printed": printed.getvalue().splitlines()}
            found |= {"at length": as_text(at_length(restore(document))).splitlines()}
            found |= {"report": lines_of(html)}
    return found | ({"study": _of_study(case, document)} if case.studied else {})


def _core(part: dict[str, Any]) -> dict[str, Any]:
    """What a reader wants to see of one rule."""
    machine, rule = part["machine"], part["rule"]
    chosen = part["choice"]["rule"]
    ways = ("fit_to", "side", "language", "price", "clauses", "literals", "folds", "promised")
    return _rounded(
        {
            "rule": rule["text"],
            "right": part["accuracy"],
            "agrees": part["fidelity"],
            **{name: rule[name] for name in ("weight", "objective", "bound", "stopped_by")},
            "kernel": machine["kernel"],
            "C": machine["C"],
            "support": machine["support"],
            "chosen": {name: chosen[name] for name in ways},
        }
        | ({} if part["points"] is None else {"first": part["first"], "card": _card(part)})
    )


def _card(part: dict[str, Any]) -> dict[str, Any]:
    """What a reader wants to see of a card."""
    card = part["points"]
    return {
        "terms": [f"{term['points']:+d} {json.dumps(term['clause'])}" for term in card["terms"]],
        **{name: card[name] for name in ("cut", "fitted_to", "auc")},
        "chances": [
            [band["low"], band["high"], band["chance"]] for band in card["chances"]["bands"]
        ],
        "forms": part["forms"],
    }


def _of_study(case: Case, document: dict[str, Any]) -> dict[str, Any]:
    table = read_table(case.raw, f"{case.name}.csv")
    answer = Answer(restore(document)[0], table)
    good = with_good(answer).explanation.good
    return {
        "without": [f"{one.column}: {one.bound:.6g}, {one.formula}" for one in good.without],
        "others": [str(one.formula) for one in good.others],
    }


def _of_comparison(case: Case) -> dict[str, Any]:
    task = _task(case, Settings(positive=("diet",)))
    found = compare.compare(task, ("linear", "mDNF(2,2)"))
    accuracies = [fmean(fold.accuracy for fold in own.folds) for own in found.kernels]
    both = zip(found.kernels, accuracies, strict=True)
    return {"kernels": _rounded({own.kernel: [own.auc, right] for own, right in both})}


def _of_learning(case: Case) -> dict[str, Any]:
    settings = Settings()
    task = _task(case, settings)
    asked = learn.Learning(4, tuple(learn.WAYS)[:2], formulas=4)
    found = learn.learn(task, split(task, settings), 0, asked)
    return {
        "ways": _rounded({way.name: [way.kernel, way.auc] for way in found.ways}),
        "formulas": [one.text for one in found.formulas],
    }


def _task(case: Case, settings: Settings):
    table = read_table(case.raw, f"{case.name}.csv")
    return tasks(table, None, settings.positive, settings.columns)[0]


def lines_of(html: str) -> list[str]:
    """The report's text without its figures, styles, seconds, day and versions.

    A line for each heading, paragraph and row of a table.
    """
    bare = re.sub(r"(?s)<(script|style|title|svg)\b.*?</\1>", "", html)
    bare = re.sub(r"(after|\w+,) [\d.e-]+ s\b", r"\1 s", bare)
    bare = re.sub(r"Written by Rulescope [^<]*", "", bare)
    bare = " ".join(bare.split())
    bare = re.sub(r"</(?:h\d|p|dt|dd|caption|tr|figcaption|div|summary|li)>", "\n", bare)
    bare = re.sub(r"<(?:td|th|small)\b[^>]*>", " | ", bare)
    lines = (unescape(re.sub(r"<[^>]*>", "", line)) for line in bare.split("\n"))
    return [own for own in (" ".join(line.split()).strip(" |") for line in lines) if own]


def _rounded(found: Any) -> Any:
    """The value, its numbers with DIGITS digits."""
    match found:
        case dict():
            return {name: _rounded(own) for name, own in found.items()}
        case list():
            return [_rounded(own) for own in found]
        case float():
            return float(f"{found:.{DIGITS}g}") + 0.0
        case _:
            return found
