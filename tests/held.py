"""The dashboard that also says how many bytes it holds: `streamlit run tests/held.py`.

What a process takes of the machine says little about that: an allocator keeps what was freed.
"""

import gc
import tracemalloc
from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from streamlit.runtime import Runtime

from dashboard.door import Door

SCRIPT = Path(__file__).parents[1] / "app.py"


def held(request: Request) -> JSONResponse:
    """Bytes of files that sessions uploaded, and bytes of all that Python and NumPy hold."""
    gc.collect()
    uploads = Runtime.instance().uploaded_file_mgr.get_stats().values()
    files = sum(stat.byte_length for family in uploads for stat in family)
    return JSONResponse({"files": files, "all": tracemalloc.get_traced_memory()[0]})


tracemalloc.start()
app = st.App(SCRIPT, routes=[Route("/held", held)], middleware=[Middleware(Door)])
