"""What is told first of a rule and its card, whatever tells it: lines, verdict, rates, how made."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from interpret.answers.points.shown import tables
from interpret.answers.points.shown.proof_words import proof_line
from interpret.answers.points.shown.words import (
    agrees_words,
    contradicted_words,
    form_words,
    made_words,
    says_when,
)
from interpret.answers.rule.sentences import at_a_glance, words
from interpret.answers.rule.sentences.beside_truth import CASE_HEAD, case_rows, rows_beside
from interpret.answers.rule.sentences.clause_rows import clause_table
from interpret.answers.rule.sentences.verdict import verdict
from interpret.data.complaints import counted
from interpret.forms.answer.card_figures import POINTS, CardFigures
from interpret.forms.answer.evidence import guesses_yes
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.proof import proof_words
from interpret.forms.answer.version import version_words
from interpret.forms.study.study import Study
from interpret.measures import EVEN, Confusion, Effects
from interpret.present import wording
from interpret.shares import Share
from interpret.tell.blocks import (
    Badge,
    Block,
    Cell,
    Fact,
    Facts,
    Heading,
    Line,
    Lines,
    Notice,
    Sentence,
    Table,
    sentences,
)


def brief(explanations: Sequence[Explanation]) -> list[Block]:
    """The answer of each class; notes that all classes share stand once, at the end."""
    first, *others = explanations
    shared = [note for note in first.notices if others and all(note in e.notices for e in others)]
    blocks: list[Block] = []
    for e in explanations:
        if others:
            blocks.append(Heading(question(e)))
        rule, card = rule_in_brief(e), [] if e.points is None else card_in_brief(e, e.points)
        blocks += card + rule if e.first == POINTS else rule + card
        blocks += [rates(e), made(e)]
        blocks += [Notice(note) for note in e.notices if note not in shared]
    if shared:
        blocks += [Heading("Of every class"), *map(Notice, shared)]
    return blocks


def question(e: Explanation) -> str:
    """What an answer answers."""
    return f"When is {e.yes_words}?"


def rule_in_brief(e: Explanation) -> list[Block]:
    """The lines of the rule and what each covers, what it is worth, and what is proven."""
    clauses = [clauses_of(e)] if e.rule.formula.clauses else []
    return [rule_lines(e), worth(e), verdict_badge(e), *clauses, *truth(e)]


def card_in_brief(e: Explanation, scored: CardFigures) -> list[Block]:
    """The conditions of the card with their points, the chances, and what it is worth."""
    conditions = [(said, wording.points_words(n)) for n, said in tables.term_rows(scored.card)]
    head = ["points", "chance", words.rows_words(e), f"of these {e.yes_words}"]
    return [
        Table(says_when(e, scored.card).removesuffix(":"), ["", "points"], conditions),
        Table(f"How probable {e.yes_words} is", head, tables.chance_rows(scored)),
        *card_sentences(e, scored),
        *sentences(f"{made_words(scored)} {agrees_words(e, scored)}"),
    ]


def card_sentences(e: Explanation, scored: CardFigures) -> list[Block]:
    """What the card is worth, whether it comes first, and what is proven of it."""
    proof = scored.proof
    return [
        worth(e, scored.right),
        *sentences(
            at_a_glance.surety(e, scored.right).words + ".",
            f"{version_words(e.version)}."
            if e.version and e.version.form == POINTS
            else form_words(e),
            contradicted_words(e, scored),
            "" if proof is None else proof_line(proof, len(scored.card.terms)),
        ),
    ]


def rule_lines(e: Explanation, study: Study | None = None) -> Lines:
    """The rule line by line, each with how often it is right and how often it came back."""
    other, rest = at_a_glance.otherwise(e)
    returns = study.stability.clauses if study and study.stability.overlap else ()
    shown = []
    for line in at_a_glance.lines(e):
        came = [f"{returns[line.place].nearly.percent:.0f} % came back"] if returns else []
        shown.append(_line(line.words, line.right, came))
    shown.append(_line(f"otherwise {other}", rest, [""] if returns else []))
    return Lines(at_a_glance.says_when(e), tuple(shown))


def _line(text: str, right: Share, came: Sequence[str]) -> Line:
    cells = (at_a_glance.right_words(right), *came)
    return Line(text, right.hits, right.n - right.hits, cells)


def worth(e: Explanation, right: Mapping[str, Confusion] | None = None) -> Sentence:
    """What the rule, or another verdict in its stead, finds and what that is worth."""
    return Sentence(f"{at_a_glance.finds_words(e, right)} {at_a_glance.worth_words(e, right)}")


def verdict_badge(e: Explanation, *figures: Facts) -> Badge:
    """What to think of the rule, and what is proven of it. figures: to be seen first."""
    summary = verdict(e)
    said = sentences(summary.sentence, proof_words(e), words.landmarks_words(e))
    return Badge(summary.headline, summary.good, (*figures, *said))


def figures(e: Explanation) -> Facts:
    """How often the rule agrees with the machine and is right, and how long it is."""
    part, formula = e.judged_on, e.rule.formula
    agrees, right = e.fidelity[part], e.rule_right[part].accuracy
    guess = f"always the more frequent class: {wording.percent(e.majority[part].value)}"
    longest = max((len(clause) for clause in formula.clauses), default=0)
    return Facts(
        (
            Fact(
                "Agrees with the machine",
                wording.percent(agrees.value),
                f"{wording.between_words(agrees)}; on {agrees.hits:,} of {agrees.n:,} rows",
                f"How often the rule and the machine say the same, on {words.rows_words(e)}.",
            ),
            Fact(
                "Says what the model says" if e.of_model else f"Right on {words.rows_words(e)}",
                wording.percent(right.value),
                f"{wording.between_words(right)}; {guess}",
                "How often the rule gives the class that stands in the table.",
            ),
            Fact(
                "Length",
                counted(len(formula.clauses), "clause"),
                f"{counted(len(formula), 'test')}, at most {longest} in a clause",
                "A test looks at one column, and a clause holds when all its tests do.",
            ),
        )
    )


def clauses_of(e: Explanation) -> Table:
    """The rule, one clause a line, with what each covers."""
    head, rows = clause_table(e)
    return Table(f"What each clause covers, on {words.rows_words(e)}", head, rows)


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
    """How often the machine and each form are right, on the judged rows."""
    head, rows = words.rates_rows(e, e.judged_on)
    forms: dict[str, tuple[Mapping[str, Confusion], Mapping[str, Share]]] = {
        "machine": (e.machine_right, {}),
        "rule": (e.rule_right, e.fidelity),
    }
    if e.points is not None:
        forms["card"] = e.points.right, e.points.fidelity
    trained = {name: right["train"].accuracy for name, (right, _) in forms.items()}
    agrees = [forms[name][1].get(e.judged_on) for name in head]
    same = ["" if one is None else wording.share_words(one) for one in agrees]
    rows += [
        ["agrees with the machine", *same],
        ["right on the training rows", *(wording.share_words(trained[name]) for name in head)],
    ]
    guess = wording.percent(e.majority[e.judged_on].value)
    caption = (
        f"On {words.rows_words(e)}, with 95 % intervals; always the more frequent class is right "
        f"on {guess}"
    )
    return Table(caption, ["", *head], rows)


def costs(e: Explanation) -> list[Block]:
    """What the errors of rule, machine and of always saying the same come to."""
    costs, part = e.settings.costs, e.judged_on
    rule, machine = e.rule_right[part], e.machine_right[part]
    if costs == EVEN or not rule.n:
        return []
    yes = guesses_yes(e)
    effect = e.majority[part].effect
    effects = Effects(missed=effect, false_alarm=effect)
    guess = replace(rule.guessing(yes), effects=effects)
    rows: list[list[Cell]] = []
    for name, counts in (
        ("rule", rule),
        ("machine", machine),
        (f"always {'yes' if yes else 'no'}", guess),
    ):
        low, high = costs.between(counts)
        cost = f"{costs.of(counts) / counts.n:.3g} ({low:.3g} to {high:.3g})"
        rows.append([name, counts.false_negative, counts.false_positive, cost])
    caption = f"A miss costs {costs.miss:g}, a false alarm {costs.false_alarm:g}; 95 % intervals"
    head = ["", "misses", "false alarms", "cost of a row"]
    return [Heading("What do its errors cost?"), Table(caption, head, rows)]


def truth(e: Explanation) -> list[Block]:
    """The rule beside the model it was fitted to, and both beside the truth."""
    if not e.of_model:
        return []
    on = words.rows_words(e)
    blocks: list[Block] = [
        Heading("The rule, the model and the truth"),
        Table(f"On {on}, with 95 % intervals", ["", "model", "rule"], rows_beside(e)),
    ]
    if e.truth is not None:
        caption = f"What model, rule and truth say, on {on} with a true class"
        blocks.append(Table(caption, CASE_HEAD, case_rows(e)))
    return blocks
