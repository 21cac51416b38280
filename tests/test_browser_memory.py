"""What a server keeps of pages that were opened and left: nothing that grows with their number."""

import pytest

from tests.browser import held, serve, visit

pytestmark = [pytest.mark.browser, pytest.mark.long]

WARM, LOADS = 5, 20
MOST = 10_000  # bytes for each load, which takes 500


def test_loads_leave_nothing_behind(chromium, tmp_path, monkeypatch):
    monkeypatch.setenv("STREAMLIT_SERVER_DISCONNECTED_SESSION_TTL", "1")  # else two minutes
    page = chromium.new_context().new_page()
    kept = []
    with serve(tmp_path, script="tests/held.py") as server:
        for _ in range(WARM + LOADS):
            visit(page, server.url)
            kept.append(held(server)["all"])
        page.context.close()
    assert kept[-1] - kept[WARM] < LOADS * MOST, kept
