"""fetch_openml for real, against a small server of our own that speaks the part of it we need."""

import gc
import hashlib
import json
import socket
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from types import SimpleNamespace

import pytest
from sklearn.datasets import _openml

from interpret.data import reading
from interpret.data.complaints import DataError
from interpret.data.reading import read_cells, read_table

pytestmark = [
    pytest.mark.filterwarnings(
        "ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
    ),
    pytest.mark.skipif(
        not _openml._DATA_INFO.startswith("http"),
        reason="this scikit-learn asks another address than the one that the test can set",
    ),
]


@pytest.fixture(autouse=True)
def _collected():
    """scikit-learn leaves the answers it refuses to the garbage collector: here, not later."""
    yield
    gc.collect()


ARFF = b"""@relation small
@attribute id integer
@attribute 'the colour' {red,'dark blue'}
@attribute age numeric
@attribute class {yes,no}
@data
1,red,45,yes
2,'dark blue',?,no
3,red,12,no
"""
COLUMNS = (("id", "numeric"), ("the colour", "nominal"), ("age", "numeric"), ("class", "nominal"))
FEATURES = [
    {
        "index": str(place),
        "name": name,
        "data_type": kind,
        "is_target": str(name == "class").lower(),
        "is_ignore": "false",
        "is_row_identifier": str(name == "id").lower(),
        "number_of_missing_values": "0",
    }
    for place, (name, kind) in enumerate(COLUMNS)
]


class OpenML(BaseHTTPRequestHandler):
    """Number 7 is a table, 8 is broken, 9 answers with an error, no other is known."""

    def do_GET(self):
        path = self.path.removeprefix("/api/")
        number = path.rstrip("/").rpartition("/")[2]
        if path == "file":
            return self.answer(200, ARFF)
        if number == "9":
            return self.answer(503, b"busy")
        if number not in ("7", "8"):
            return self.answer(412, b"{}")
        if path.startswith("features"):
            return self.say({"data_features": {"feature": FEATURES}})
        if path.startswith("qualities"):
            quality = [{"name": "NumberOfInstances", "value": "3"}]
            return self.say({"data_qualities": {"quality": quality}})
        whole = hashlib.md5(ARFF).hexdigest()
        description = {
            "id": number,
            "name": "small <b>table</b>",
            "version": "1",
            "status": "deactivated",
            "format": "ARFF",
            "url": f"http://127.0.0.1:{self.server.server_port}/api/file",
            "md5_checksum": whole if number == "7" else "0" * 32,
            "description": "",
        }
        return self.say({"data_set_description": description})

    def say(self, document):
        self.answer(200, json.dumps(document).encode())

    def answer(self, status, body):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


def ask(monkeypatch, port):
    """Lets fetch_openml ask this port of our own machine."""
    no_wait = SimpleNamespace(sleep=lambda seconds: None)
    monkeypatch.setattr(_openml, "time", no_wait)  # its own alone: others wait for threads
    for name, path in {"INFO": "", "FEATURES": "features/", "QUALITIES": "qualities/"}.items():
        monkeypatch.setattr(_openml, f"_DATA_{name}", f"http://127.0.0.1:{port}/api/{path}{{}}")


@pytest.fixture
def server(monkeypatch):
    with ThreadingHTTPServer(("127.0.0.1", 0), OpenML) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        ask(monkeypatch, server.server_port)
        yield server
        server.shutdown()


def test_a_table_comes_by_its_number_with_the_column_it_asks_for(server):
    name, raw, target = reading.fetch(7)
    table = read_table(raw, name)
    assert (table.name, target) == ("small <b>table</b> (OpenML 7).parquet", "class")
    assert table.names == ("the colour", "age", "class")
    assert table.frame().to_numpy().tolist() == [
        ["red", "45", "yes"],
        ["dark blue", None, "no"],
        ["red", "12", "no"],
    ]
    assert [column.declared for column in read_cells(raw).columns] == [True, False, True]


@pytest.mark.parametrize(
    ("number", "said"), [(8, "no table 8 that"), (9, "error 503 for table 9"), (1, "no table 1 ")]
)
def test_what_cannot_be_had_is_one_sentence_and_a_way_out(server, number, said):
    with pytest.raises(DataError, match=said) as refusal:
        reading.fetch(number)
    assert "load the file instead" in str(refusal.value)


def test_no_network_is_one_sentence(monkeypatch):
    with closing(socket.socket()) as unused:
        unused.bind(("127.0.0.1", 0))
        ask(monkeypatch, unused.getsockname()[1])
        with pytest.raises(DataError, match="reached over the network, and it is not from here"):
            reading.fetch(7)


def test_a_host_that_never_answers_is_waited_for_so_long_and_no_longer(monkeypatch):
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:
        ask(monkeypatch, silent.getsockname()[1])
        with pytest.raises(DataError, match=r"within 0\.2 seconds"):
            reading.fetch(7, longest=0.2)
