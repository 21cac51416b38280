"""Checks of the built pages: they ask no other host, and every link inside leads somewhere."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {"src", "srcset", "poster", "data"}
LOADS = {"stylesheet", "icon", "preload", "prefetch", "modulepreload", "preconnect", "dns-prefetch"}
IN_STYLE = re.compile(r"url\(\s*['\"]?([^'\")]+)|@import\s+['\"]([^'\"]+)")
CARRIED = ("data", "blob")  # schemes of what lies in the page itself


@dataclass
class Page(HTMLParser):
    """What a page loads, where its links lead, and which places in it have a name."""

    loaded: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    names: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = {name: value for name, value in attrs if value is not None}
        self.loaded += [own[name] for name in LOADED & own.keys()]
        self.loaded += _in_style(own.get("style", ""))
        self.names |= {own[name] for name in ("id", "name") if name in own}
        if tag == "link" and LOADS & {*own.get("rel", "").split()}:
            self.loaded.append(own["href"])
        elif tag == "a" and "href" in own:
            self.links.append(own["href"])


def complaints(folder: Path) -> list[str]:
    """A line for everything that is wrong in a built site."""
    pages = {}
    for file in sorted(folder.rglob("*.html")):
        pages[file] = Page()
        pages[file].feed(file.read_text(encoding="utf-8"))
    found = [line for file, page in pages.items() for line in _of_page(file, page, pages)]
    for file in sorted(folder.rglob("*.css")):
        asked = filter(_is_foreign, _in_style(file.read_text(encoding="utf-8")))
        found += [f"{file.name} asks another host: {address}" for address in asked]
    if not pages:
        found.append(f"There is no page in {folder}.")
    return found


def _of_page(file: Path, page: Page, pages: dict[Path, Page]) -> Iterator[str]:
    for address in page.loaded:
        if _is_foreign(address):
            yield f"{file.name} asks another host: {address}"
        elif not _leads_somewhere(file, address, pages):
            yield f"{file.name} loads what is not there: {address}"
    for address in dict.fromkeys(page.links):
        if not _is_foreign(address) and not _leads_somewhere(file, address, pages):
            yield f"{file.name} has a link to what is not there: {address}"


def _in_style(text: str) -> list[str]:
    return [one or other for one, other in IN_STYLE.findall(text)]


def _is_foreign(address: str) -> bool:
    parts = urlsplit(address)
    return bool(parts.netloc) or parts.scheme not in ("", *CARRIED)


def _leads_somewhere(file: Path, address: str, pages: dict[Path, Page]) -> bool:
    parts = urlsplit(address)
    if parts.scheme in CARRIED:
        return True
    to = (file.parent / unquote(parts.path)).resolve() if parts.path else file
    if not to.is_file():
        return False
    return not parts.fragment or to not in pages or unquote(parts.fragment) in pages[to].names
