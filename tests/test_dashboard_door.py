"""What comes to the door: frames of browsers, and pages that were left."""

import asyncio

import pytest
from starlette.requests import ClientDisconnect

from dashboard.door import HANG_UP, Door


@pytest.mark.parametrize(
    ("frame", "passed"),
    [
        ({"type": "websocket.connect"}, None),
        ({"type": "websocket.receive", "bytes": b"\x00", "text": None}, None),
        ({"type": "websocket.receive", "bytes": b""}, None),
        ({"type": "websocket.receive", "text": "x"}, HANG_UP),
        ({"type": "websocket.receive", "bytes": None, "text": ""}, HANG_UP),
        ({"type": "websocket.disconnect", "code": 1000}, None),
    ],
)
def test_a_connection_that_sends_text_ends(frame, passed):
    seen = []

    async def app(scope, receive, send):
        seen.append(await receive())

    async def one():
        return frame

    asyncio.run(Door(app)({"type": "websocket"}, one, None))
    assert seen == [passed or frame]


def test_a_page_that_is_left_while_it_sends_a_file_is_no_error():
    async def app(scope, receive, send):
        raise ClientDisconnect

    async def nothing(*_):
        raise AssertionError("nobody is there to be answered")

    asyncio.run(Door(app)({"type": "http"}, nothing, nothing))
