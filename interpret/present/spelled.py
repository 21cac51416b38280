"""Code that reads cells of numbers and texts as the Reading of their column does."""

from interpret.data.numbers import ALIKE, BEYOND, LONGEST, PLAIN, PLAINEST, THOUSANDS
from interpret.data.readings import CODE, MARKS, NO, UNREAD, YES, Reading

IN_PYTHON = f'''import re

UNREAD = {UNREAD!r}  # stands for a cell that cannot be read


def amount(cell, written=None, thousands="", empty=(), words=None):
    """The number in a cell in plain digits; None where it is empty, UNREAD where it is none."""
    text = "" if cell is None else str(cell).strip()
    folded = text.casefold()
    if text in ("", *empty) or folded in {sorted(MARKS)!r}:
        return None
    plain = {PLAIN.pattern!r}
    found = re.fullmatch(written or plain, text.translate({ALIKE!r}), re.ASCII)
    if found is None or len(text) > {LONGEST}:
        return (words or {{}}).get(folded, UNREAD)
    if written is None and re.fullmatch({PLAINEST.pattern!r}, text):
        return text
    told = found.groupdict()
    if "hours" in told:
        hours = int(told["hours"])
        if told["half"]:
            if not 1 <= hours <= 12:
                return UNREAD
            hours = hours % 12 + 12 * (told["half"] in "pP")
        number = hours + int(told["minutes"]) / 60 + float(told["seconds"] or 0) / 3600
        number = 24 * int(told["days"] or 0) + (-number if told["sign"] == "-" else number)
    else:
        whole = re.sub(thousands, "", told["whole"])
        if not whole and not told["part"]:
            return UNREAD
        sign, ends = told["sign"], told.get("close", "") + told.get("shut", "")
        if len(ends) > 1 or (sign == "(") != (ends == ")"):
            return UNREAD
        sign = "-" if ends else sign
        number = float(f"{{sign}}{{whole or 0}}.{{told['part'] or 0}}{{told['exponent']}}")
        number += {{"<": -1, ">": 1}}.get(told["beyond"], 0) * (abs(number) * {BEYOND!r})
    if number - number != 0:
        return UNREAD
    return f"{{number + 0.0:.0f}}" if number % 1 == 0 and abs(number) < 1e18 else repr(number)


def worded(cell, words, width=0, gap=None):
    """The text in a cell: one spelling of yes and of no, and codes with their zeros."""
    text = "" if cell is None or cell != cell else str(cell).strip()
    if not text:
        return gap
    code = re.fullmatch({CODE.pattern!r}, text) if width else None
    if code and len(code[1].lstrip("0")) <= width:
        return code[1].lstrip("0").zfill(width)
    return words.get(text.casefold(), text)


'''


def row_in_python(reading: Reading) -> str:
    """A statement that reads the cell in `row`."""
    made = _call(reading, f"row[{reading.column!r}]")
    return f"    row = {{**row, {reading.column!r}: {made}}}\n"


def _call(reading: Reading, cell: str) -> str:
    """The call that reads one cell."""
    words = _words(reading)
    if reading.meaning == "text":
        width = f", {reading.width}" if reading.width else ""
        gap = ", gap=UNREAD" if reading.gap == UNREAD else ""
        return f"worded({cell}, {words!r}{width}{gap})"
    spelling = reading.spelling
    given: dict[str, object] = {
        "written": "" if spelling == PLAIN else spelling.pattern,
        "thousands": THOUSANDS[spelling.thousands],
        "empty": reading.empty,
        "words": words,
    }
    others = "".join(f", {name}={value!r}" for name, value in given.items() if value)
    return f"amount({cell}{others})"


def _words(reading: Reading) -> dict[str, str]:
    """What each spelling of yes and no is read as."""
    pairs = zip((NO, YES), reading.words, strict=bool(reading.words))
    return {text: word for texts, word in pairs for text in sorted(texts)}
