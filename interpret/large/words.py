"""What is said of a table that stays where it is: its sample, and the figures on all rows."""

from collections.abc import Mapping, Sequence

from interpret.data.complaints import counted, listed, quoted
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import POINTS
from interpret.large.judge import JudgedForm
from interpret.large.learn import Learnt
from interpret.present import wording
from interpret.tell.blocks import Block, Cell, Heading, Table, sentences
from interpret.tell.rule import words


def drawn_words(known: Learnt, database: str) -> str:
    """What a table is that was drawn in a database, before anything is learnt from it."""
    source, again = known.source, ""
    if not source.order.repeats:
        again = " No key tells the rows apart, so that another draw gives other rows."
    return (
        f"A sample of {known.cells.num_rows:,} of the {source.rows:,} rows of {source.name} in "
        f"the database {database}, each class with its share. What a run finds on the sample, it "
        f"then counts on every row.{again}"
    )


def sample_words(rows: int, labelled: int, drawn: int, repeats: bool) -> str:
    """What was sampled, for the notices of the answer."""
    empty = rows - labelled
    left = f" {counted(empty, 'row')} without a class count nowhere." if empty else ""
    again = (
        ""
        if repeats
        else " No key tells the rows apart, so that another run draws other rows: name one with "
        "--key COLUMN."
    )
    return (
        f"A sample of {drawn:,} of {labelled:,} rows, each class with its share, chose and trained "
        f"machine and forms; then every row was judged where it is.{left}{again}"
    )


def never_drawn_words(missing: Mapping[str, int]) -> list[str]:
    """A sentence on values that no row of the sample has. missing: how many, by column."""
    parts = [f"{n:,} of {quoted(name)}" for name, n in missing.items()]
    return [f"Values that do not occur in the sample: {listed(parts)}."] if parts else []


def judged_words(e: Explanation, forms: Mapping[str, JudgedForm]) -> str:
    """The figures on all rows in a sentence or two."""
    first = e.forms[0]
    form = forms[first.name]
    unseen, whole = form.right["unseen"], form.right["all"]
    is_open = ""
    if form.is_open:
        is_open = (
            f" On {counted(form.is_open, 'row')} more a cell that cannot be read decides; these "
            "count nowhere."
        )
    if not unseen.n:
        right = wording.percent(whole.accuracy.value)
        return (
            f"All {whole.n:,} rows were trained on; the {first.called} is right on {right} of "
            f"them.{is_open}"
        )
    positives = unseen.true_positive + unseen.false_negative
    guess = max(positives, unseen.n - positives) / unseen.n
    return (
        f"{words.ON_ALL[0]} {whole.n:,} rows: of the {unseen.n:,} not used in training the "
        f"{first.called} is right on {wording.percent(unseen.accuracy.value)}, the majority "
        f"guess on {wording.percent(guess)}.{is_open}"
    )


def figures_tables(e: Explanation, forms: Mapping[str, JudgedForm]) -> list[Block]:
    """The counts on all rows, a table for each form."""
    tables: list[Block] = []
    for form in e.forms:
        judged_form = forms[form.name]
        unseen = judged_form.right["unseen"]
        rows: list[list[Cell]] = []
        if form.name == POINTS:
            for total, (n, of_class) in sorted(judged_form.totals["unseen"].items()):
                if n:
                    said = "yes" if total > form.card.cut else "no"
                    rows.append([total, n, wording.percent(of_class / n), said])
            head = ["points", "rows", "of the class", "verdict"]
        else:
            lines = wording.rule_lines(e.rule.formula)
            for line, one in zip(lines, judged_form.clauses["unseen"], strict=False):
                share = wording.percent(one.precision), wording.percent(one.share)
                rows.append([line, one.rows, *share, one.alone])
            of_all = unseen.positive_predictive_value.value, unseen.sensitivity.value
            yes = unseen.true_positive + unseen.false_positive
            rows.append(["the rule", yes, *map(wording.percent, of_all), ""])
            head = ["", "rows", "right", "share of the class", "only this line"]
        caption = (
            f"Counted on the {unseen.n:,} rows not used in training: all of them, so no interval"
        )
        tables.append(Table(caption, head, rows))
    return tables


def sections(
    explanations: Sequence[Explanation], judged: Sequence[Mapping[str, JudgedForm]]
) -> list[Block]:
    """The part of a report on all rows."""
    blocks: list[Block] = [Heading("What does it do on all rows?")]
    for e, forms in zip(explanations, judged, strict=True):
        about = [words.heading(e)] if len(explanations) > 1 else []
        blocks += [*sentences(*about, judged_words(e, forms)), *figures_tables(e, forms)]
    return [*blocks, Heading("And on the sample that it was learnt from?")]
