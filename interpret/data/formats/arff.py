"""ARFF as Weka, UCI and OpenML write it: declared attributes, then rows, dense or sparse.

The package liac-arff (2.5.0) is not used. It takes exponential time for a list of values that is
never closed (1.5 s for 24 values, four times that for two more), refuses dates, tabs between cells,
row weights and undeclared values, and turns a cell 007 into 7.0.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from interpret.data.cells import Cells, coded
from interpret.data.complaints import DataError
from interpret.data.limits import ReadingLimits

BEGINS = re.compile(rb"(?:\xef\xbb\xbf)?(?:\s++|%[^\n]*+)*+@relation\b", re.IGNORECASE)
QUOTED = r"'(?:[^'\\]++|\\.)*+'|\"(?:[^\"\\]++|\\.)*+\""
ATTRIBUTE = re.compile(rf"@attribute\s++({QUOTED}|[^\s{{'\"][^\s{{]*+)\s*+(.++)", re.IGNORECASE)
CELL = re.compile(rf"\s*+({QUOTED}|[^,\t'\"][^,\t]*+|)(?:\s*+(?:,|(\Z))|[^\S\t]*+\t)")
PAIR = re.compile(rf"\s*+(\d{{1,9}}+)\s++({QUOTED}|[^,'\"][^,]*+)\s*+(?:,|\Z)")
LINE = re.compile(r"\r\n|\r|\n")
ESCAPED = re.compile(r"\\(.)")
INSTANCE_WEIGHT = re.compile(r",\s*\{[^{}]*\}\s*$")


def read_arff(text: str, limits: ReadingLimits) -> Cells:
    """The cells of an ARFF file; a DataError names the line that is wrong.

    A `?` is an empty cell. A cell that a sparse row leaves out has the default of its attribute.
    """
    lines = enumerate(LINE.split(text), start=1)
    names, defaults, is_declared = [], [], []
    for number, line in lines:
        line = line.strip()
        keyword = line.split(None, 1)[0].lower() if line else ""
        if keyword == "@data":
            break
        if keyword == "@attribute":
            declared = ATTRIBUTE.fullmatch(line)
            if not declared:
                raise _refusal(number, "must declare an attribute as `@attribute name type`")
            names.append(_bare(declared[1]).strip())
            defaults.append(_default(declared[2]))
            is_declared.append(_is_text(declared[2]))
    else:
        raise DataError("An ARFF file needs a line @data and rows under it. Add them.")
    if len(names) < 2:
        raise DataError(
            f"A table needs at least two columns, and this ARFF file declares {len(names)}. "
            "Declare them with @attribute, the class among them."
        )
    columns = coded(_rows(lines, defaults, limits), len(names))
    declared_columns = zip(columns, is_declared, strict=True)
    return Cells(
        tuple(names),
        tuple(replace(column, declared=is_text) for column, is_text in declared_columns),
    )


def _rows(
    lines: Iterator[tuple[int, str]], defaults: Sequence[str], limits: ReadingLimits
) -> Iterator[Sequence[str]]:
    width, n_sparse = len(defaults), 0
    for number, line in lines:
        if not line.strip() or line.lstrip().startswith("%"):
            continue
        if line.lstrip().startswith("{"):
            n_sparse += 1
            limits.check_cells(n_sparse, width)  # a row of two characters has them all
            yield _sparse(number, line.strip(), defaults)
            continue
        if line.rstrip().endswith("}"):
            line = INSTANCE_WEIGHT.sub("", line)
        cells = _dense(number, line)
        if len(cells) != width:
            raise _refusal(
                number, f"must have a cell for each of {width:,} attributes, has {len(cells):,}"
            )
        yield cells


def _dense(number: int, line: str) -> list[str]:
    if "'" not in line and '"' not in line:
        cells = [cell.strip() for cell in line.split("," if "," in line else "\t")]
        return ["" if cell == "?" else cell for cell in cells]
    cells, at = [], 0
    while match := CELL.match(line, at):
        cells.append(_cell(match[1]))
        if match[2] is not None:
            return cells
        at = match.end()
    raise _refusal(number, "has text behind a closing quote, or opens one that is never closed")


def _sparse(number: int, line: str, defaults: Sequence[str]) -> list[str]:
    if not line.endswith("}"):
        raise _refusal(number, "opens a brace { that is never closed")
    cells, pairs, at = list(defaults), line[1:-1].strip(), 0
    while at < len(pairs):
        pair = PAIR.match(pairs, at)
        if not pair or int(pair[1]) >= len(cells):
            raise _refusal(number, "must hold pairs of an attribute's number and its value")
        cells[int(pair[1])] = _cell(pair[2])
        at = pair.end()
    return cells


def _default(kind: str) -> str:
    """The cell that a sparse row leaves out: zero, or the first of the declared values."""
    if not kind.startswith("{"):
        return "0" if kind.split()[0].lower() in ("numeric", "real", "integer") else ""
    first = CELL.match(kind.strip("{} "))
    return _bare(first[1]) if first else ""


def _is_text(kind: str) -> bool:
    """Whether an attribute of this type is declared to hold categories or texts."""
    return kind.startswith("{") or kind.split()[0].lower() == "string"


def _cell(text: str) -> str:
    return "" if text.strip() == "?" else _bare(text)


def _bare(text: str) -> str:
    """The text without blanks around it, its quotes and escapes."""
    text = text.strip()
    if len(text) > 1 and text[0] in "'\"" and text[-1] == text[0]:
        return ESCAPED.sub(r"\1", text[1:-1])
    return text


def _refusal(number: int, what: str) -> DataError:
    return DataError(f"Line {number:,} of an ARFF file {what}. Correct the line.")
