import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard.text import JOINER, plain

MARKDOWN_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")


def read(markdown: str) -> str:
    """The text that is left when Markdown has taken its escapes away."""
    return MARKDOWN_ESCAPE.sub(r"\1", markdown).replace(JOINER, "")


@given(st.text(alphabet=st.characters(codec="ascii", categories=["L", "N", "P", "S"])))
def test_no_character_of_the_text_is_left_that_markdown_could_act_on(text):
    assert not re.search(r"[!-/:-@\[-`{-~]", MARKDOWN_ESCAPE.sub("", plain(text)))


@given(st.text(alphabet=st.characters(exclude_categories=["C", "Z"])))
def test_the_text_itself_is_what_is_read(text):
    assert read(plain(text)) == text.replace(JOINER, "")


@pytest.mark.parametrize(
    "text",
    [
        "https://evil.example",
        "_HTTP://evil.example",
        "www.evil.example",
        "a.b@evil.example",
        ":material_home:",
        ":streamlit:",
        "a -> b",
        "a <-> b",
        "a -- b",
        "a >= b",
        "a ~= b",
    ],
)
def test_what_streamlit_joins_after_markdown_is_kept_apart(text):
    shown = MARKDOWN_ESCAPE.sub(r"\1", plain(text))
    late = (
        r"(?i)https?://|www\.|\w@\w|:material_\w+:|:streamlit:"
        r"|(^|\s)(<->|->|<-|--|>=|<=|~=)(\s|$)"
    )
    assert re.search(late, text)
    assert not re.search(late, shown)


def test_no_line_ends_between_a_number_and_its_percent_sign():
    assert (
        read(plain("right in 97.2 % (94.6 to 98.6 %)"))
        == "right in 97.2\u00a0% (94.6 to 98.6\u00a0%)"
    )


def test_the_text_is_one_line_read_from_left_to_right():
    assert plain("a\n\n# b\tc \u202ed") == r"a \# b c d"
