"""The answer as Markdown, in which no text from the data is read as formatting, link or HTML."""

from collections.abc import Sequence

from interpret.answers.points.card_figures import CardFigures
from interpret.answers.points.shown import tables as points_tables
from interpret.answers.points.shown.words import contradicted_words
from interpret.answers.rule.answer.explanation import Explanation
from interpret.answers.rule.answer.proof import proof_words
from interpret.answers.rule.answer.truth import AS_THE_MODEL
from interpret.answers.rule.sentences import words
from interpret.answers.rule.sentences.clause_rows import clause_table
from interpret.answers.rule.sentences.verdict import verdict
from interpret.present import wording
from interpret.tell.markdown import escaped


def as_markdown(explanations: Sequence[Explanation]) -> str:
    """Each rule with its verdict, its clauses and its figures."""
    return "\n".join(map(_section, explanations))


def _section(e: Explanation) -> str:
    summary = verdict(e)
    head, rates = words.rates_rows(e, e.judged_on)
    items = [
        *(f"- {escaped(name)}: {escaped(value)}" for name, value in _facts(e)),
        *(f"- Note: {escaped(note)}" for note in (words.landmarks_words(e), *e.notices) if note),
    ]
    blocks = [
        f"# {escaped(words.heading(e))}",
        _clauses(e),
        f"otherwise {escaped(e.no_words)}",
        f"**{escaped(summary.headline)}.** {escaped(summary.sentence)}",
        escaped(proof_words(e)),
        _table([f"on {words.rows_words(e)}", *head], rates),
        "\n".join(items),
        *(_card(e, e.points) if e.points else []),
    ]
    return "\n\n".join(filter(None, blocks)) + "\n"


def _card(e: Explanation, scored: CardFigures) -> list[str]:
    """The card with its chances and figures, and which form comes first."""
    terms = [
        [wording.points_words(points), told]
        for points, told in points_tables.term_rows(scored.card)
    ]
    chances = points_tables.chance_rows(scored)
    yes = e.yes_words
    head = ["points", f"chance of {yes}", words.rows_words(e), f"of these {yes}"]
    right = scored.right[e.judged_on].accuracy
    return [
        f"## Points: {escaped(points_tables.cut_words(e, scored.card))}",
        _table(["points", "where"], terms) if terms else "no points",
        _table(head, [[*map(str, row)] for row in chances]) if chances else "",
        escaped(contradicted_words(e, scored)),
        f"- {AS_THE_MODEL if e.of_model else 'right'} on {words.rows_words(e)}: "
        f"{escaped(wording.share_words(right))}\n"
        f"- agrees with the machine: {escaped(wording.share_words(scored.fidelity[e.judged_on]))}\n"
        f"- {points_tables.first_words(e)}",
    ]


def _clauses(e: Explanation) -> str:
    head, rows = clause_table(e)
    if not rows:
        return escaped(wording.rule_lines(e.rule.formula)[0])
    return _table(head, rows)


def _facts(e: Explanation) -> list[tuple[str, str]]:
    return [
        ("agrees with the machine", wording.share_words(e.fidelity[e.judged_on])),
        ("length", wording.length_words(e.rule.formula)),
        *words.score_lines(e),
        ("machine", words.machine_words(e)),
        ("table", f"{e.table}, SHA-256 {e.digest}"),
    ]


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, *rows]
    shown = [f"| {' | '.join(map(escaped, cells))} |" for cells in lines]
    return "\n".join([shown[0], f"|{' --- |' * len(head)}", *shown[1:]])
