"""A document of blocks that stands alone: its style, its head and foot, and its scripts.

A page runs no script but the one that its forms need, and asks no address for anything.
"""

from base64 import b64encode
from collections.abc import Iterable
from datetime import UTC, datetime
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from platform import python_version

from interpret.tell.blocks import Block, Drawn, Page, inside
from interpret.tell.html import as_html, paragraphs, tag
from interpret.versions import RULESCOPE

LIBRARIES = ("numpy", "scipy", "scikit-learn", "deap", "plotly")
# No address may be asked for anything, whatever stands in the page.
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; "
    "form-action 'none'"
)
HERE = Path(__file__).parent
POSTER_STYLE, OWN_STYLE = (
    (HERE / name).read_text(encoding="utf-8") for name in ("poster.css", "page.css")
)
# The letters of Latin scripts, as the dashboard has them; all others are the reader's own.
LETTERS = b64encode((HERE / "letters" / "source-sans-3.woff2").read_bytes()).decode()
FONT = (
    '@font-face { font-family: "Source Sans 3"; font-weight: 200 900; '
    f'src: url("data:font/woff2;base64,{LETTERS}") format("woff2"); }}\n'
)
STYLE = f"{FONT}{POSTER_STYLE}\n{OWN_STYLE}"
PRINT_IT = '<p class="on-screen"><small>Print it to keep it as PDF: Ctrl+P, or ⌘P.</small></p>\n'


def as_page(page: Page) -> str:
    """The document: its title and facts, its sections, and where it comes from."""
    body = "".join(
        f'<section class="{name}">{as_html(blocks)}</section>\n'.replace(' class=""', "", 1)
        for name, blocks in page.sections
    )
    policy, scripts = _scripts([block for _, blocks in page.sections for block in blocks])
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f"{tag('title', page.title)}<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"{tag('h1', page.title)}{paragraphs([*page.facts, _written()])}{PRINT_IT}{body}"
        f"<footer>{_origin(page)}</footer>\n</main>\n{scripts}</body>\n</html>\n"
    )


def _scripts(blocks: Iterable[Block]) -> tuple[str, str]:
    """The policy of the page, and what fills its forms in: ours alone, known by its digest."""
    every = inside(blocks)
    ours = [block.script for block in every if isinstance(block, Drawn) and block.script]
    if not ours:
        return POLICY, ""
    known = b64encode(sha256(ours[0].encode()).digest()).decode()
    return f"{POLICY}; script-src 'sha256-{known}'", f"<script>{ours[0]}</script>\n"


def _origin(page: Page) -> str:
    """Where an answer comes from, at the foot of a report."""
    libraries = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    written = f"Written by Rulescope with Python {python_version()}, {libraries}."
    source = f"{page.table}, SHA-256 {page.digest}" if page.digest else ""
    return tag("h2", "Where does this come from?") + paragraphs([source, written])


def _written() -> str:
    """Which version wrote a report on which day."""
    today = datetime.now(UTC).date()
    return f"Written by Rulescope {RULESCOPE} on {today.day} {today:%B %Y}."
