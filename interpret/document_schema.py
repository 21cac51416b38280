"""The JSON schema of every document that Rulescope writes, generated from the shapes it reads by.

A document may hold more than its schema says. The schema also has fields that are not in the
shapes, since they follow from others; people and other programs can rely on these too.
"""

import re
from typing import Any, Literal

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from interpret import documents as doc
from interpret.answers.shapes import RATES, of_parts
from interpret.data.splits import PARTS
from interpret.forms.answer.form import POINTS, RULE
from interpret.forms.answer.proof import CertificateShape
from interpret.forms.answer.record import AnswerShape, DraftsShape
from interpret.forms.answer.shapes import CalibrationShape, ProfileShape, SupportShape
from interpret.forms.evolve import DocumentShape as EvolvedShape
from interpret.forms.study.study import StudyShape
from interpret.lab.compare import DocumentShape as ComparedShape
from interpret.lab.learn import DocumentShape as LearntShape
from interpret.number.kind import AnswerShape as NumberShape
from interpret.ranking.kind import RECOMMEND
from interpret.ranking.kind import DocumentShape as RecommendedShape
from interpret.settings import stored_shape

NAMELESS = re.compile(r"(^|__)Object(__\d+)?$")
DIALECT = "https://json-schema.org/draft/2020-12/schema"
REFERENCE = "#/$defs/{model}"

Rate = doc.Fraction | None
Rates = of_parts(doc.an_object("Rates", **dict.fromkeys(RATES, Any)))
Told = doc.an_object(
    "Told",
    rule=doc.an_object(text=str, tests=doc.Count, gap=doc.Amount, proven=bool, weight=doc.Amount),
    machine=doc.an_object(
        bound=doc.Amount,
        **{f"{part}_{figure}": Rate for part in PARTS for figure in ("accuracy", "auc")},
    ),
    accuracy=of_parts(Rate),
    fidelity=of_parts(Rate),
    search=doc.an_object(
        name=str, seconds=doc.Amount, generations=doc.Count | None, stopped_by=str
    ),
    figures=doc.an_object(rule=Rates, machine=Rates),
    settings=stored_shape(),
    study=doc.may_lack(StudyShape | None),
    profile=ProfileShape,
    calibration=CalibrationShape,
    certificate=doc.may_lack(CertificateShape | None),
    first=doc.one_of((RULE, POINTS)),
)
Predicts = doc.an_object("Predicts", explanations=doc.many(doc.an_object(machine=SupportShape)))
Table = doc.an_object("Table", name=str, digest=str)
Head = doc.an_object("Head", schema=doc.one_of((doc.SCHEMA,)), versions=dict[str, str])
KINDS: dict[str, tuple[str, list[Any]]] = {
    "rules": (
        "The rules of a table's classes, as `rulescope TABLE --json` and the page write them.",
        [
            Head,
            AnswerShape,
            Predicts,
            DraftsShape,
            doc.an_object(table=Table, explanations=doc.many(Told)),
        ],
    ),
    "number": (
        "A number explained by conjunctions, as the command and the page write it.",
        [Head, NumberShape, doc.an_object(number=doc.an_object(settings=stored_shape()))],
    ),
    "comparison": ("Kernels compared, as the page writes it.", [Head, ComparedShape]),
    "learnt": ("Kernels learnt, as the page writes it.", [Head, LearntShape]),
    "evolution": (
        "How a genetic search found a rule, as the page writes it.",
        [Head, EvolvedShape],
    ),
    "recommendations": (
        "Items ranked for users, as `rulescope recommend --json` and the page write them.",
        [Head, doc.an_object(kind=doc.one_of((RECOMMEND,))), RecommendedShape],
    ),
}


def schema() -> dict[str, Any]:
    """The JSON schema (dialect 2020-12) of all kinds of documents, as a new dict of plain values.

    Every document that this version writes is valid. Documents may hold more than the schema says.
    """
    inputs: list[tuple[str, Literal["validation"], TypeAdapter[Any]]] = [
        (f"{kind} {place}", "validation", TypeAdapter(shape))
        for kind, (_, shapes) in KINDS.items()
        for place, shape in enumerate(shapes)
    ]
    schemas, whole = TypeAdapter.json_schemas(
        inputs, schema_generator=_Nested, ref_template=REFERENCE
    )
    return _named(
        {
            "$schema": DIALECT,
            "title": f"A document of Rulescope, schema {doc.SCHEMA}",
            "oneOf": [
                {
                    "title": kind,
                    "description": about,
                    "allOf": [
                        schemas[f"{kind} {place}", "validation"] for place in range(len(shapes))
                    ],
                }
                for kind, (about, shapes) in KINDS.items()
            ],
            "$defs": whole.get("$defs", {}),
        }
    )


class _Nested(GenerateJsonSchema):
    """Puts a field that a document nests elsewhere (documents.at) where the document has it."""

    def typed_dict_schema(self, schema: Any) -> dict[str, Any]:
        paths = {name: _path(field) for name, field in schema["fields"].items()}
        direct = {
            name: field_schema for name, field_schema in schema["fields"].items() if not paths[name]
        }
        flat = super().typed_dict_schema(schema | {"fields": direct})
        nested = [
            _within(path, self.generate_inner(field), self.field_is_required(field, True))
            for path, field in ((paths[name], schema["fields"][name]) for name in paths)
            if path
        ]
        return {**flat, "allOf": nested} if nested else flat

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002
        return False  # it would repeat the name


def _path(field: Any) -> list[str]:
    """The names that lead to a field; empty where the field is not nested elsewhere."""
    alias = field.get("validation_alias", [])
    return alias if isinstance(alias, list) else []


def _within(path: list[str], schema: dict[str, Any], required: bool) -> dict[str, Any]:
    """The schema of an object that has the field at the end of these names."""
    for name in reversed(path):
        schema = {"type": "object", "properties": {name: schema}}
        if required:
            schema["required"] = [name]
    return schema


def _named(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema with each nameless object inlined and its definition removed."""
    nameless = {name: shape for name, shape in schema["$defs"].items() if NAMELESS.search(name)}

    def put(part: Any) -> Any:
        if isinstance(part, list):
            return [put(item) for item in part]
        if not isinstance(part, dict):
            return part
        name = str(part.get("$ref", "")).rpartition("/")[2]
        if name in nameless:
            return put({key: value for key, value in nameless[name].items() if key != "title"})
        return {key: put(value) for key, value in part.items()}

    named = {name: shape for name, shape in schema["$defs"].items() if name not in nameless}
    written: dict[str, Any] = put({**schema, "$defs": named})
    return written
