"""Text from data made safe for Markdown: shown as it stands, never as formatting."""

import re

from interpret.data.complaints import counted
from interpret.data.table import Table

TIED = "\u00a0"  # a space at which no line ends: a number keeps its %
JOINER = "\u2060"  # has no width: keeps apart what Streamlit joins after Markdown has been read

_HIDDEN = re.compile("[\u202a-\u202e\u2066-\u2069]")  # they turn the reading direction around
_GAP = re.compile(r"[\s\x00-\x1f\x7f-\x9f]+")
_PERCENT = re.compile(r"(?<=\d) (?=%)")
# A screen reader speaks the escapes of a label, so only what Markdown acts on is escaped: never
# the signs of "Card util. (%)", nor those between letters.
_MARK = re.compile(r"[$&*<\[\\\]`|~]|:(?=\S)|^[-+=>#]|(?<![^\W_])[-+_]|[-+_](?![^\W_])")
_NUMBERED = re.compile(r"^(\d+)([.)])(?=\s|$)")
# Links without brackets, icons, and arrows: found in the text even where it was escaped.
_NO_NAME = re.compile(r"[^\w.-]+")
_LATE = re.compile(
    r"(?i:https?(?=://)|www(?=\.)|:(?=material[_/]|streamlit:))|@"
    r"|(?<![^\s])(?:<-|-|<|>|~)(?=[->=](?:\s|$))"
)


def plain(text: object) -> str:
    """Markdown that shows the text itself, on one line; for labels, headings, errors, tooltips."""
    line = _PERCENT.sub(TIED, _GAP.sub(" ", _HIDDEN.sub("", str(text))).strip())
    apart = _LATE.sub(lambda match: match[0] + JOINER, line)
    return _NUMBERED.sub(r"\1\\\2", _MARK.sub(r"\\\g<0>", apart))


def table_facts(table: Table) -> str:
    """Markdown: a table's name and size."""
    rows, columns = counted(table.n_rows, "row"), counted(len(table.names), "column")
    return f"{plain(table.name)} · {rows} · {columns}"


def stem(name: str, instead: str) -> str:
    """A file's name without its ending, as a name that every system takes."""
    return _NO_NAME.sub("-", name.rpartition(".")[0] or name).strip("-.") or instead
