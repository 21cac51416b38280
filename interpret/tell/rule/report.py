"""The report on an answer, about two printed pages: its poster, how sure it is, how it was made."""

from collections.abc import Sequence

from interpret.data.complaints import counted
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import POINTS
from interpret.forms.answer.proof import settings_asked
from interpret.forms.answer.several import several
from interpret.forms.study.study import Studied, Study
from interpret.present import wording
from interpret.tell.blocks import Block, Drawn, Fold, Heading, Page, Table, sentences
from interpret.tell.page import as_page
from interpret.tell.rule.brief import (
    card_sentences,
    clauses_of,
    costs,
    question,
    rates,
    rule_lines,
    verdict_badge,
    worth,
)
from interpret.tell.rule.card import no_card_words
from interpret.tell.rule.figures.card import fill_in
from interpret.tell.rule.figures.simple_ways import rows as simple_rows
from interpret.tell.rule.figures.simple_ways import simple_ways, simple_ways_words
from interpret.tell.rule.good import good_part
from interpret.tell.rule.one_figure import amount, named
from interpret.tell.rule.poster import on_paper
from interpret.tell.rule.proof import proof, proven_words
from interpret.tell.rule.several import together
from interpret.tell.rule.verdict import questions, verdict
from interpret.tell.rule.words import choice_words, machine_words
from interpret.tell.rule.wronged import group_dots, group_dots_words, wronged
from interpret.tell.settings_words import changed_words

Sections = list[tuple[str, Sequence[Block]]]
RESEARCHERS = "In the words of researchers"


def html_report(
    studies: Sequence[Studied],
    more: Sequence[Block] = (),
    bad: Sequence[str] = (),
) -> str:
    """The report on a table's rules: a poster for each class explained, then what it rests on.

    more: what goes first; bad: the names of the classes that are bad news.
    """
    answers = [one.answer for one in studies]
    explanations = [a.explanation for a in answers]
    sections = _of_classes(explanations, answers, [one.study for one in studies], bad)
    if len(answers) > 1:
        shared = together(answers, several(answers)) + _ways_of_all(studies)
        sections.insert(len(answers), ("", shared))
    if by_group := _wronged(studies):
        sections.append(("", by_group))
    sections.append(("", _made(explanations)))
    first: Sections = [("", list(more))] if more else []
    return _page(explanations, f"{answers[0].in_file.n_rows:,} rows", [*first, *sections])


def document_report(explanations: Sequence[Explanation]) -> str:
    """The report on answers of which only the document is at hand, without what needs rows."""
    nothing = [None] * len(explanations)
    sections = _of_classes(explanations, nothing, nothing)
    sections += [("", [clauses_of(e)]) for e in explanations]
    sections.append(("", _made(explanations)))
    n_rows = len(explanations[0].machine.scores)
    return _page(explanations, f"{n_rows:,} rows with a class", sections)


def _of_classes(
    explanations: Sequence[Explanation],
    answers: Sequence[Answer | None],
    studies: Sequence[Study | None],
    bad: Sequence[str] = (),
) -> Sections:
    """The first form of every class as a poster, and then what is to be known of it besides.

    answers: with their rows; None of documents without rows, which have no studies either.
    """
    first: Sections = []
    besides: Sections = []
    for place, (e, a, study) in enumerate(zip(explanations, answers, studies, strict=True)):
        sides = _sides(e, bad)
        poster: Block = on_paper(e, e.forms[0], a)
        rest = _whole(e, study) if len(explanations) == 1 else _of_class(e)
        if len(e.forms) == 1:
            first.append((sides, [poster, *rest]))
            continue
        others: list[Block] = [on_paper(e, form, a) for form in e.forms[1:]]
        if len(explanations) > 1:
            others.insert(0, Heading(question(e)))
            if e.first == POINTS:  # so that three classes need two pages
                others[1:] = [rule_lines(e), worth(e, e.rule_form)]
        if e.points is not None:
            table = a.explained if a else None
            others += [fill_in(e, e.points, table, place), *card_sentences(e, e.points)]
        first.append((sides, [poster]))
        besides.append((sides, [*others, *rest]))
    return first + besides


def _sides(e: Explanation, bad: Sequence[str]) -> str:
    """The name of a section, by which the style knows which side is bad news."""
    sides = {"bad-yes": e.positive, "bad-no": e.negative}
    return " ".join(name for name, values in sides.items() if wording.one_of(values) in bad)


def _page(
    explanations: Sequence[Explanation],
    rows: str,
    sections: Sections,
) -> str:
    """The page of these sections. rows: which rows the table has, in words."""
    e, asked_first = explanations[0], questions(explanations)
    sections = [*([("", asked_first)] if asked_first else []), *sections]
    title = f"What tells the values of {e.target} apart?"
    held_out = len(e.rows["test"])
    facts = (
        f"{e.table} · {rows} · {len(e.attributes)} attributes · trained on "
        f"{len(e.rows['train']):,} rows, judged on "
        f"{f'{held_out:,} unseen rows' if held_out else 'the same rows'}"
    )
    heading = question(e) if len(explanations) == 1 else title
    return as_page(Page(heading, [facts], sections, e.table, e.digest))


def _whole(e: Explanation, study: Study | None) -> list[Block]:
    """What is to be known of the only class that is explained."""
    return [
        *sentences(no_card_words(e)),
        *(verdict_badge(e, form) for form in e.forms),
        *(_beside_simple_ways(e, study) if study else []),
        Heading(f"How often are {_all_of(e)} right?"),
        rates(e),
        *costs(e),
        *good_part(e),
    ]


def _all_of(e: Explanation) -> str:
    return "machine and rule" if e.points is None else "machine, rule and card"


def _ways_of_all(studies: Sequence[Studied]) -> list[Block]:
    """What simple learners reach for each class; nothing until all are studied."""
    known = [(one.answer.explanation, one.study) for one in studies if one.study]
    if len(known) < len(studies):
        return []
    shown = [row for row in (simple_rows(e, study) for e, study in known) if row]
    if len({len(row) for row in shown}) != 1 or len(shown) < len(known):
        return []
    called = [{row.name.partition(" (")[0] for row in way} for way in zip(*shown, strict=True)]
    names = [names_of_one.pop() if len(names_of_one) == 1 else "a guess" for names_of_one in called]
    first = known[0][0]
    figure = named(first)
    rows = [
        [wording.one_of(e.positive), *(amount(figure, row.dots[0].value) for row in row_values)]
        for (e, _), row_values in zip(known, shown, strict=True)
    ]
    table = Table(simple_ways_words(first, between=""), ["", *names], rows)
    return [Heading("Do the rules beat the simple ways?"), table]


def _of_class(e: Explanation) -> list[Block]:
    """What is to be known of one class of several."""
    blocks: list[Block] = sentences(no_card_words(e))
    for form in e.forms:
        line = f"{verdict(e, form).headline}. {proven_words(e, form)}"
        blocks += [*sentences(line.rstrip()), *proof(e, form)[-1:]]
    return [*blocks, *costs(e)]


def _beside_simple_ways(e: Explanation, study: Study) -> list[Block]:
    drawn = Drawn(simple_ways(e, study), simple_ways_words(e))
    return [Heading("Does it beat the simple ways?"), drawn]


def _wronged(studies: Sequence[Studied]) -> list[Block]:
    """Rates by the groups that are asked about; nothing where none are."""
    if not any(one.groups for one in studies):
        return []
    parts: list[Block] = [Heading("Who is wronged?")]
    for studied in studies:
        if len(studies) > 1:
            parts.append(Heading(studied.answer.explanation.yes_words, 3))
        parts += [*_by_group(studied), *wronged(studied)]
    return parts


def _by_group(studied: Studied) -> list[Block]:
    """How often the first form and the machine are right in each group that is asked about."""
    shown = studied.groups
    if shown is None or not shown.groups:
        return []
    caption = f"Right, by group. {group_dots_words(shown)}"
    return [Drawn(group_dots(studied.answer.explanation, shown, "right"), caption)]


def _made(explanations: Sequence[Explanation]) -> list[Block]:
    """Notices on the data, what was changed by hand and, folded, how machine and rule were made."""
    n_classes = len(explanations)
    notes = [f"T{_machine_of(e, n_classes)[1:]}. {_way_of(e, n_classes)}" for e in explanations]
    if len({choice_words(e) for e in explanations}) == 1:
        machines = "; ".join(_machine_of(e, n_classes) for e in explanations)
        notes = [f"{machines[:1].upper()}{machines[1:]}. {_way_of(explanations[0], 1)}"]
    conflicts = []
    for e in explanations:
        if e.conflicts:
            of = f" for {wording.one_of(e.positive)}" * (n_classes > 1)
            rows = f"{counted(e.conflicts, 'row')}{of}"
            conflicts.append(f"In {rows} all cells equal those of a row of the other class.")
    changed = changed_words(settings_asked(explanations[0]))
    notices = list(dict.fromkeys(notice for e in explanations for notice in e.notices))
    return [
        Heading("How was it made?"),
        *sentences(changed, *conflicts, *notices),
        Fold(RESEARCHERS, tuple(sentences(*notes))),
    ]


def _machine_of(e: Explanation, n_classes: int) -> str:
    of = f" for {wording.one_of(e.positive)}" * (n_classes > 1)
    return f"the machine{of}: {machine_words(e)}"


def _way_of(e: Explanation, n_classes: int) -> str:
    of = f"for {wording.one_of(e.positive)} " * (n_classes > 1)
    return f"The rule {of}is {choice_words(e)}."
