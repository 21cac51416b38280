"""Values as documents of standard JSON, and back.

`as_json` writes frozen dataclasses field by field. `read` checks the shape of a document once, with
pydantic, and makes the values of it; what it returns can be trusted. A shape follows from the types
of a dataclass's fields (`made`), and only adds what types cannot express. The shapes of each kind
of document are defined where the kind is at home: interpret.forms.answer.record,
interpret.forms.study.study, interpret.number.kind, interpret.lab,
interpret.ranking.kind.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache, singledispatch
from math import inf, isfinite
from types import NoneType
from typing import Annotated, Any, Literal, NotRequired, get_args, get_origin, get_type_hints

from pydantic import AfterValidator, AliasPath, Field, TypeAdapter, ValidationError
from typing_extensions import TypedDict

from interpret.data.complaints import DataError, quoted
from kernels.catalog import parse

SCHEMA = 1
LONGEST = 300  # characters of a reason, which may quote what somebody wrote
NO_JSON = (
    "there is something that standard JSON cannot hold, such as an infinite number or half a "
    "character"
)
TOO_DEEP = "lists or objects stand in each other too deep"


@singledispatch
def as_json(value: Any) -> Any:
    """The value as standard JSON has it: a dataclass is an object, infinity is null.

    Types that a document has in another form register their own function. Where documents have a
    field elsewhere than under its own name, the field's metadata holds the way to it as "key": the
    names that lead there, with dots between them; None of a field that no document has.
    """
    if is_dataclass(value):
        written: dict[str, Any] = {}
        for field in filter(_is_written, fields(value)):
            *way, name = _way(field)
            inside = written
            for key in way:
                inside = inside.setdefault(key, {})
            inside[name] = as_json(getattr(value, field.name))
        return written
    if isinstance(value, Mapping):
        return {key: as_json(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [as_json(item) for item in value]
    return None if isinstance(value, float) and not isfinite(value) else value


def _is_written(field: Any) -> bool:
    return field.metadata.get("key", field.name) is not None


def _way(field: Any) -> list[str]:
    """The names that lead to a field of a dataclass in documents."""
    return str(field.metadata.get("key", field.name)).split(".")


def an_object(**shapes: Any) -> Any:
    """The shape of an object with these names; others are passed over."""
    return TypedDict("Object", shapes)  # type: ignore[operator]


def fields_of(cls: Any, **otherwise: Any) -> Any:
    """The shape of an object with the fields of a dataclass.

    otherwise: the fields that a document has in another form or besides, and None for those that
    it does not have.
    """
    otherwise |= {field.name: None for field in fields(cls) if not _is_written(field)}
    hints, names = get_type_hints(cls), [field.name for field in fields(cls)]
    shapes = {name: shape_of(hints[name]) for name in names if name not in otherwise} | otherwise
    for field in fields(cls):
        if not field.init:
            shapes[field.name] = None
        if shapes[field.name] is not None and "key" in field.metadata:
            shapes[field.name] = at(shapes[field.name], *_way(field))
    there = {name: shape for name, shape in shapes.items() if shape is not None}
    return an_object(**there)


def made(cls: Any, **otherwise: Any) -> Any:
    """The shape of a dataclass, as of fields_of, which becomes a value of that class."""
    return into(fields_of(cls, **otherwise), lambda given: cls(**given))


_known: dict[Any, Any] = {}  # a type -> its shape in every field of that type


def known(cls: Any, shape: Any) -> Any:
    """Returns the shape, and registers it for every field of this type."""
    assert cls not in _known, f"the shape of {cls} must be said before a field holds one"
    _known[cls] = shape
    return shape


def shape_of(hint: Any) -> Any:
    """The shape of a field of this type: an int counts something, a float stays below 1e100."""
    inside = get_args(hint)
    if hint in _known:
        return _known[hint]
    if is_dataclass(hint):
        return known(hint, made(hint))
    if get_origin(hint) is tuple and inside[-1] is not Ellipsis:
        return tuple[tuple(map(shape_of, inside))]  # type: ignore[misc]
    if get_origin(hint) is tuple:
        return many(shape_of(inside[0]))
    if get_origin(hint) is dict:
        return dict[inside[0], shape_of(inside[1])]  # type: ignore[misc, valid-type]
    if len(inside) == 2 and inside[1] is NoneType:
        return shape_of(inside[0]) | None
    return {int: Count, float: Amount}.get(hint, hint)


def into(shape: Any, make: Callable[[Any], Any]) -> Any:
    """The shape, and what is made of its content; `make` raises ValueError where it cannot."""
    return Annotated[shape, AfterValidator(make)]


def many(shape: Any, least: int = 0) -> Any:
    """A list of things of one shape, `least` of them at least; it becomes a tuple."""
    return Annotated[tuple[shape, ...], Field(min_length=least)]


def one_of(names: Iterable[str | int]) -> Any:
    return Literal[tuple(names)]


def may_lack(shape: Any) -> Any:
    """The shape of something that an object may lack."""
    return NotRequired[shape]


def at(shape: Any, *path: str) -> Any:
    """The shape of a field that a document has elsewhere; path: the names that lead there."""
    return Annotated[shape, Field(validation_alias=AliasPath(*path))]


def restored(shape: Any, document: Mapping[str, Any], whole: str, again: str) -> Any:
    """As `read`, for a document that names its schema, which must be this version's."""
    schema = document.get("schema")
    if schema != SCHEMA or isinstance(schema, bool):
        raise DataError(
            f"{whole}, of schema {SCHEMA}, and this one has {quoted(repr(schema))}: it is of "
            f"another version of Rulescope, or no such document. {again}"
        )
    return read(shape, document, whole, again)


def read(shape: Any, document: Any, whole: str, again: str) -> Any:
    """The value that a document holds; a DataError in one sentence where it has another shape.

    whole: what the document must be; again: what its owner can do.
    """
    try:
        text = json.dumps(document, allow_nan=False)
        return _adapter(shape).validate_json(text, strict=True)
    except ValidationError as error:
        reason = _told(error)
    except RecursionError:
        reason = TOO_DEEP
    except (TypeError, ValueError):
        reason = NO_JSON
    raise DataError(f"{whole}, and in this one {reason}. {again}".rstrip())


@cache
def _adapter(shape: Any) -> TypeAdapter[Any]:
    return TypeAdapter(shape)


def _told(error: ValidationError) -> str:
    """The first error: where it is, what must stand there and what does."""
    first = error.errors(include_url=False)[0]
    if first["type"] == "json_invalid":
        return TOO_DEEP if "recursion" in first["msg"] else NO_JSON
    place = quoted(".".join(map(str, first["loc"])) or "all of it")
    if first["type"] == "missing":
        return f"{place} is missing"
    if "error" in first.get("ctx", {}):
        reason = str(first["ctx"]["error"]).rstrip(".")
        shown = reason if len(reason) <= LONGEST else f"{reason[:LONGEST]}…"
        return f"{place} is not right: {shown}"
    must = first["msg"].removeprefix("Input should be ")
    return f"{place} must be {must}, and it is {quoted(repr(first['input']))}"


def _kernel(name: str) -> str:
    try:
        parse(name)
    except ValueError:
        raise ValueError(f"it must be the name of a kernel, and is {quoted(name)}") from None
    return name


def _cost(C: float | None) -> float:
    if C is not None and C <= 0:
        raise ValueError(f"C must be above 0, or null for the hard margin; it is {C}.")
    return inf if C is None else C


def _not_zero(amount: int) -> int:
    if not amount:
        raise ValueError("it must not be 0")
    return amount


# Shapes whose values are plain.
Count: Any = Annotated[int, Field(ge=0, lt=2**53)]
Positive: Any = Annotated[int, Field(gt=0, lt=2**53)]
Whole: Any = Annotated[int, Field(gt=-(2**53), lt=2**53)]
NotZero: Any = into(Whole, _not_zero)
Amount: Any = Annotated[float, Field(gt=-1e100, lt=1e100)]  # sums of many stay finite
KernelName: Any = into(str, _kernel)
Cost: Any = into(Amount | None, _cost)
Strength: Any = Annotated[float, Field(ge=0, le=1_000_000)]
Power: Any = Annotated[float, Field(ge=0, le=2)]  # of the number of an item's users
Fraction: Any = Annotated[float, Field(ge=0, le=1)]
OrInfinity: Any = into(Amount | None, lambda bound: inf if bound is None else bound)
