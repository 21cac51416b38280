"""A card as lines of plain text, as the command line prints it."""

from interpret.answers.points.shown import tables as points_tables
from interpret.answers.points.shown import words as points_words
from interpret.answers.rule.answer.explanation import Explanation
from interpret.answers.rule.sentences import words
from interpret.data.complaints import one_line
from interpret.present import wording


def text_of_card(e: Explanation) -> list[str]:
    """The card, its figures and its chances, line by line; nothing where there is none."""
    if e.points is None:
        return []
    card, part = e.points.card, e.judged_on
    right = e.points.right[part].accuracy
    lines = [
        points_words.says_when(e, card),
        *(f"  {points_words.points_text(points):>4}  {told}" for points, told in _terms(e)),
        "",
        *filter(None, [points_words.form_words(e)]),
        f"On {words.counted_rows(e)} the card is right in {wording.share_words(right)}.",
        points_words.agrees_words(e, e.points),
        "",
        f"  {'points':<14}{'chance':>12}   of {words.rows_words(e)}",
        *(
            f"  {totals:<14}{chance:>12}   {share if n else '–'}"
            for totals, chance, n, share in points_tables.chance_rows(e.points)
        ),
        *filter(None, [points_words.contradicted_words(e, e.points)]),
    ]
    return list(map(one_line, lines))


def _terms(e: Explanation) -> list[tuple[int, str]]:
    return [] if e.points is None else points_tables.term_rows(e.points.card)
