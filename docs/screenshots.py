"""The README's pictures, taken from the running app: `python -m docs.screenshots`."""

import os
import tempfile
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

from tests.browser import FLAGS, find, serve, visit

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
        expect(page.get_by_text("You can replace the machine by this rule")).to_be_visible(
            timeout=120_000
        )
        expect(page.get_by_role("button", name="Find the rule again")).to_be_enabled(
            timeout=120_000
        )
        visit(page, page.url)
        page.screenshot(path=HERE / "find-the-rule.png")
        for task, shot in (("Compare", "compare-kernels"), ("Learn", "learn-a-kernel")):
            page.get_by_role("link", name=f"{task} ").first.click()
            page.get_by_role("button", name=task, exact=True).click()
            again = page.get_by_role("button", name=f"{task} again")
            expect(again).to_be_enabled(timeout=300_000)
            visit(page, page.url)
            page.screenshot(path=HERE / f"{shot}.png")
        dark = chromium.new_page(base_url=server.url, viewport=size, color_scheme="dark")
        visit(dark, page.url)
        dark.screenshot(path=HERE / "find-the-rule-dark.png")


if __name__ == "__main__":
    main()
