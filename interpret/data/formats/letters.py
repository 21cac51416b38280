"""From the bytes of a file to its text in UTF-8, or a DataError says why they are no table's text.

Text may come in UTF-8, in UTF-16 as Excel saves it, and in Latin-1. Some bytes that are broken do
not make UTF-8 something else: they become � each, and all other letters stay as they are.
"""

import re

from interpret.data.complaints import DataError, listed

BOM = b"\xef\xbb\xbf"
UTF_16 = b"\xff\xfe", b"\xfe\xff"
UTF_8, LATIN_1 = "utf-8-sig", "cp1252"  # Latin-1 as Windows writes it: with € and curly quotes
LATIN = "The file is not UTF-8 and was read as Latin-1. Save it as UTF-8 if letters look wrong."
REPLACED = "�"  # U+FFFD, which stands for bytes that are no letter
ENOUGH = 2  # letters beyond ASCII that must be whole for each broken byte of UTF-8
CONTROL_BYTES = re.compile(rb"[\x00-\x08\x0e-\x1f\x7f]")
NOT_TEXT = {
    b"ARROW1": "an Arrow or Feather file",
    b"SQLite format 3": "an SQLite database",
    b"\x89HDF": "an HDF5 file",
    b"BZh": "a bzip2 archive",
    b"\xfd7zXZ": "an xz archive",
    b"7z\xbc\xaf": "a 7-Zip archive",
    b"\x28\xb5\x2f\xfd": "a Zstandard archive",
    b"\x89PNG": "an image",
    b"\xff\xd8\xff": "an image",
    b"GIF8": "an image",
    b"RIFF": "an image, a sound or a video",
    b"II*\x00": "an image",
}
BEFORE = rb"(?:\xef\xbb\xbf)?(?:\s++|<!--(?:(?!-->).)*+-->)*+"  # blanks and comments
BEGINS = {  # text of another kind
    "an HTML page": rb"<!doctype html|<(?:html|head|body|table|script|meta|title)[\s>]",
    "an XML document": rb"<\?xml|<[a-z][\w:]*+\s++xmlns",
    "a JSON document": rb"\{\s*+\"[^\"\n]*+\"\s*+:|\[\s*+(?:\{\s*+\"|\[\s*+[\"\d\[-])",
    "an RTF document": rb"\{\\rtf",
    "a PDF": rb"%PDF-",
    "a pointer of Git LFS, which stands for the file": rb"version https://git-lfs",
}
NO_TABLE = {
    what: re.compile(BEFORE + b"(?:" + begins + b")", re.IGNORECASE | re.DOTALL)
    for what, begins in BEGINS.items()
}


def as_utf_8(raw: bytes) -> tuple[bytes, tuple[str, ...]]:
    """The text of a file in UTF-8, and notices where letters had to be guessed or replaced."""
    if raw.startswith(UTF_16):
        raw = _of_utf_16(raw)
    check_text(raw)
    if _is_utf_8(raw):
        return raw, ()
    if encoding_of(raw) == LATIN_1:
        return raw.removeprefix(BOM).decode(LATIN_1).encode(), (LATIN,)
    return raw.decode(errors="replace").encode(), (_broken(raw),)


def encoding_of(raw: bytes) -> str:
    """UTF-8 if nearly all bytes are valid UTF-8, else Latin-1; a DataError if that is not text."""
    text = raw.decode(errors="replace")
    broken = text.count(REPLACED) - raw.count(REPLACED.encode())
    beyond_ascii = len(text) - len(text.encode("ascii", "ignore"))
    if beyond_ascii - broken >= ENOUGH * broken:
        return UTF_8
    try:
        raw.decode(LATIN_1)
    except UnicodeDecodeError as error:
        raise DataError(_not_text(raw, error.start)) from None
    return LATIN_1


def check_text(raw: bytes) -> None:
    """A DataError where the bytes are no text, or the text of another kind of document."""
    for what, begins in NO_TABLE.items():
        if begins.match(raw):
            raise DataError(_another(what))
    control = CONTROL_BYTES.search(raw)
    if control:
        raise DataError(_not_text(raw, control.start()))


def _another(what: str) -> str:
    return f"A table is needed, and this is {what}. Export the table as CSV (UTF-8)."


def _not_text(raw: bytes, position: int) -> str:
    for start, what in NOT_TEXT.items():
        if raw.startswith(start):
            return _another(what)
    line = raw.count(b"\n", 0, position) + 1
    byte = "a NUL byte" if raw[position] == 0 else f"the byte 0x{raw[position]:02X}"
    return (
        f"A CSV file holds only text, and this one has {byte} in line {line:,}. "
        "Export the table again as CSV (UTF-8)."
    )


def _broken(raw: bytes) -> str:
    """The notice of bytes that are no UTF-8, with their lines."""
    lines = [
        place
        for place, line in enumerate(raw.split(b"\n"), 1)
        if not line.isascii() and not _is_utf_8(line)
    ]
    where = f"line{'s' if len(lines) > 1 else ''} {listed(f'{line:,}' for line in lines)}"
    return (
        f"The file is UTF-8, and bytes in {where} are not: {REPLACED} stands for each of them. "
        "Export the table again as CSV (UTF-8)."
    )


def _is_utf_8(raw: bytes) -> bool:
    try:
        raw.decode()
    except UnicodeDecodeError:
        return False
    return True


def _of_utf_16(raw: bytes) -> bytes:
    try:
        return raw.decode("utf-16").encode()
    except UnicodeError:
        raise DataError(
            "The file begins as text in UTF-16 and goes on as something else. "
            "Export the table again as CSV (UTF-8)."
        ) from None
