"""Source: Parquet files that make one table, and the portions in which they are read."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from io import BytesIO
from typing import TYPE_CHECKING, Any

from interpret.data.complaints import DataError, listed, quoted
from interpret.data.formats.head import check_header, check_width
from interpret.data.formats.parquet import INDEX, check_single, is_declared
from interpret.large.files import Stamp, changed, common_folder, files_of, named, stamp

if TYPE_CHECKING:
    import pyarrow as arrow
    import pyarrow.dataset as dataset

_TROUBLE = (ArithmeticError, LookupError, MemoryError, OSError, TypeError, ValueError)


@dataclass(frozen=True)
class Sizes:
    """How many rows of a large table are read, held and drawn.

    portion: rows read as one part, at least, if a file has so many; batch: rows held at a time;
    sample: rows that machine and rule learn from; beside: rows that the machine is judged on if it
    cannot judge all.
    """

    portion: int = 1_000_000
    batch: int = 2**17
    sample: int = 50_000
    beside: int = 100_000


SIZES = Sizes()


@dataclass(frozen=True, eq=False)
class Portion:
    """Some row groups of one file, as sent to whoever reads them.

    files: the pyarrow file system that holds it; where: the values that its folders are named
    after; first: the place of its first row among those of all files; batch: rows held at a time.
    """

    path: str
    stamp: Stamp
    files: Any
    where: "dataset.Expression"
    groups: tuple[int, ...]
    schema: "arrow.Schema"
    first: int
    rows: int
    batch: int

    def batches(self, names: Sequence[str]) -> "Iterator[arrow.RecordBatch]":
        """The columns of these names, some rows at a time; a DataError names an unreadable file."""
        from pyarrow import dataset

        if stamp(self.files, self.path) != self.stamp:
            raise changed(self.path)
        with _readable(self.path):
            fragment = _form(self.schema).make_fragment(
                self.path, self.files, self.where, list(self.groups)
            )
            scanner = dataset.Scanner.from_fragment(
                fragment,
                schema=self.schema,
                columns=list(names),
                batch_size=self.batch,
                batch_readahead=1,
                fragment_readahead=1,
                use_threads=False,
            )
            rows = 0
            for batch in scanner.to_batches():
                rows += batch.num_rows
                yield batch
        if stamp(self.files, self.path) != self.stamp or rows != self.rows:
            raise changed(self.path)


@dataclass(frozen=True, eq=False)
class Source:
    """Files that make one table. names: its columns; digest: of the files' names and footers.

    declared: the columns whose types say that they hold texts or categories.
    """

    name: str
    digest: str
    names: tuple[str, ...]
    schema: "arrow.Schema"
    files: int
    bytes: int
    portions: tuple[Portion, ...]
    sizes: Sizes
    declared: tuple[str, ...] = ()

    @cached_property
    def rows(self) -> int:
        return sum(portion.rows for portion in self.portions)


def source(
    path: str, name: str | None = None, sizes: Sizes = SIZES, declares: bool = True
) -> Source:
    """The files of a folder, a pattern, a URL or one Parquet file; a DataError if they differ.

    name: what the table is called, by default as the path; declares: whether the types say what the
    columns hold: a delimited file is made into texts, whatever they are.
    """
    import pyarrow as arrow  # here, because it takes a while to load
    from pyarrow import dataset

    files, paths = files_of(path)
    with _readable(paths[0]):
        first = dataset.ParquetFileFormat().make_fragment(paths[0], files).physical_schema
    base = paths[0].rsplit("/", 1)[0] if len(paths) == 1 else common_folder(paths)
    with _readable(paths[0]):
        whole = dataset.dataset(
            paths,
            format=_form(first),
            filesystem=files,
            partitioning="hive",
            partition_base_dir=base,
        )
    schema = arrow.schema([field for field in whole.schema if not INDEX.fullmatch(field.name)])
    check_width(len(schema.names))
    check_header(schema.names, [()] * len(schema.names))
    check_single(schema.names, schema.types)
    portions: list[Portion] = []
    digest, size = sha256(), 0
    for fragment in whole.get_fragments():
        with _readable(fragment.path):
            titles, metadata = fragment.physical_schema.names, fragment.metadata
            stamped = stamp(files, fragment.path)
            footer = BytesIO()
            metadata.write_metadata_file(footer)
            digest.update(f"{fragment.path.removeprefix(base)} {stamped[0]}".encode())
            digest.update(footer.getvalue())
        _check_names(fragment.path, titles, paths[0], first.names)
        size += stamped[0]
        begin = portions[-1].first + portions[-1].rows if portions else 0
        for groups, rows in _grouped(fragment, sizes.portion):
            where = fragment.partition_expression
            read_from = fragment.path, stamped, files, where, groups, schema
            portions.append(Portion(*read_from, begin, rows, sizes.batch))
            begin += rows
    if not portions:
        raise DataError(f"{quoted(path)} has columns and no rows in them. Add the rows.")
    shown = name or path.rstrip("/").rsplit("/", 1)[-1]
    named, names = digest.hexdigest(), tuple(schema.names)
    declared = tuple(field.name for field in schema if declares and is_declared(field.type))
    return Source(shown, named, names, schema, len(paths), size, tuple(portions), sizes, declared)


def _grouped(fragment: Any, least: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """The row groups of each portion of a file, and how many rows they have."""
    groups: list[int] = []
    rows = 0
    with _readable(fragment.path):
        sizes = [(group.id, group.num_rows) for group in fragment.row_groups]
    for place, (group, n) in enumerate(sizes):
        groups, rows = [*groups, group], rows + n
        if rows >= least or (place == len(sizes) - 1 and rows):
            yield tuple(groups), rows
            groups, rows = [], 0


def _check_names(path: str, names: Sequence[str], first: str, wanted: Sequence[str]) -> None:
    lacks = [name for name in wanted if name not in names]
    besides = [name for name in names if name not in wanted]
    if lacks or besides:
        odd = [f"lacks {listed(map(quoted, lacks))}"] if lacks else []
        odd += [f"has also {listed(map(quoted, besides))}"] if besides else []
        raise DataError(
            f"All files of a table must have the same columns, and {named(path)} "
            f"{' and '.join(odd)}, other than {named(first)}. Make them alike, or leave the "
            "file out."
        )


def _form(schema: "arrow.Schema") -> "dataset.ParquetFileFormat":
    """How files are read: texts by their dictionaries."""
    from pyarrow import dataset, types

    texts = [
        field.name
        for field in schema
        if types.is_string(field.type)
        or types.is_large_string(field.type)
        or types.is_dictionary(field.type)
    ]
    return dataset.ParquetFileFormat(
        read_options=dataset.ParquetReadOptions(dictionary_columns=texts)
    )


@contextmanager
def _readable(path: str) -> Iterator[None]:
    """Turns pyarrow's exceptions for a file into one sentence that names it."""
    from pyarrow import ArrowException

    try:
        yield
    except DataError:
        raise
    except (ArrowException, *_TROUBLE):
        raise DataError(
            f"{named(path)} cannot be read as a Parquet file. Write it again, or leave it out."
        ) from None
