"""The pages where people sign in, without a browser: whose runs are seen, shared and stopped."""

import pytest

from dashboard import people, services, stored_runs
from dashboard.session import KEY, Session
from dashboard.text import plain
from interpret.data.complaints import DataError
from jobs.owners import Owners
from tests import test_page_runs
from tests.test_page_runs import FIND, LOAD, RUNS, runs_table, tick
from tests.test_pages import run_of, said

pytestmark = pytest.mark.slow

answer = test_page_runs.answer
ADA, BOB = "ada@example.org", "bob@example.org"


@pytest.fixture
def sign_in(monkeypatch, store):
    """Signs somebody in, or nobody."""
    monkeypatch.setenv(people.PROVIDER, "http://localhost/provider")

    def sign_in(email):
        told = {} if email is None else {"iss": "here", "sub": email, "email": email}
        monkeypatch.setattr(people, "claims", lambda: told)
        return people.person()

    return sign_in


def test_nobody_enters_without_signing_in(open_app, sign_in):
    sign_in(None)
    for page in (LOAD, RUNS):
        at = open_app(page)
        assert [own.label for own in at.button] == ["Sign in"]
        assert not at.get("file_uploader")
    at = open_app(LOAD, sign_in="no-answer")
    assert "did not answer" in at.error[0].value


def test_runs_are_seen_shared_and_stopped_by_their_owner(open_app, store, sign_in, monks, answer):
    run_id = run_of(store, monks, "done", answer)
    ada, owners = sign_in(ADA), Owners(store)
    owners.own(run_id, ada)
    at = open_app(RUNS)
    assert "1 run of yours" in said(at)
    at = tick(at, 0)
    assert at.toggle(key=f"share_{run_id}").value is False
    at = at.toggle(key=f"share_{run_id}").set_value(True).run()
    assert owners.is_shared(run_id)
    assert f"?run={run_id}" in at.code[0].value

    sign_in(BOB)
    assert "no runs yet" in said(open_app(RUNS))
    at = open_app(FIND, run=run_id)
    assert at.session_state[KEY].runs == {"explain": run_id}
    with pytest.raises(DataError, match="Only the person who started a run"):
        services.cancel(run_id)
    stored_runs.delete(at.session_state[KEY], [run_id])
    stored_runs.share(run_id, False)
    assert owners.is_shared(run_id)

    sign_in(ADA)
    stored_runs.share(run_id, False)
    sign_in(BOB)
    state, runs = at.session_state[KEY], len(store.recent())
    with pytest.raises(DataError, match="no longer shared"):
        services.begin(state, "explain", state.settings)
    assert len(store.recent()) == runs
    at = at.run()
    assert services.current(at.session_state[KEY], "explain") is None
    assert plain(f"There is no run “{run_id}” here") in said(open_app(FIND, run=run_id))
    assert "not in the store" in said(open_app(LOAD, data=store.get(run_id).digest))


def test_a_table_that_two_people_brought_outlives_the_run_of_one(open_app, store, sign_in, monks):
    for email in (ADA, BOB):
        sign_in(email)
        at = open_app().file_uploader(key="upload").upload("ward.csv", monks + b"\n", "text/csv")
        digest = at.run().session_state[KEY].digest
    for email, is_left in ((ADA, True), (BOB, False)):
        person = sign_in(email)
        run_id = run_of(store, monks + b"\n", "cancelled", name="ward.csv")
        Owners(store).own(run_id, person)
        stored_runs.delete(Session(), [run_id])
        assert store.has_table(digest) == is_left
        assert "not in the store" in said(open_app(LOAD, data=digest))


def test_without_a_login_all_is_as_before(open_app, store, monks, answer):
    run_id = run_of(store, monks, "done", answer)
    at = open_app(RUNS)
    assert len(runs_table(at)) == 1
    at = tick(at, 0)
    assert not at.toggle
    assert not [own for own in at.button if own.label == "Sign out"]
    assert services.owns(run_id)
