"""Forged messages of a browser: no widget takes what none can have sent, and no traceback comes."""

import asyncio
from math import inf, nan

import pytest
from playwright.sync_api import expect
from starlette.requests import ClientDisconnect
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

from dashboard.door import Door, without_forged
from tests.browser import serve, settle


def message(*states):
    sent = BackMsg()
    sent.rerun_script.query_string = "run=x"
    sent.rerun_script.widget_states.widgets.extend(states)
    return sent.SerializeToString()


SOUND = [
    WidgetState(id="none"),
    WidgetState(id="number", double_value=-2.5),
    WidgetState(id="line", json_value='{"place": 3}'),
    WidgetState(id="ticked", bool_value=True),
    WidgetState(id="text", string_value="NaN"),
]
FORGED = [
    *(WidgetState(id="n", double_value=value) for value in (nan, inf, -inf)),
    *(WidgetState(id="j", json_value=text) for text in ("", "{", "[" * 100_000, "9" * 5000)),
    WidgetState(id="t", json_trigger_value="x" * 2_000_000),
]
slider = WidgetState(id="s")
slider.double_array_value.data.extend([0.0, nan])
FORGED.append(slider)


def test_what_widgets_send_passes_as_it_is():
    for raw in (message(*SOUND), message(), b"\xff\xff no message", b""):
        assert without_forged(raw) == raw


@pytest.mark.parametrize("forged", FORGED, ids=lambda state: state.WhichOneof("value"))
def test_what_no_widget_sends_is_left_out_and_the_rest_stays(forged):
    assert without_forged(message(*SOUND[:2], forged, *SOUND[2:])) == message(*SOUND)


@pytest.mark.browser
def test_a_forged_number_changes_nothing_and_writes_no_traceback(chromium, tmp_path):
    context = chromium.new_context()
    page, forged = context.new_page(), []

    def forge(raw):
        sent = BackMsg()
        sent.ParseFromString(raw)
        for state in sent.rerun_script.widget_states.widgets:
            if state.WhichOneof("value") in ("double_value", "int_value"):
                state.double_value = nan
                forged.append(state.id)
        return sent.SerializeToString()

    def pass_on(socket):
        server = socket.connect_to_server()
        socket.on_message(lambda raw: server.send(forge(raw) if isinstance(raw, bytes) else raw))

    page.route_web_socket(lambda url: "_stcore/stream" in url, pass_on)
    with serve(tmp_path) as server:
        page.goto(server.url)
        settle(page)
        page.get_by_test_id("stTopNav").get_by_role("link", name="Compare kernels").click()
        page.get_by_role("button", name="Other degrees").click()
        number = page.get_by_role("spinbutton").first
        number.fill("2")
        number.press("Enter")
        settle(page)
        page.keyboard.press("Escape")  # the popover lies over the links
        page.get_by_test_id("stTopNav").get_by_role("link", name="Runs").click()
        expect(page.get_by_text("no runs yet")).to_be_visible()
        settle(page)
        context.close()
    assert forged


def test_a_page_that_is_left_while_it_sends_a_file_is_no_error():
    async def app(scope, receive, send):
        raise ClientDisconnect

    async def nothing(*_):
        raise AssertionError("nobody is there to be answered")

    asyncio.run(Door(app)({"type": "http"}, nothing, nothing))
