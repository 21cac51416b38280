"""Where tables come from on the page: OpenML here, files in test_odd_tables.py."""

import gc

import pytest

from dashboard.text import plain
from tests import test_pages
from tests.test_interpret_data_reading_openml import server  # noqa: F401

pytestmark = pytest.mark.filterwarnings(
    "ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
)

open_app = test_pages.open_app


@pytest.fixture
def page(server, open_app):  # noqa: F811
    yield open_app()
    gc.collect()


def get(page, number):
    at = page.number_input(key="openml").set_value(number).run()
    at = at.button(key="get_openml").click().run()
    assert not at.exception
    return at


def test_a_table_of_openml_is_loaded_and_asks_for_its_own_class(page):
    at = get(page, 7)
    assert at.header[0].value == plain("small <b>table</b> (OpenML 7).parquet")
    assert at.selectbox(key="target").value == "class"


def test_where_there_is_none_the_table_before_stays(page):
    at = get(page, 8)
    (error,) = at.error
    assert plain("no table 8") in error.value
    assert at.header[0].value == plain("tic-tac-toe.csv")
