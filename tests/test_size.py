"""`make size` counts what there is."""

from tests.size import code_and_words


def test_lines_and_words_are_counted_as_it_says():
    text = '"""Two words."""\n\nimport os\n\nA = (\n    "A few words.",  # none\n    "none",\n)\n'
    assert code_and_words(text) == (4, 2)
