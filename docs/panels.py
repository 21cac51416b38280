"""The numbered pictures of "How to read an answer", from the running app: `python -m docs.panels`.

docs/panel_list.py says what each shows: a panel of a page, in both themes, with a number beside
each part that the text explains. With names behind the command, such as `answer search`, only these
are taken.
"""

import io
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pandas as pd
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from docs.panel_list import (
    COMPARED,
    LEARNT,
    NUMBER,
    PANELS,
    RECOMMENDED,
    STILL,
    Panel,
    heading,
)
from tests.browser import FLAGS, ROOT, Server, find, serve, settle, visit

HERE = Path(__file__).parent / "panels"
SIZE = {"width": 1200, "height": 3600}  # columns stand side by side from this width on
MARGIN, COLORS, WAIT = 14, 160, 300_000
TO_MARK = """(element, {number, place}) => {
  const at = element.getBoundingClientRect(), mark = document.createElement("div");
  const [x, y] = place
    ? [at.left + place[0] * at.width, at.top + place[1] * at.height]
    : [Math.max(at.left - 21, 21), at.top + Math.min(at.height, 44) / 2];
  mark.textContent = number;
  mark.className = "mark";
  mark.style.cssText = `position: fixed; left: ${x - 13}px; top: ${y - 13}px; width: 26px;
    height: 26px; z-index: 1000000; border-radius: 50%; background: #B5432C; color: white;
    font: bold 15px/26px system-ui; text-align: center`;
  document.body.append(mark);
}"""
NO_MARKS = "() => document.querySelectorAll('.mark').forEach(mark => mark.remove())"
HIGHER = 12  # by how much the clinic's new gauge reads too high


def main() -> None:
    HERE.mkdir(exist_ok=True)
    named = sys.argv[1:]
    with dashboard() as (server, chromium, _):
        for reach, panels in SCENES:
            wanted = [own for own in panels if own.name in named or not named]
            if not wanted:
                continue
            page = chromium.new_page(base_url=server.url, viewport=SIZE)
            reach(page)
            for theme, ending in (("light", ""), ("dark", "-dark")):
                page.emulate_media(color_scheme=theme)
                for panel in wanted:
                    take(page, panel, HERE / f"{panel.name}{ending}.png")
            page.close()


@contextmanager
def dashboard() -> Iterator[tuple[Server, Browser, Path]]:
    """A running dashboard, a browser, and the folder in which the dashboard's runs lie."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serve(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        chromium = playwright.chromium.launch(
            executable_path=find(), args=list(FLAGS), chromium_sandbox=os.geteuid() != 0
        )
        yield server, chromium, Path(folder)


def answered(page: Page) -> None:
    """The clinic's answer, with its study."""
    loaded(page, "Who needs")
    started(page, "Find the rule")
    page.get_by_role("radio", name="Where it errs").click()
    expect(heading(page, "Does it beat the simple ways?")).to_be_visible(timeout=WAIT)
    page.get_by_role("radio", name="Inside the machine").click()
    expect(heading(page, "Would other rows")).to_be_visible(timeout=WAIT)
    visit(page, page.url)


def predicted(page: Page) -> None:
    """The page *Predict* for the same patients, with a gauge that reads higher."""
    answered(page)
    clinic = pd.read_csv(ROOT / "sample_data" / "clinic.csv")
    rows = clinic.assign(pressure=clinic["pressure"] + HIGHER).to_csv(index=False)
    turned_to(page, "Predict")
    file = {"name": "next-year.csv", "mimeType": "text/csv", "buffer": rows.encode()}
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(file)
    expect(heading(page, "still hold?")).to_be_visible(timeout=WAIT)


def explained(page: Page) -> None:
    """What moves the rent of flats."""
    loaded(page, "What does a flat")
    page.get_by_role("button", name="Explain the number rent").click()
    expect(page.locator(".poster")).to_be_visible(timeout=WAIT)


def compared(page: Page) -> None:
    """Kernels compared on the boards of tic-tac-toe, which are loaded at the start."""
    visit(page)
    turned_to(page, "Compare kernels")
    started(page, "Compare")


def learnt(page: Page) -> None:
    """Kernels weighed on the same boards."""
    visit(page)
    turned_to(page, "Compare kernels")
    started(page, "Learn")


def recommended(page: Page) -> None:
    """Films ranked for the users of the sample."""
    visit(page, "/recommend")
    page.get_by_role("button", name="Try the sample").click()
    expect(page.get_by_text("Each row says that")).to_be_visible()
    settle(page)
    started(page, "Learn")


SCENES = (
    (answered, PANELS),
    (predicted, (STILL,)),
    (explained, (NUMBER,)),
    (compared, (COMPARED,)),
    (learnt, (LEARNT,)),
    (recommended, (RECOMMENDED,)),
)


def loaded(page: Page, question: str) -> None:
    """A sample, by what its card asks."""
    visit(page)
    card = page.get_by_test_id("stColumn").filter(has_text=question).last
    card.get_by_role("button", name="Load").click()
    settle(page)


def started(page: Page, name: str) -> None:
    """A run that a button starts, done."""
    page.get_by_role("button", name=name, exact=True).first.click()
    again = page.get_by_role("button", name=f"{name} again")
    expect(again).to_be_enabled(timeout=WAIT)
    settle(page)


def turned_to(page: Page, name: str) -> None:
    """Another page of the dashboard; in a narrow window their names are in a menu."""
    page.set_viewport_size(SIZE | {"width": 1360})
    page.get_by_test_id("stTopNav").get_by_role("link", name=name).click()
    page.set_viewport_size(SIZE)
    settle(page)


def take(page: Page, panel: Panel, file: Path) -> None:
    """One picture; what is unfolded for it is folded again."""
    if panel.form:
        page.get_by_role("tab", name=f"{panel.form}: ").click()
        settle(page)
    part = page.get_by_role("radio", name=panel.tab or "", exact=True)
    if panel.tab and not part.is_checked():  # a second click would close it
        part.click()
        settle(page)
    fold = page.get_by_test_id("stExpander").filter(has_text=panel.opened or "").first
    if panel.opened:
        fold.locator("summary").click()
        settle(page)
    page.mouse.move(0, 0)
    page.wait_for_timeout(800)  # charts and unfolding move
    for number, part in enumerate(panel.marked(page), 1):
        place = None if isinstance(part, Locator) else part[1:]
        own = part if isinstance(part, Locator) else part[0]
        own.evaluate(TO_MARK, {"number": number, "place": place})
    boxes = [part.bounding_box() for part in panel.shown(page)]
    left, top = min(b["x"] for b in boxes), min(b["y"] for b in boxes)
    right = max(b["x"] + b["width"] for b in boxes)
    bottom = max(b["y"] + b["height"] for b in boxes)
    left = max(left - 40, 0)
    height = bottom - top + 2 * MARGIN
    clip = {"x": left, "y": top - MARGIN, "width": right + MARGIN - left, "height": height}
    raw = page.screenshot(clip=clip)
    Image.open(io.BytesIO(raw)).convert("RGB").quantize(COLORS).save(file, optimize=True)
    page.evaluate(NO_MARKS)
    if panel.opened:
        fold.locator("summary").click()
        settle(page)


if __name__ == "__main__":
    main()
