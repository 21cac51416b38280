"""Links in the pages: from words of the glossary to their meaning, from options to their line.

In the Markdown, a word of the glossary that shall become a link stands in *italics*, and an option
in `code`. So the Markdown reads well too.
"""

import re

from docs.made import COMMANDS, glossary

TERMS = {word.lower(): word for words in glossary().values() for word in words}
OPTIONS = {
    flag: name
    for name, (parser, _) in reversed(COMMANDS.items())
    for action in parser._actions
    for flag in action.option_strings
    if flag.startswith("--")
}
APART = re.compile(r"(^(`{3,})[^\n]*\n.*?^\2$)", re.M | re.S)  # blocks of code and directives
ITALIC = re.compile(r"(?<!\*)\*(?!\*)([\w][\w -]*)\*(?!\*)")
FLAG = re.compile(r"(?<!`)`(--[a-z-]+)([^`\n]*)`")


def linked(text: str) -> str:
    """A page with its links."""
    parts = APART.split(text)
    prose = [_in_prose(part) for part in parts[::3]]
    return "".join(own for pair in zip(prose, [*parts[1::3], ""], strict=True) for own in pair)


def term(word: str) -> str | None:
    """The entry of the glossary of which a word in a page is a form."""
    plain = word.lower()
    forms = (plain, plain.removesuffix("s"), plain.removesuffix("es"), plain.removesuffix("d"))
    return next((TERMS[form] for form in forms if form in TERMS), None)


def _in_prose(text: str) -> str:
    def to_glossary(found: re.Match[str]) -> str:
        own = term(found[1])
        return found[0] if own is None else f"{{term}}`{found[1]} <{own}>`"

    def to_option(found: re.Match[str]) -> str:
        name = OPTIONS.get(found[1])
        return found[0] if name is None else f"{{option}}`{found[1]}{found[2]} <{name} {found[1]}>`"

    return FLAG.sub(to_option, ITALIC.sub(to_glossary, text))
