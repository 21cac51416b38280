"""Which files are meant by a folder, a pattern, a URL or one name, and whether they changed."""

import glob
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from interpret.data.complaints import DataError, listed, quoted

SUFFIXES = (".parquet", ".pq")
PATTERN = frozenset("*?[")
Stamp = tuple[int, str]  # bytes of a file, and when it was changed or its ETag


def is_many(path: str) -> bool:
    """Whether a folder, a pattern or a URL is meant, which can be read by portions alone."""
    if "://" in path:
        return True
    try:
        folder = Path(path)
        return folder.is_dir() or (bool(PATTERN & set(path)) and not folder.exists())
    except (OSError, ValueError):
        return False


def files_of(path: str) -> tuple[Any, list[str]]:
    """The file system, and the paths of the files in order; a DataError where there are none."""
    from pyarrow import fs

    if "://" in path:
        files, paths = _by_url(path)
    elif Path(path).is_dir():
        files, path = fs.LocalFileSystem(), str(Path(path).absolute())
        inside = sorted(file for file in Path(path).rglob("*") if file.is_file())
        paths = [file.as_posix() for file in inside if _wanted(file.relative_to(path).as_posix())]
    else:
        files, path = fs.LocalFileSystem(), str(Path(path).absolute())
        matched = [path] if Path(path).is_file() else glob.glob(path, recursive=True)  # noqa: PTH207
        named_files = [Path(file) for file in matched]
        paths = sorted(
            file.as_posix()
            for file in named_files
            if file == Path(path) or (file.is_file() and not file.name.startswith(("_", ".")))
        )
    if not paths:
        raise DataError(
            f"A table in several files must hold a Parquet file ({listed(SUFFIXES)}), and there "
            f"is none in {quoted(path)}. Name another folder or pattern."
        )
    return files, paths


def _by_url(path: str) -> tuple[Any, list[str]]:
    """The file system and the files of a URL that fsspec knows, such as s3:// or file://."""
    from pyarrow import fs

    scheme = path.split("://", 1)[0]
    try:
        from fsspec.core import url_to_fs

        filesystem, inside = url_to_fs(path)
        if PATTERN & set(inside):
            paths = filesystem.glob(inside)
        elif filesystem.isdir(inside):
            root = inside.rstrip("/") + "/"
            paths = [file for file in filesystem.find(inside) if _wanted(file.removeprefix(root))]
        else:
            paths = [inside] if filesystem.exists(inside) else []
    except ImportError as error:
        raise DataError(
            f"To read {scheme}:// a package is needed that is not installed here ({error}). "
            "Install requirements-url.txt, and for S3 s3fs."
        ) from None
    except Exception as error:  # every store has its own
        reason = str(error) or type(error).__name__
        raise DataError(f"{quoted(path)} cannot be listed: {quoted(reason)}.") from None
    return fs.PyFileSystem(fs.FSSpecHandler(filesystem)), sorted(paths)


def _wanted(path: str) -> bool:
    """Whether a file in a folder belongs to the table, as other programs would say too."""
    hidden = any(part.startswith(("_", ".")) for part in path.split("/"))
    return path.lower().endswith(SUFFIXES) and not hidden


def common_folder(paths: Sequence[str]) -> str:
    """The folder that all of the paths lie in."""
    parts = [path.split("/")[:-1] for path in paths]
    same = 0
    while all(len(part) > same and part[same] == parts[0][same] for part in parts):
        same += 1
    return "/".join(parts[0][:same])


def stamp(files: Any, path: str) -> Stamp:
    """What tells that a file was changed: its size, and its time of change or its ETag."""
    try:
        (info,) = files.get_file_info([path])
        handler = getattr(files, "handler", None)
        about = handler.fs.info(path) if handler is not None else {}
    except (OSError, ValueError):
        raise changed(path) from None
    if not info.is_file:
        raise changed(path)
    tag = next(
        (about[name] for name in ("ETag", "etag", "mtime") if about.get(name)), info.mtime_ns
    )
    return info.size, str(tag)


def changed(path: str) -> DataError:
    """The complaint about a file that is not what it was when it was first looked at."""
    return DataError(
        f"A file must stay as it is while it is read, and {named(path)} was changed, was removed "
        "or is not seen from every worker. Start again when nothing writes to it."
    )


def named(path: str) -> str:
    """A file by the last parts of its path, quoted."""
    return quoted("/".join(path.split("/")[-2:]))
