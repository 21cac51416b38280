import re
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from dashboard.text import JOINER, plain

MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])
PLAIN = {"paragraph_open", "inline", "text", "paragraph_close"}
MARKDOWN_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")


def read(markdown: str) -> str:
    """The text that is left when Markdown has taken its escapes away."""
    return MARKDOWN_ESCAPE.sub(r"\1", markdown).replace(JOINER, "")


def by_markdown(markdown: str) -> tuple[str, set[str]]:
    """The text as another program reads it, and the kinds of what stands in it."""
    kinds, text = set(), ""
    for block in MARKDOWN.parse(markdown):
        kinds.add(block.type)
        for part in block.children or ():
            kinds.add(part.type)
            text += part.content
    return text.replace(JOINER, ""), kinds - {"text_special"}


@given(st.text(alphabet=st.characters(exclude_categories=["C", "Z"])))
def test_the_text_itself_is_what_is_read(text):
    assert read(plain(text)) == text.replace(JOINER, "")


@pytest.mark.slow
@settings(max_examples=500)
@given(
    st.lists(
        st.sampled_from([*string.punctuation, "a", "1", " ", "é", "http", "www", "amp;", "x"]),
        min_size=1,
    ).map("".join),
    st.sampled_from(["{}", "It is {}.", "a · {} b"]),
)
def test_markdown_acts_on_nothing_in_the_text(text, where):
    said, kinds = by_markdown(where.format(plain(text)))
    assert said == where.format(read(plain(text))).strip()
    assert kinds <= PLAIN
    *_, bold = by_markdown(f"a **{plain(text)}**")
    assert bold <= PLAIN | {"strong_open", "strong_close"}


@pytest.mark.parametrize("name", ["Card util. (%)", "blood_pressure", "post-code", "a/b", "3.5"])
def test_a_screen_reader_speaks_a_name_as_it_is(name):
    assert plain(name) == name


@pytest.mark.parametrize(
    "text",
    [
        "https://evil.example",
        "_HTTP://evil.example",
        "www.evil.example",
        "a.b@evil.example",
        ":material_home:",
        ":material/home:",
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
        r"(?i)https?://|www\.|\w@\w|:material[_/]\w+:|:streamlit:"
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
    assert plain("a\n\n# b\tc \u202ed") == "a # b c d"
