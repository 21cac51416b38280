"""Signing in, in real browsers at a real server and a provider on loopback."""

import hashlib
import json
import os
import re
from urllib.request import urlopen

import pytest
from playwright.sync_api import expect

from interpret.settings import Settings
from jobs.owners import Owners, Person
from jobs.store import Store
from tests.browser import free_port, serve, settle
from tests.provider import CLIENT, OTHER, SECRET, serve_provider

pytestmark = pytest.mark.browser

ADA, BOB = "ada@example.org", "bob@example.org"


@pytest.fixture(scope="module")
def provider():
    with serve_provider() as provider:
        yield provider


@pytest.fixture(scope="module")
def guarded(provider, tmp_path_factory):
    """A server at which people sign in."""
    port = free_port()
    told = {
        "RULESCOPE_LOGIN_URL": provider.metadata_url,
        "RULESCOPE_LOGIN_CLIENT": CLIENT,
        "RULESCOPE_LOGIN_SECRET": SECRET,
        "RULESCOPE_LOGIN_ADDRESS": f"http://localhost:{port}",
        "RULESCOPE_COOKIE_SECRET": "of this test alone, and long enough",
        "AUTHLIB_INSECURE_TRANSPORT": "1",
    }
    with pytest.MonkeyPatch.context() as patched:
        for name, value in told.items():
            patched.setenv(name, value)
        with serve(tmp_path_factory.mktemp("guarded"), port) as server:
            yield server


def of(provider, email):
    return Person(hashlib.sha256(f"{provider.url} id of {email}".encode()).hexdigest(), email)


@pytest.fixture
def signed_in(chromium, provider, guarded):
    """A page of somebody who has signed in, in a browser of their own."""

    def signed_in(email, path="/"):
        provider.user = email
        page = chromium.new_context(base_url=guarded.url).new_page()
        page.goto("/")
        page.get_by_role("button", name="Sign in").click()
        expect(page.get_by_text(re.compile(email.replace("@", "@.?")))).to_be_visible()
        page.goto(path)
        settle(page)
        return page

    return signed_in


def test_runs_belong_to_people_who_sign_in(chromium, provider, guarded, signed_in):
    store = Store(f"sqlite:///{guarded.log.parent / 'runs.sqlite'}")
    raw = b"a,b,class\n" + b"1,x,yes\n0,y,no\n" * 10
    digest = hashlib.sha256(raw).hexdigest()
    store.save_table(digest, "secret-ward.csv", raw)
    run_id = store.create(
        "explain", {"settings": Settings().to_dict(), "table": "secret-ward.csv"}, digest
    )
    store.cancel(run_id)
    Owners(store).own(run_id, of(provider, ADA))

    stranger = chromium.new_context(base_url=guarded.url).new_page()
    stranger.goto(f"/runs?run={run_id}")
    expect(stranger.get_by_role("heading", name="Sign in to Rulescope")).to_be_visible()
    assert "secret-ward" not in stranger.content()

    ada, link = signed_in(ADA, "/runs"), f"/?run={run_id}"
    expect(ada.get_by_text("1 run of yours")).to_be_visible()
    bob = signed_in(BOB, link)
    expect(bob.get_by_text(f"There is no run “{run_id}” here")).to_be_visible()
    assert "secret-ward" not in bob.content()
    bob.goto(f"/?data={digest}")
    expect(bob.get_by_text("The table is not in the store")).to_be_visible()

    Owners(store).share(of(provider, ADA), run_id, True)
    bob.goto(link)
    expect(bob.get_by_text("secret-ward.csv").first).to_be_visible()
    Owners(store).share(of(provider, ADA), run_id, False)
    bob.goto(link)
    expect(bob.get_by_text(f"There is no run “{run_id}” here")).to_be_visible()

    ada.get_by_role("button", name="Sign out").click()
    expect(ada.get_by_role("heading", name="Sign in to Rulescope")).to_be_visible()


def test_who_cannot_sign_in_reads_why(chromium, provider, guarded, monkeypatch):
    assert "Traceback" not in guarded.log.read_text(encoding="utf-8")
    page = chromium.new_context(base_url=guarded.url).new_page()
    page.goto("/")
    monkeypatch.setattr(provider, "key", OTHER)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_text("could not be trusted")).to_be_visible()
    monkeypatch.setattr(provider, "silent", True)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_text("The login provider did not answer")).to_be_visible()
    with urlopen(f"{guarded.url}/healthz") as answer:
        assert json.load(answer) == {"status": "ok"}
    log = guarded.log.read_text(encoding="utf-8")
    assert "Somebody could not sign in." in log
    assert not re.search(r"ada@|Bearer|eyJ", log)
    os.truncate(guarded.log, 0)  # Streamlit logs at length why nobody could sign in
