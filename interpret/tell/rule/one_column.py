"""The question about a column that alone tells the class: is it known beforehand?"""

from collections.abc import Sequence

from interpret.data.complaints import quoted
from interpret.fit.one_column import OneColumn
from interpret.forms.answer.explanation import Explanation
from interpret.present import wording
from interpret.tell.blocks import Notice


def questions(explanations: Sequence[Explanation]) -> list[Notice]:
    """A question for each class that one column tells; what is far from all others warns."""
    return [
        Notice(question_words(e, e.one_column), warns=e.one_column.is_far)
        for e in explanations
        if e.one_column is not None
    ]


def question_words(e: Explanation, one: OneColumn) -> str:
    name, alone = quoted(one.column), wording.share_words(one.alone)
    if not one.is_far or one.others is None:
        return (
            f"Is {name} known before the class is? Alone it tells whether {e.yes_words} on {alone} "
            "of training rows that were left out."
        )
    return (
        f"{name} alone tells whether {e.yes_words} on {alone} of training rows that were left out, "
        f"all other columns together on {wording.share_words(one.others)}: is it known beforehand? "
        "If not, leave it out and search again."
    )
