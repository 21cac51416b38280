"""The pictures of the pages and of the README, from the running app: `python -m docs.pictures`."""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page, expect, sync_playwright

from tests.browser import FLAGS, find, serve, settle, visit

HERE = Path(__file__).parent
SIZE = {"width": 1360, "height": 1000}
WAIT = 300_000


def rule(page: Page) -> Locator:
    """The answer on the boards that are loaded at the start."""
    visit(page)
    started(page, "Find the rule")
    return page.locator(".poster:visible")


def card(page: Page) -> Locator:
    """The card of a clinic's answer."""
    loaded(page, "Who needs")
    started(page, "Find the rule")
    page.get_by_role("tab", name="Points: ").click()
    return page.locator(".poster:visible")


def live_card(page: Page) -> Locator:
    card(page)
    page.get_by_role("radio", name="Alternatives").click()
    return page.locator(".live")


def number(page: Page) -> Locator:
    """What moves the rent of flats."""
    loaded(page, "What does a flat")
    page.get_by_role("button", name="Explain the number rent").click()
    return page.locator(".poster")


def thesis_lab(page: Page) -> Locator:
    """The thesis's genetic algorithm on the boards, when it has ended."""
    visit(page)
    page.get_by_role("button", name="Thesis lab").click()
    return page.locator(".stage")


def kernel_maps(page: Page) -> Locator:
    """The rows of a table of robots as the usual kernels see them."""
    loaded(page, "robots are friends")
    page.get_by_test_id("stTopNav").get_by_role("link", name="Compare kernels").click()
    settle(page)
    page.get_by_role("button", name="Compare", exact=True).click()
    expect(page.locator(".stop:enabled")).to_have_count(9, timeout=WAIT)
    settle(page)
    return page.locator(".kernels")


SHOTS: dict[str, Callable[[Page], Locator]] = {
    "find-the-rule": rule,
    "card": card,
    "live-card": live_card,
    "number": number,
    "thesis-lab": thesis_lab,
    "kernel-maps": kernel_maps,
}


def loaded(page: Page, question: str) -> None:
    """A sample, by what its card asks."""
    visit(page)
    column = page.get_by_test_id("stColumn").filter(has_text=question).last
    column.get_by_role("button", name="Load").click()
    settle(page)


def started(page: Page, name: str) -> None:
    """A run that a button starts, done."""
    page.get_by_role("button", name=name, exact=True).first.click()
    expect(page.get_by_role("button", name=f"{name} again")).to_be_enabled(timeout=WAIT)
    settle(page)


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        serve(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        chromium = playwright.chromium.launch(
            executable_path=find(), args=list(FLAGS), chromium_sandbox=os.geteuid() != 0
        )
        for name, reach in SHOTS.items():
            page = chromium.new_page(base_url=server.url, viewport=SIZE)
            page.set_default_timeout(WAIT)
            shown = reach(page)
            expect(shown).to_be_visible(timeout=WAIT)
            settle(page)
            page.wait_for_timeout(800)  # what unfolds moves
            shown.screenshot(path=HERE / f"{name}.png")
            page.close()


if __name__ == "__main__":
    main()
