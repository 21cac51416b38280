"""A figure of plotly as a picture, taken in the browser that the tests use."""

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import plotly.graph_objects as go


def photographed(figure: "go.Figure", path: Path) -> None:
    """Writes the figure, of the size that its layout says, as a PNG file."""
    from playwright.sync_api import sync_playwright  # here, because they come with requirements-dev

    from tests.browser import FLAGS, find

    width, height = figure.layout.width + 16, figure.layout.height + 20
    with sync_playwright() as playwright, TemporaryDirectory() as folder:
        page_file = Path(folder) / "figure.html"
        figure.write_html(page_file, include_plotlyjs=True)
        chromium = playwright.chromium.launch(
            executable_path=find(), args=list(FLAGS), chromium_sandbox=os.geteuid() != 0
        )
        page = chromium.new_page(viewport={"width": width, "height": height})
        page.goto(page_file.as_uri())
        page.locator(".main-svg").first.wait_for()
        page.screenshot(path=path)
