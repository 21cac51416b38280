"""`make size` counts what there is."""

from tests.size import code_and_words, n_widgets, told


def test_lines_and_words_are_counted_as_it_says():
    text = '"""Two words."""\n\nimport os\n\nA = (\n    "A few words.",  # none\n    "none",\n)\n'
    assert code_and_words(text) == (4, 2)


def test_it_tells_of_the_product_first():
    assert next(told()).startswith("product: ")
    assert n_widgets(("dashboard.panels.widgets", "download_list")) == 1
