"""One HTML file with an answer: about two printed pages, which need no network.

Its only script adds up the points of a card. The longer part, every figure and every choice, is the
appendix, which is added on request.
"""

from collections.abc import Sequence

from interpret.answers.points.card_figures import NAMES, POINTS, RULE
from interpret.answers.points.shown.card_form import card_section, script_of
from interpret.answers.rule.answer.answer import Answer
from interpret.answers.rule.answer.explanation import Explanation
from interpret.answers.rule.answer.proof import proof_words
from interpret.answers.rule.answer.version import version_words
from interpret.answers.rule.figures.claims import claimed
from interpret.answers.rule.figures.dots import dots_words, hundred
from interpret.answers.rule.figures.group_dots import group_dots, group_dots_words
from interpret.answers.rule.figures.simple_ways import rows as simple_rows
from interpret.answers.rule.figures.simple_ways import scale as simple_scale
from interpret.answers.rule.figures.simple_ways import simple_ways, simple_ways_words
from interpret.answers.rule.report.appendix import appendix_of, rule_table
from interpret.answers.rule.report.model_card import BLANK, ModelCard, model_card
from interpret.answers.rule.report.report_parts import (
    beside_truth,
    costs,
    rates,
    rule_as_lines,
    share,
    stable,
)
from interpret.answers.rule.sentences import at_a_glance, words
from interpret.answers.rule.sentences.several import several, several_words
from interpret.answers.rule.sentences.verdict import verdict
from interpret.answers.rule.sentences.wronged import wronged_section
from interpret.answers.rule.study.studied import Studied
from interpret.answers.rule.study.study import Study
from interpret.data.complaints import counted
from interpret.data.table import Table
from interpret.present import wording
from interpret.tell import html as markup
from interpret.tell.blocks import Drawn, Page
from interpret.tell.page import as_page
from interpret.tell.settings_words import changed_words


def html_report(
    studies: Sequence[Studied], more: str = "", card: ModelCard = BLANK, appendix: bool = False
) -> str:
    """The report on a table's rules, a section for each class explained.

    more: what goes first; appendix: whether every figure and every choice follow.
    """
    answers = [one.answer for one in studies]
    explanations = [a.explanation for a in answers]
    first = explanations[0]
    if len(answers) == 1:
        sections = [_whole(first, studies[0].study, answers[0].explained)]
    else:
        sections = [_several(answers) + _ways_of_all(studies)]
        sections += [
            _of_class(one.answer.explanation, one.study, one.answer.explained, place)
            for place, one in enumerate(studies)
        ]
    sections.append(_wronged(studies))
    sections.append(_made(explanations))
    if card != BLANK:
        sections.append(markup.tag("h2", "Model card") + model_card(answers, card))
    shown = [("", part) for part in ([more] if more else []) + sections]
    if appendix:
        shown += [("appendix", part) for part in appendix_of(answers)]
    return _page(explanations, f"{answers[0].in_file.n_rows:,} rows", shown)


def document_report(explanations: Sequence[Explanation]) -> str:
    """The report on answers of which only the document is at hand, without what needs rows."""
    first = explanations[0]
    if len(explanations) == 1:
        sections = [_whole(first, None) + rule_table(first)]
    else:
        sections = [
            _of_class(e, None, place=place) + rule_table(e) for place, e in enumerate(explanations)
        ]
    shown = [("", part) for part in (*sections, _made(explanations))]
    return _page(explanations, f"{len(first.machine.scores):,} rows with a class", shown)


def _page(explanations: Sequence[Explanation], rows: str, shown: Sequence[tuple[str, str]]) -> str:
    """The page of these sections. rows: which rows the table has, in words."""
    e = explanations[0]
    title = f"What tells the values of {e.target} apart?"
    held_out = len(e.rows["test"])
    facts = (
        f"{e.table} · {rows} · {len(e.attributes)} attributes · trained on "
        f"{len(e.rows['train']):,} rows, judged on "
        f"{f'{held_out:,} unseen rows' if held_out else 'the same rows'}"
    )
    script = script_of(explanations)
    return as_page(
        Page(
            _question(e) if len(explanations) == 1 else title,
            [facts],
            [(name, [Drawn(part, script=script, framed=False)]) for name, part in shown],
            e.table,
            e.digest,
        )
    )


def _question(e: Explanation) -> str:
    return f"When is {e.yes_words}?"


def _whole(e: Explanation, study: Study | None, table: Table | None = None) -> str:
    """The section of the only class that is explained. table: its rows, None without them."""
    summary = verdict(e)
    sure = [summary.sentence, proof_words(e), *filter(None, [words.landmarks_words(e)])]
    dots = _does(e, RULE)
    parts = [
        rule_as_lines(e, study),
        markup.paragraphs([f"{at_a_glance.finds_words(e)} {at_a_glance.worth_words(e)}"]),
        markup.card(summary.headline, sure, summary.good, []),
        markup.pair(dots, _beside_simple_ways(e, study)) if study else dots,
        *([beside_truth(e)] if e.of_model else []),
        markup.tag("h2", f"How often are {_all_of(e)} right?") + rates(e),
        costs(e),
        stable(study.stability) if study else "",
    ]
    of_card = "" if e.points is None else card_section(e, e.points, table) + _does(e, POINTS)
    return _both(e, "".join(parts), of_card)


def _all_of(e: Explanation) -> str:
    return "machine and rule" if e.points is None else "machine, rule and card"


def _does(e: Explanation, form: str) -> str:
    """What a form does on the judged rows, as dots."""
    drawn = markup.drawn(hundred(e, form), dots_words(e, form))
    return markup.tag("h2", f"What does the {NAMES[form]} do?") + drawn


def _both(e: Explanation, of_rule: str, card: str) -> str:
    """What is told of the rule and of the card, the form that comes first before."""
    if e.first != POINTS:
        return of_rule + card
    return card + markup.tag("h2", "The rule beside it") + of_rule


def _several(answers: Sequence[Answer]) -> str:
    """The rules of all classes beside each other."""
    shown = several(answers)
    rows = []
    for a in answers:
        e, part = a.explanation, a.judged.name
        counts = e.rule_right[part]
        shares = (e.machine_right[part].accuracy, counts.accuracy, e.fidelity[part])
        rows.append([wording.one_of(e.positive), *map(share, shares), share(counts.sensitivity)])
    head = ["", "machine right", "rule right", "rule agrees with it", "rule finds"]
    caption = f"On {words.rows_words(answers[0].explanation)}, with 95 % intervals"
    return (
        markup.tag("h2", "What do the rules share?")
        + markup.tag("p", several_words(shown))
        + markup.drawn(claimed(shown.claims), "Whose rule claims the rows of each class.")
        + markup.table(caption, head, rows)
    )


def _ways_of_all(studies: Sequence[Studied]) -> str:
    """What simple learners reach for each class; nothing until all are studied."""
    known = [(one.answer.explanation, one.study) for one in studies if one.study]
    if len(known) < len(studies):
        return ""
    shown = [row for row in (simple_rows(e, study) for e, study in known) if row]
    if len({len(row) for row in shown}) != 1 or len(shown) < len(known):
        return ""
    called = [{row.name.partition(" (")[0] for row in way} for way in zip(*shown, strict=True)]
    names = [names_of_one.pop() if len(names_of_one) == 1 else "a guess" for names_of_one in called]
    scale = simple_scale(*known[0])
    rows = [
        [wording.one_of(e.positive), *(scale(row.dots[0].value) for row in row_values)]
        for (e, _), row_values in zip(known, shown, strict=True)
    ]
    table = markup.table(simple_ways_words(*known[0], between=""), ["", *names], rows)
    return markup.tag("h2", "Do the rules beat the simple ways?") + table


def _of_class(
    e: Explanation, study: Study | None, table: Table | None = None, place: int = 0
) -> str:
    """One class of several, the one at that place."""
    summary = verdict(e)
    said = f"{at_a_glance.finds_words(e)} {at_a_glance.worth_words(e)}"
    parts = [
        rule_as_lines(e, study),
        markup.paragraphs([said, f"{summary.headline}. {_proven(e)}"]),
        beside_truth(e) if e.of_model else "",
        costs(e),
    ]
    of_card = "" if e.points is None else card_section(e, e.points, table, place)
    return markup.tag("h2", _question(e)) + _both(e, "".join(parts), of_card)


def _proven(e: Explanation) -> str:
    """What is proven of the rule's score, in short; the appendix has all of it."""
    if e.rule_version is not None:
        return f"{version_words(e.rule_version)}."
    if e.rule.is_draft:
        return ""
    sentence = "no rule of its kind and length scores more."
    return f"Proven: {sentence}" if e.rule.proven else f"It is not proven that {sentence}"


def _beside_simple_ways(e: Explanation, study: Study) -> str:
    return markup.tag("h2", "Does it beat the simple ways?") + markup.drawn(
        simple_ways(e, study), simple_ways_words(e, study)
    )


def _wronged(studies: Sequence[Studied]) -> str:
    """Of several classes, those alone for which such rows were found or groups were asked about."""
    parts = [markup.tag("h2", "Who is wronged?")]
    if len(studies) == 1:
        return "".join([*parts, _by_group(studies[0]), wronged_section(studies[0])])
    for studied in studies:
        if studied.groups or any(cohort.clause is not None for cohort in studied.cohorts):
            e = studied.answer.explanation
            named = markup.tag("h3", e.yes_words)
            parts.append(named + _by_group(studied) + wronged_section(studied))
    if len(parts) == 1:
        nowhere = "No rows were confirmed on which an answer or its machine is wrong more often."
        parts.append(markup.tag("p", nowhere))
    return "".join(parts)


def _by_group(studied: Studied) -> str:
    """How often the first form and the machine are right in each group that is asked about."""
    shown = studied.groups
    if shown is None or not shown.groups:
        return ""
    caption = f"Right, by group. {group_dots_words(shown)}"
    return markup.drawn(group_dots(studied.answer.explanation, shown, "right"), caption)


def _made(explanations: Sequence[Explanation]) -> str:
    """A sentence each on machine and rule, what was changed by hand, and notices on the data."""
    n_classes = len(explanations)
    notes = [f"T{_machine_of(e, n_classes)[1:]}. {_way_of(e, n_classes)}" for e in explanations]
    if len({words.choice_words(e) for e in explanations}) == 1:
        machines = "; ".join(_machine_of(e, n_classes) for e in explanations)
        notes = [f"{machines[:1].upper()}{machines[1:]}. {_way_of(explanations[0], 1)}"]
    for e in explanations:
        if e.conflicts:
            of = f" for {wording.one_of(e.positive)}" * (n_classes > 1)
            rows = f"{counted(e.conflicts, 'row')}{of}"
            notes.append(f"In {rows} all cells equal those of a row of the other class.")
    changed = changed_words(explanations[0].settings)
    notices = list(dict.fromkeys(notice for e in explanations for notice in e.notices))
    return markup.tag("h2", "How was it made?") + markup.paragraphs([*notes, changed, *notices])


def _machine_of(e: Explanation, n_classes: int) -> str:
    of = f" for {wording.one_of(e.positive)}" * (n_classes > 1)
    return f"the machine{of}: {words.machine_words(e)}"


def _way_of(e: Explanation, n_classes: int) -> str:
    of = f"for {wording.one_of(e.positive)} " * (n_classes > 1)
    return f"The rule {of}is {words.choice_words(e)}."
