"""NumberExplanation <-> dict: the part of a document that explains a number.

Standard JSON: no NaN, no Infinity; null for figures on rows that do not exist. Restoring never
refits.
"""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from interpret.answer.record import SCHEMA, preparation_from_dict
from interpret.data.table import Table
from interpret.numbers.explanation import (
    Gamma,
    Heaviest,
    Length,
    NumberExplanation,
    TensorMachine,
    Term,
)
from interpret.numbers.judged import Estimate, Judged
from interpret.numbers.machine import Tried
from interpret.numbers.simple import Beside
from interpret.rules.logic import Clause, test_from_dict, test_to_dict
from interpret.settings import Settings
from interpret.versions import versions


def number_document(table: Table, e: NumberExplanation) -> dict[str, Any]:
    """The whole answer for a table whose number is explained."""
    return {
        "schema": SCHEMA,
        "versions": versions(),
        "table": {
            "name": table.name,
            "digest": table.digest,
            "rows": table.n_rows,
            "columns": list(table.names),
        },
        "explanations": [],
        "number": number_to_dict(e),
    }


def restore_number(document: Mapping[str, Any]) -> NumberExplanation:
    """The explanation of a document."""
    if document.get("schema") != SCHEMA or not document.get("number"):
        raise ValueError(
            f"A stored answer must explain a number in schema {SCHEMA}; this one does not. "
            "Explain the number again."
        )
    return number_from_dict(document["number"], document["table"])


def number_to_dict(e: NumberExplanation) -> dict[str, Any]:
    machine = asdict(e.machine) | {
        "heaviest": [asdict(own) | _clause_to_dict(own.clause) for own in e.machine.heaviest]
    }
    return {
        "target": e.target,
        "attributes": list(e.attributes),
        "preparation": asdict(e.preparation),
        "notices": list(e.notices),
        "settings": e.settings.to_dict(),
        "base": e.base,
        "terms": [asdict(term) | _clause_to_dict(term.clause) for term in e.terms],
        "mean": e.mean,
        "spread": e.spread,
        "judged": {part: asdict(own) for part, own in e.judged.items()},
        "mean_judged": {part: asdict(own) for part, own in e.mean_judged.items()},
        "machine": machine,
        "beside": [asdict(own) for own in e.beside],
        "validated": dict(e.validated),
        "source": e.source,
        "lengths": [asdict(own) for own in e.lengths],
        "rows": {part: list(own) for part, own in e.rows.items()},
        "observed": list(e.observed),
        "predicted": list(e.predicted),
        "folds": e.folds,
    }


def number_from_dict(d: Mapping[str, Any], table: Mapping[str, Any]) -> NumberExplanation:
    """The explanation of a document's part; `table` is the document's own."""
    machine = d["machine"]
    same = ("mean", "spread", "base", "source", "folds")
    return NumberExplanation(
        settings=Settings.from_dict(d["settings"]),
        table=table["name"],
        digest=table["digest"],
        target=d["target"],
        attributes=tuple(d["attributes"]),
        preparation=preparation_from_dict(d["preparation"]),
        notices=tuple(d["notices"]),
        rows={part: tuple(own) for part, own in d["rows"].items()},
        terms=tuple(Term(**_with_clause(own)) for own in d["terms"]),
        judged={part: _judged(own) for part, own in d["judged"].items()},
        mean_judged={part: _judged(own) for part, own in d["mean_judged"].items()},
        machine=TensorMachine(
            **machine
            | {
                "judged": _judged(machine["judged"]),
                "heaviest": tuple(
                    Heaviest(**_with_clause(own) | {"path": tuple(own["path"])})
                    for own in machine["heaviest"]
                ),
                "tried": tuple(Tried(**own) for own in machine["tried"]),
                "path": tuple(Gamma(**own) for own in machine["path"]),
                "fewer": machine["fewer"] and Gamma(**machine["fewer"]),
            }
        ),
        beside=tuple(
            Beside(own["name"], _judged(own["judged"]), own["size"]) for own in d["beside"]
        ),
        validated=dict(d["validated"]),
        lengths=tuple(Length(**own) for own in d["lengths"]),
        observed=tuple(d["observed"]),
        predicted=tuple(d["predicted"]),
        **{name: d[name] for name in same},
    )


def clause_from_list(tests: list[Mapping[str, Any]]) -> Clause:
    """The clause of a list of TEST documents."""
    return Clause(tuple(test_from_dict(test) for test in tests))


def _clause_to_dict(clause: Clause) -> dict[str, Any]:
    return {"clause": [test_to_dict(test) for test in clause.tests], "text": str(clause)}


def _with_clause(d: Mapping[str, Any]) -> dict[str, Any]:
    own = {name: value for name, value in d.items() if name != "text"}
    return own | {"clause": clause_from_list(d["clause"])}


def _judged(d: Mapping[str, Any]) -> Judged:
    return Judged(d["rows"], Estimate(**d["explained"]), Estimate(**d["error"]))
