"""A column that alone tells the class is named, and asked about in the tone that it deserves."""

import numpy as np
import pytest

from interpret.data.reading import read_table
from interpret.fit.one_column import _by_range, one_column
from interpret.fit.parts import read_parts, tasks_asked
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.record import document, restore
from interpret.forms.explain import draft_task
from interpret.settings import Settings
from interpret.tell.rule.verdict import questions
from tests.command_line import answer, write  # noqa: F401  a fixture

TWO_TELL = "\n".join(
    ["a,b,c,class", *(f"{i % 2}{i % 3},{i % 2}{i % 5},{i % 7},{'yn'[i % 2]}" for i in range(200))]
)


def losses(others="abc", wrong=0):
    """Frauds, each with its loss, which nobody knows beforehand, and columns that hardly tell."""
    random = np.random.default_rng(4)
    lines = ["amount,country,Loss EUR,fraud"]
    for i in range(240):
        amount, country = int(random.integers(10, 999)), random.choice(list(others))
        is_fraud = random.random() < (0.6 if amount > 600 else 0.2)
        loss = random.integers(501, 5000) if is_fraud != (i < wrong) else random.integers(0, 500)
        lines.append(f"{amount},{country},{loss},{'yes' if is_fraud else 'no'}")
    return "\n".join(lines) + "\n"


def found(text, **settings):
    settings = Settings(**settings)
    task = tasks_asked(read_table(text.encode(), "small.csv"), settings)[0]
    return one_column(read_parts(task, settings).train, settings)


def test_a_column_that_gives_the_class_away_is_far_from_all_others():
    one = found(losses())
    assert one.column == "Loss EUR"
    assert one.alone.rate > 0.98
    assert one.others.rate < 0.8
    assert one.is_far


def test_where_others_tell_as_much_the_column_is_not_far():
    one = found(TWO_TELL)
    assert one.alone.rate == 1.0
    assert one.others.rate > 0.98
    assert not one.is_far


@pytest.mark.parametrize("share", [0.5, 0.97])
def test_no_column_is_named_that_is_hardly_better_than_a_guess(share):
    random = np.random.default_rng(0)
    columns = random.integers(0, 9, (300, 3)), random.random(300) < share
    lines = [
        f"{a},{b},{c},{'y' if is_so else 'n'}" for (a, b, c), is_so in zip(*columns, strict=True)
    ]
    assert found("\n".join(["a,b,c,class", *lines])) is None


def test_a_part_of_a_date_is_the_column_of_dates():
    days = [f"2024-{1 + i % 12:02}-{1 + i % 28:02}" for i in range(240)]
    lines = [f"{day},{i % 5},{'y' if i % 12 > 5 else 'n'}" for i, day in enumerate(days)]
    one = found("\n".join(["closed,b,class", *lines]))
    assert one.column == "closed"
    assert one.is_far


def test_groups_widen_the_interval():
    text = losses().replace("\n", ",who\n", 1)
    head, *lines = text.splitlines()
    text = "\n".join([head, *(f"{line},{i // 4}" for i, line in enumerate(lines))])
    loose, tied = (
        found(text, target="fraud", **own) for own in ({"drop": ("who",)}, {"group": "who"})
    )
    assert tied.alone.effect > loose.alone.effect == 1


def test_the_range_of_a_number_is_the_best_of_all():
    random = np.random.default_rng(1)
    for _ in range(30):
        numbers, y = random.integers(0, 8, 20), random.random(20) < 0.5
        table = read_table("\n".join(["a,b", *(f"{one},x" for one in numbers)]).encode(), "a.csv")
        said = _by_range(table.column("a"), y, np.arange(20))
        ends = [(low, high) for low in range(9) for high in range(low, 9)]
        every = [
            ((low <= numbers) & (numbers < high)) == yes for low, high in ends for yes in (0, 1)
        ]
        assert (said == y).sum() == max((one == y).sum() for one in every)


def test_documents_hold_it():
    settings = Settings()
    table = read_table(losses().encode(), "small.csv")
    task = tasks_asked(table, settings)[0]
    e = draft_task(task, settings)
    written = document([Answer(e, table, task)])
    assert restore(written)[0].one_column == e.one_column


def test_a_calm_question_does_not_warn():
    task = tasks_asked(read_table(TWO_TELL.encode(), "t.csv"), Settings())[0]
    (asked,) = questions([draft_task(task, Settings())])
    assert asked.text.startswith("Is “a” known before the class is?")
    assert not asked.warns
