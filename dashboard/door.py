"""What browsers send to the pages, checked before Streamlit reads it, or broken off.

A page's own widgets send finite numbers and sound JSON. Anything else is forged; it would end in a
traceback before the first line of a page runs. The widget then stands as it did at first.
"""

import json
from contextlib import suppress
from math import isfinite

from google.protobuf.message import DecodeError  # type: ignore[import-untyped]
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState


class Door:
    """Lets through what widgets can have sent."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def checked() -> Message:
            message = await receive()
            raw = message.get("bytes")
            return message | {"bytes": without_forged(raw)} if raw else message

        with suppress(ClientDisconnect):  # a page was left while it sent a file
            await self.app(scope, checked if scope["type"] == "websocket" else receive, send)


def without_forged(raw: bytes) -> bytes:
    """A message of a browser without the states that no widget can have."""
    message = BackMsg()
    try:
        message.ParseFromString(raw)
    except DecodeError:
        return raw  # Streamlit ends such a connection
    states = message.rerun_script.widget_states.widgets
    sound = [state for state in states if _is_sound(state)]
    if len(sound) == len(states):
        return raw
    del states[:]
    states.extend(sound)
    return message.SerializeToString()


def _is_sound(state: WidgetState) -> bool:
    kind = state.WhichOneof("value")
    match kind:
        case "double_value":
            return isfinite(state.double_value)
        case "double_array_value":
            return all(map(isfinite, state.double_array_value.data))
        case "json_value" | "json_trigger_value":
            return _is_json(getattr(state, kind))
    return True


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
