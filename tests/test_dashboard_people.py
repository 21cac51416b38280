"""What the environment sets for a server: all of it is as it was meant, or the server ends."""

import runpy
import string

import pytest

from dashboard import people
from dashboard.door import KNOWN, check
from dashboard.people import ADDRESS, COOKIES, LOGIN, PROVIDER, login_secrets
from interpret.data.complaints import DataError
from tests.conftest import ROOT

WHOLE = {
    PROVIDER: "https://login.example/.well-known/openid-configuration",
    people.CLIENT: "rulescope",
    people.SECRET: "what the provider gave",
    ADDRESS: "https://rules.example/",
    COOKIES: "0123456789abcdef" * 2,
}
# What a cluster or a link of containers sets for a service that is called rulescope.
OF_OTHERS = {
    "RULESCOPE_PORT": "tcp://10.0.0.1:8501",
    "RULESCOPE_SERVICE_HOST": "10.0.0.1",
    "RULESCOPE_SERVICE_PORT": "8501",
    "RULESCOPE_PORT_8501_TCP": "tcp://10.0.0.1:8501",
    "RULESCOPE_PORT_8501_TCP_ADDR": "10.0.0.1",
    "RULESCOPE_PORT_8501_TCP_PROTO": "tcp",
    "RULESCOPE_VERSION": "1",
    "RULESCOPE_ENV_POSTGRES_PASSWORD": "x",
    "DATABASE_URL": "x",
    "LOGIN_URL": "x",
    "SECRET": "x",
}


def test_settings_that_are_right_pass_and_so_do_those_of_others():
    check({})
    check(WHOLE | OF_OTHERS)
    check(dict.fromkeys(LOGIN, ""))  # as compose.yaml sets them without a login
    check({"RULESCOPE_SHARED": "1", "RULESCOPE_JOBS": "2"})
    told = login_secrets(WHOLE)["auth"]
    assert told["redirect_uri"] == "https://rules.example/oauth2callback"


@pytest.mark.parametrize("left", range(1, 2 ** len(LOGIN)))
def test_parts_of_a_login_are_no_login(left, monkeypatch):
    told = {name: WHOLE[name] for place, name in enumerate(LOGIN) if left >> place & 1}
    missing = [name for name in LOGIN if name not in told]
    if missing:
        with pytest.raises(DataError, match=f"{', '.join(missing)} is not set"):
            check(told)
        with pytest.raises(DataError, match="is not set"):
            check(told | dict.fromkeys(missing, ""))
    else:
        check(told)
    for name in told:
        monkeypatch.setenv(name, told[name])
    assert people.is_required(), "and without serve.py nothing is served to everybody either"


def misspelt(name):
    """Every name that is one slip away from this one."""
    yield name.lower()
    yield name.replace("_", "")
    yield name.replace("_", "-")
    for place in range(len(name)):
        yield name[:place] + name[place + 1 :]
        yield name[: place + 1] + name[place:]
        yield name[:place] + name[place : place + 2][::-1] + name[place + 2 :]
        yield name[:place] + "X" + name[place + 1 :]


@pytest.mark.parametrize("name", KNOWN)
def test_every_slip_in_a_name_is_seen(name):
    for slip in {*misspelt(name)} - {*KNOWN, *OF_OTHERS}:
        with pytest.raises(DataError, match="is unknown") as refused:
            check({slip: "1"})
        assert name in str(refused.value), slip


@pytest.mark.parametrize(
    "name",
    [
        "RULESCOPE_LOGIN",
        "RULESCOPE_LOGIN_ISSUER",
        "RULESCOPE_LOGIN_CLIENT_ID",
        "RULESCOPE_LOGINS_OF_ALL",
        "RULESCOPE_COOKIES",
        "RULESCOPE_LOGIN_METADATA",
    ],
)
def test_what_begins_as_the_settings_of_a_login_is_one_of_them(name):
    with pytest.raises(DataError, match=r"is unknown\. .*may be meant"):
        check({name: "x"})
    with pytest.raises(DataError, match="is unknown"):
        check(WHOLE | {name: "x"})


@pytest.mark.parametrize("name", KNOWN)
@pytest.mark.parametrize(
    "value", [" ", " " * 40, "\t", "x\n", " x", "a\x1bb", "\u3000", "\xa0" * 40]
)
def test_no_setting_is_blank_or_has_blanks_around_it(name, value):
    with pytest.raises(DataError, match="must be") as refused:
        check(WHOLE | {name: value})
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        (PROVIDER, ("login.example", "ftp://login.example", "https://", "https:///x", "x y")),
        (ADDRESS, ("rules.example", "https://a b", "https://rules.example/?x", "http://x:port")),
        (COOKIES, ("short", "x" * 40, "ab" * 20, string.digits)),
        ("RULESCOPE_SHARED", ("true", "no", "2", "on")),
        ("RULESCOPE_JOBS", ("0", "many", "-1")),
    ],
)
def test_a_value_that_cannot_be_meant_is_said(name, values):
    for value in values:
        with pytest.raises(DataError) as refused:
            check(WHOLE | {name: value})
        assert name in str(refused.value), value
        assert len(str(refused.value)) < 300


def test_no_secret_is_said():
    for name in (people.SECRET, COOKIES):
        with pytest.raises(DataError) as refused:
            check(WHOLE | {name: " mine alone"})
        assert "mine" not in str(refused.value)


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({PROVIDER: WHOLE[PROVIDER]}, r"A login needs .* RULESCOPE_LOGIN_CLIENT.* is not set"),
        (
            {"RULESCOPE_LOGIN_ULR" if own == PROVIDER else own: WHOLE[own] for own in LOGIN},
            "RULESCOPE_LOGIN_ULR” is unknown. RULESCOPE_LOGIN_URL may be meant",
        ),
    ],
)
def test_the_server_ends_and_says_so(monkeypatch, told, sentence):
    for name, value in told.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit, match=sentence):
        runpy.run_path(str(ROOT / "serve.py"))
