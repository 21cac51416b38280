"""The answer as a text to read, line by line."""

from collections.abc import Sequence

from interpret.answers.points.card_figures import POINTS
from interpret.answers.points.shown.text import text_of_card
from interpret.answers.rule.answer.explanation import Explanation
from interpret.answers.rule.answer.proof import proof_words
from interpret.answers.rule.answer.truth import AS_THE_MODEL
from interpret.answers.rule.sentences import words
from interpret.answers.rule.sentences.beside_truth import rows_beside
from interpret.answers.rule.sentences.verdict import verdict
from interpret.data.complaints import one_line
from interpret.present import wording


def as_text(e: Explanation) -> str:
    """The whole answer to read: the rule in words and as logic, its figures, what is proven."""
    otherwise = f"otherwise {e.no_words}"
    last = [("as logic", str(e.rule.formula)), ("table", f"{e.table}, SHA-256 {e.digest}")]
    return f"{with_card(e, answer_lines(e, [otherwise], last=last))}\n"


def with_card(e: Explanation, rule: Sequence[str]) -> str:
    """The lines of the rule's form and those of the card, the form that comes first before."""
    card = text_of_card(e)
    forms = [card, rule] if e.first == POINTS else [rule, card]
    return "\n\n".join("\n".join(form) for form in forms if form)


def answer_lines(
    e: Explanation,
    below_rule: Sequence[str] = (),
    rates: Sequence[str] = (),
    last: Sequence[tuple[str, str]] = (),
) -> list[str]:
    """An answer line by line: the rule, the verdict, what is proven, and the figures.

    below_rule, rates, last: further lines under the rule, under the first figures and at the end.
    """
    part, summary = e.judged_on, verdict(e)
    figures = [
        (AS_THE_MODEL if e.of_model else "right", wording.share_words(e.rule_right[part].accuracy)),
        ("agrees with the machine", wording.share_words(e.fidelity[part])),
        ("the machine is right", wording.share_words(e.machine_right[part].accuracy)),
        ("the majority guess is right", wording.percent(e.majority[part].value)),
    ]
    others = [
        ("length", wording.length_words(e.rule.formula)),
        *words.score_lines(e),
        ("machine", words.machine_words(e)),
        *last,
    ]
    lines = [
        words.heading(e),
        *(f"  {line}" for line in wording.rule_lines(e.rule.formula)),
        *below_rule,
        "",
        f"{summary.headline}. {summary.sentence}",
        proof_words(e),
        "",
        f"On {words.counted_rows(e)}:",
        *(f"  {label:<28}{value}" for label, value in figures),
        *(f"  {name:<52}{rule}, the model {model}" for name, model, rule in rows_beside(e)[1:]),
        *rates,
        *(f"  {label:<28}{value}" for label, value in others),
        *(f"Note: {note}" for note in (words.landmarks_words(e), *e.notices) if note),
    ]
    return list(map(one_line, lines))
