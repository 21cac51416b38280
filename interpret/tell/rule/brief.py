"""What is told of a rule and its card, whatever tells it: lines, verdict, rates, how made."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain

from interpret.data.complaints import counted
from interpret.forms.answer.evidence import guesses_yes
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import CardForm, Form
from interpret.measures import EVEN, Effects, percent
from interpret.present import wording
from interpret.rules.card import Card
from interpret.rules.logic import Formula
from interpret.shares import Share
from interpret.tell.blocks import (
    Badge,
    Block,
    Cell,
    Heading,
    Line,
    Lines,
    Notice,
    Sentence,
    Table,
    sentences,
)
from interpret.tell.rule import card, words
from interpret.tell.rule.one_figure import BALANCED, COST, least, of_hundred, one_figure
from interpret.tell.rule.proof import proof
from interpret.tell.rule.verdict import questions, verdict

AREA = "area under the ROC curve (AUC)"


def at_length(explanations: Sequence[Explanation]) -> list[Block]:
    """The answer of each class with every figure."""
    return of_each_class(explanations, _at_length, lambda notes: [Notice(note) for note in notes])


def _at_length(e: Explanation) -> list[Block]:
    blocks = chain.from_iterable(in_brief(e, form) for form in e.forms)
    return [*blocks, *sentences(card.no_card_words(e)), rates(e), made(e)]


def of_each_class(
    explanations: Sequence[Explanation],
    answer: Callable[[Explanation], list[Block]],
    noted: Callable[[Sequence[str]], Sequence[Block]],
) -> list[Block]:
    """The answer of each class; notices that all classes share stand once, at the end."""
    first, *others = explanations
    shared = [note for note in first.notices if others and all(note in e.notices for e in others)]
    blocks: list[Block] = [*questions(explanations)]
    for e in explanations:
        if others:
            blocks.append(Heading(question(e)))
        blocks += answer(e)
        blocks += noted([note for note in e.notices if note not in shared])
    if shared:
        blocks += [Heading("Of every class"), *noted(shared)]
    return blocks


def question(e: Explanation) -> str:
    """What an answer answers."""
    return f"When is {e.yes_words}?"


def in_brief(e: Explanation, form: Form) -> list[Block]:
    """What a form says, what it is worth, and what is proven of it."""
    worth_of: list[Block] = [worth(e, form), verdict_badge(e, form)]
    if isinstance(form, CardForm):
        chances = [
            "points",
            "chance in training",
            words.rows_words(e),
            f"of these {e.yes_words}",
        ]
        return [
            conditions(e, form.card),
            Table(f"How probable {e.yes_words} is", chances, card.chance_rows(form)),
            *worth_of,
            *card_sentences(e, form),
            *sentences(card.made_words(form)),
        ]
    return [rule_lines(e), *worth_of, *([clauses_of(e)] if form.clauses else [])]


def conditions(e: Explanation, of: Card) -> Lines | Table:
    """The conditions of a card with their points, or the formula that says the same."""
    if of.formula is not None:
        said = [wording.clause_words(clause) for clause in of.formula.clauses]
        rest = e.yes_words if of.formula.denied else e.no_words
        lines = map(Line, [*said, f"otherwise {rest}"])
        return Lines(says_when(e, of.formula), tuple(lines))
    rows = [
        (wording.clause_words(term.clause), wording.points_words(term.points)) for term in of.terms
    ]
    return Table(card.card_says_when(e, of).removesuffix(":"), ["", "points"], rows)


def card_sentences(e: Explanation, form: CardForm) -> list[Block]:
    """Whether the card comes first, and whether its chances speak against it."""
    return sentences(card.form_words(e), card.contradicted_words(e, form))


def places(e: Explanation) -> list[int]:
    """The clauses as they are shown, as places in the rule: right on most rows first."""
    figures = e.rule_form.of_clauses[e.judged_on]
    return sorted(range(len(figures)), key=lambda place: -figures[place].probability.hits)


def rule_lines(e: Explanation, notes: Sequence[str] = ()) -> Lines:
    """The rule line by line, in the order of `places`, and last what every other row is.

    Each says on how many of its rows it is right. notes: one more figure of each clause, if any.
    """
    formula, counts = e.rule.formula, e.rule_form.right[e.judged_on]
    lines = [
        _line(
            wording.clause_words(formula.clauses[place]),
            e.rule_form.of_clauses[e.judged_on][place].probability,
            *notes[place : place + 1],
        )
        for place in places(e)
    ]
    rest = (e.no_words, counts.negative_predictive_value)
    if formula.denied:
        rest = (e.yes_words, counts.positive_predictive_value)
    last = _line(f"otherwise {rest[0]}", rest[1], *[""][: len(notes)])
    return Lines(says_when(e, formula), (*lines, last))


def says_when(e: Explanation, formula: Formula) -> str:
    """What stands above the lines of a rule: "care = diet when any of these holds:"."""
    described, when = (e.no_words if formula.denied else e.yes_words), "when"
    if formula.denied and len(e.negative) > 1:  # the other classes are no answer to the question
        described, when = e.yes_words, "unless"
    n = len(formula.clauses)
    if not n:
        return f"{described} never"
    return f"{described} {when} {'this' if n == 1 else 'any of these'} holds:"


def _line(text: str, right: Share, *notes: str) -> Line:
    return Line(text, right.hits, right.n - right.hits, (right_words(right), *notes))


def right_words(share: Share) -> str:
    return f"right on {share.hits:,} of {share.n:,}" if share.n else "no such row"


def line_words(e: Explanation, place: int, without: float) -> str:
    """Every figure of one clause of the rule. without: what the rule weighs without it."""
    figures = e.rule_form.of_clauses[e.judged_on][place]
    described = e.no_words if e.rule.formula.denied else e.yes_words
    return (
        f"On {words.counted_rows(e)} it is {right_words(figures.probability)} "
        f"(surely {wording.between_words(figures.probability)}). It covers "
        f"{wording.percent(figures.share)} of the rows with {described}, and "
        f"{counted(figures.alone, 'row')} that no other line covers. The rule weighs "
        f"{e.rule_form.weight:.4g} in the machine with it, and {round(without, 9):.4g} without it."
    )


def worth(e: Explanation, form: Form) -> Sentence:
    """Which rows a form flags, and what that is worth."""
    return Sentence(f"{flags(e, form)} {measured(e, form)}")


def flags(e: Explanation, form: Form) -> str:
    """How many rows a form says are of the class, how many of them are, and how many it misses."""
    counts = form.right[e.judged_on]
    named = counts.positive_predictive_value
    rightly = f", {named.hits:,} of them rightly" if named.n else ""
    return (
        f"Flags {named.n or 'none'} of {words.counted_rows(e)}{rightly}; misses "
        f"{counts.false_negative or 'none'}."
    )


def measured(e: Explanation, form: Form) -> str:
    """How often a form is right or what its errors cost, and what always saying the same comes
    to.
    """
    counts = form.right[e.judged_on]
    figure, (name, guess) = one_figure(e, counts), least(e, counts)
    always = f"{name} on {guess.text}"
    if figure.name == COST:
        always = f"{name} costs {guess.text} ({prices(e)})"
    elif figure.name == BALANCED:
        always = f"{name} is right on {percent(guess.value, 0)}"
    return f"It {figure.words}; {always}."


def prices(e: Explanation) -> str:
    """What errors cost."""
    costs = e.settings.costs
    return f"a miss costs {costs.miss:g}, a false alarm {costs.false_alarm:g}"


def verdict_badge(e: Explanation, form: Form) -> Badge:
    """What to think of a form, and what is proven of it."""
    summary = verdict(e, form)
    of_machine = words.landmarks_words(e) if form is e.forms[0] else ""
    said = sentences(summary.sentence, of_machine)
    return Badge(summary.headline, summary.good, (*said, *proof(e, form)))


def clauses_of(e: Explanation) -> Table:
    """The rule, one clause a line, with what each covers on the rows that it is judged on."""
    formula = e.rule.formula
    described = e.no_words if formula.denied else e.yes_words
    lines = zip(wording.rule_lines(formula), e.rule_form.of_clauses[e.judged_on], strict=False)
    rows: list[list[Cell]] = [
        [
            line,
            wording.percent(figures.share),
            figures.rows,
            wording.share_words(figures.probability),
            figures.alone,
        ]
        for line, figures in lines
    ]
    head = ["", f"share of {described}", "rows", "right", "only this line"]
    return Table(f"What each line covers, on {words.rows_words(e)}", head, rows)


def made(e: Explanation) -> Table:
    """How long the rule is, what it scores, and how it and its machine were made."""
    rows = [
        ("length", wording.length_words(e.rule.formula)),
        *words.score_lines(e),
        ("machine", words.machine_words(e)),
        ("rule", words.choice_words(e)),
        ("as logic", str(e.rule.formula)),
        ("table", f"{e.table}, SHA-256 {e.digest}"),
    ]
    return Table("How it was made", ["", ""], rows)


def rates(e: Explanation) -> Table:
    """Every rate of the machine and of each form, the one that comes first before, on judged rows.

    A verdict of two values has a ROC curve of two lines, whose area is the balanced accuracy.
    """
    part, on = e.judged_on, words.rows_words(e)
    columns: dict[str, dict[str, str]] = {}
    verdicts = [("machine", e.machine_right, e.machine_auc, dict[str, Share]())]
    verdicts += [(form.called, form.right, form.auc, form.fidelity) for form in e.forms]
    for name, right, auc, fidelity in verdicts:
        area = auc[part]
        columns[name] = wording.rates(right[part]) | {
            AREA: "–" if area is None else f"{area:.3f}",
            "agrees with the machine": wording.share_words(fidelity[part]) if fidelity else "",
            "right on the training rows": wording.share_words(right["train"].accuracy),
        }
    rows = [[name, *(of[name] for of in columns.values())] for name in columns["machine"]]
    guess = f"always the more frequent class is right on {wording.percent(e.majority[part].value)}"
    return Table(f"On {on}, with 95 % intervals; {guess}", ["", *columns], rows)


def costs(e: Explanation) -> list[Block]:
    """What the errors of each form, the machine and of always saying the same come to."""
    costs, part = e.settings.costs, e.judged_on
    machine = e.machine_right[part]
    if costs == EVEN or not machine.n:
        return []
    yes, effect = guesses_yes(e), e.majority[part].effect
    effects = Effects(missed=effect, false_alarm=effect)
    verdicts = {name: right[part] for name, right in e.verdicts.items()}
    verdicts[f"always {'yes' if yes else 'no'}"] = replace(machine.guessing(yes), effects=effects)
    rows: list[list[Cell]] = []
    for name, counts in verdicts.items():
        low, high = costs.between(counts)
        ends = f"{of_hundred(low)} to {of_hundred(high)}"
        cost = f"{of_hundred(costs.of(counts), counts.n)} ({ends})"
        rows.append([name, counts.false_negative, counts.false_positive, cost])
    said = prices(e)
    caption = f"{said[:1].upper()}{said[1:]}; 95 % intervals"
    head = ["", "misses", "false alarms", "cost of 100 rows"]
    return [Heading("What do its errors cost?"), Table(caption, head, rows)]
