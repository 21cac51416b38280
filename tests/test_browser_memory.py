"""What a server keeps of pages that were opened and left: nothing that grows with their number."""

import psutil
import pytest

from tests.browser import serve, visit

pytestmark = [pytest.mark.browser, pytest.mark.long]

WARM, LOADS, MOST = 10, 60, 30  # MB: 60 loads took 3


def test_sixty_loads_leave_nothing_behind(chromium, tmp_path):
    page = chromium.new_context().new_page()
    with serve(tmp_path) as server:
        process = psutil.Process(server.process.pid)
        for _ in range(WARM):
            visit(page, server.url)
        before = process.memory_info().rss
        for _ in range(LOADS):
            visit(page, server.url)
        grown = (process.memory_info().rss - before) / 2**20
        page.context.close()
    assert grown < MOST
