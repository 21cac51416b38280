"""A file may have any name: what no store takes of it becomes a blank, and the table is read."""

import pytest

from dashboard import services
from dashboard.session import KEY
from tests.test_pages import quiet, shown_run

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("odd", ["\x00", "\x1b[31m", "\n", "\r\n", "\u202e", "\u2028"])
def test_a_name_with_control_characters_is_kept_without_them(open_app, store, monks, odd):
    at = open_app()
    name = f"my{odd}table.csv"
    at = quiet(at.file_uploader(key="upload").upload(name, monks + b"\n", "text/csv").run())
    state = at.session_state[KEY]
    assert not at.error
    assert state.name.isprintable()
    assert state.name.startswith("my ")
    assert store.table_name(state.digest) == state.name
    at = quiet(at.button(key="find").click().run())
    assert shown_run(at).name == state.name
    services.store().cancel(shown_run(at).id)
