"""The README's pictures, taken from the running app: `python -m docs.screenshots`."""

from pathlib import Path

from playwright.sync_api import FloatRect, Page, expect

from docs.panels import WAIT, dashboard, explained, recommended, started
from tests.browser import ROOT, settle, visit

HERE = Path(__file__).parent
SIZE = {"width": 1360, "height": 1000}
POSTER, STAGE = 640, 800  # heights of what ends before the window does


def main() -> None:
    with dashboard() as (server, chromium, folder):
        page = chromium.new_page(base_url=server.url, viewport=SIZE)
        visit(page)
        page.screenshot(path=HERE / "load-data.png")
        started(page, "Find the rule")
        rule = page.url
        visit(page, rule)
        page.screenshot(path=HERE / "find-the-rule.png", clip=to(POSTER))
        evolved(page)
        page.get_by_role("link", name="Compare kernels").first.click()
        started(page, "Compare")
        anew(page, "compare-kernels")
        for reach, shot in ((explained, "explain-the-number"), (recommended, "recommend")):
            page = chromium.new_page(base_url=server.url, viewport=SIZE)
            reach(page)
            anew(page, shot)
        dark = chromium.new_page(base_url=server.url, viewport=SIZE, color_scheme="dark")
        visit(dark, rule)
        dark.screenshot(path=HERE / "find-the-rule-dark.png", clip=to(POSTER))
        predicted(dark, folder)


def to(height: int) -> FloatRect:
    """The window from its top to a height."""
    return {"x": 0, "y": 0, "width": SIZE["width"], "height": height}


def anew(page: Page, shot: str) -> None:
    """A picture of the page as it is when it is opened."""
    visit(page, page.url)
    page.screenshot(path=HERE / f"{shot}.png")


def evolved(page: Page) -> None:
    """The thesis's genetic algorithm on the same boards, when it has ended."""
    page.get_by_role("link", name="Load data").first.click()
    page.get_by_role("button", name="Thesis lab").click()
    expect(page.locator(".stage")).to_be_visible(timeout=WAIT)
    settle(page)
    visit(page, page.url)
    page.screenshot(path=HERE / "thesis-lab.png", clip=to(STAGE))


def predicted(page: Page, folder: Path) -> None:
    """Some boards scored, one of them with a value that was never seen."""
    page.get_by_test_id("stTopNav").get_by_role("link", name="Predict").click()
    rows = folder / "new-boards.csv"
    header, *boards = (ROOT / "sample_data" / "tic-tac-toe.csv").read_text().splitlines()
    rows.write_text("\n".join([header, boards[0].replace("x", "?", 1), *boards[1::40]]))
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(rows)
    expect(page.get_by_role("heading", name="rows scored")).to_be_visible()
    settle(page)
    page.screenshot(path=HERE / "predict-dark.png")


if __name__ == "__main__":
    main()
