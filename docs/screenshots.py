"""The README's pictures, taken from the running app: `python -m docs.screenshots`."""

import os
import tempfile
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from tests.browser import FLAGS, ROOT, find, serve, settle, visit

HERE = Path(__file__).parent


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        serve(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        sandbox = os.geteuid() != 0
        chromium = playwright.chromium.launch(
            executable_path=find(), args=list(FLAGS), chromium_sandbox=sandbox
        )
        size = {"width": 1360, "height": 1000}
        page = chromium.new_page(base_url=server.url, viewport=size)
        visit(page, "/")
        page.screenshot(path=HERE / "load-data.png")
        page.get_by_role("button", name="Find the rule").first.click()
        expect(page.locator(".st-key-rule")).to_be_visible(timeout=120_000)
        expect(page.get_by_role("button", name="Find the rule again")).to_be_enabled(
            timeout=120_000
        )
        rule = page.url
        visit(page, rule)
        page.screenshot(path=HERE / "find-the-rule.png")
        for task, shot in (("Compare", "compare-kernels"), ("Learn", "learn-a-kernel")):
            page.get_by_role("link", name=f"{task} ").first.click()
            page.get_by_role("button", name=task, exact=True).click()
            again = page.get_by_role("button", name=f"{task} again")
            expect(again).to_be_enabled(timeout=300_000)
            visit(page, page.url)
            page.screenshot(path=HERE / f"{shot}.png")
        page.get_by_test_id("stTopNav").get_by_role("link", name="Runs").click()
        settle(page)
        tick(page, 2)  # the rule; the others are newer
        page.get_by_role("button", name="Repeat with seed 1").click()
        expect(page.get_by_text("4 runs in the store · 1 going on")).to_be_visible()
        expect(page.get_by_text("4 runs in the store", exact=True)).to_be_visible(timeout=120_000)
        tick(page, 3)
        expect(page.get_by_role("heading", name="The rules for")).to_be_visible()
        page.mouse.move(0, 0)
        page.screenshot(path=HERE / "runs.png")
        number_and_rankings(chromium.new_page(base_url=server.url, viewport=size))
        dark = chromium.new_page(base_url=server.url, viewport=size, color_scheme="dark")
        visit(dark, rule)
        dark.screenshot(path=HERE / "find-the-rule-dark.png")
        dark.get_by_test_id("stTopNav").get_by_role("link", name="Predict").click()
        rows = Path(folder) / "new-boards.csv"
        header, *boards = (ROOT / "sample_data" / "tic-tac-toe.csv").read_text().splitlines()
        rows.write_text("\n".join([header, boards[0].replace("x", "?", 1), *boards[1::40]]))
        dark.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(rows)
        expect(dark.get_by_role("heading", name="rows scored")).to_be_visible()
        settle(dark)
        dark.screenshot(path=HERE / "predict-dark.png")


def number_and_rankings(page: Page) -> None:
    """The rent of flats explained, and films recommended, each on its sample."""
    visit(page, "/")
    flats = page.get_by_test_id("stColumn").filter(has_text="What does a flat").last
    flats.get_by_role("button", name="Load").click()
    page.get_by_role("button", name="Explain the number rent").click()
    effects = page.get_by_role("heading", name="What each condition does")
    expect(effects).to_be_visible(timeout=300_000)
    settle(page)
    visit(page, page.url)
    page.screenshot(path=HERE / "explain-the-number.png")
    visit(page, "/recommend")
    page.get_by_role("button", name="Try the sample").click()
    expect(page.get_by_text("Each row says that")).to_be_visible()
    settle(page)
    page.get_by_role("button", name="Learn", exact=True).click()
    expect(page.get_by_role("button", name="Learn again")).to_be_enabled(timeout=300_000)
    settle(page)
    visit(page, page.url)
    page.screenshot(path=HERE / "recommend.png")


def tick(page: Page, row: int) -> None:
    """Ticks a row of the table of runs, which is drawn on a canvas."""
    grid = page.get_by_test_id("stDataFrame").first.bounding_box()
    page.mouse.click(grid["x"] + 18, grid["y"] + 52 + 35 * row)
    settle(page)


if __name__ == "__main__":
    main()
