"""The answer on a number as blocks: in brief, and whole, part by part."""

from collections.abc import Sequence

from interpret.number.explanation import NumberExplanation
from interpret.present.wording import MINUS, clause_words, percent
from interpret.tell.blocks import (
    Badge,
    Block,
    Cell,
    Drawn,
    Fact,
    Facts,
    Heading,
    Notice,
    Page,
    Sentence,
    Table,
    sentences,
)
from interpret.tell.number import poster, words
from interpret.tell.settings_words import changed_words, settings_table
from interpret.tell.text import OF_A_FORM, first_notices, more_words

R2 = (
    "R² compared with always saying the mean of the training rows. The 95 % interval comes from "
    "resampling the rows, and allows for rows farther out than any of these."
)
ERROR = "The mean distance between what is predicted and what is observed."
LENGTHS = (
    "This is the error on rows left out of the fit, as the least useful condition is dropped, then "
    "the next one, and so on."
)


def at_a_glance(e: NumberExplanation) -> list[Block]:
    """What is to be read first, in a few lines."""
    return [
        *([_effects(e)] if e.terms else []),
        *sentences(f"{words.headline(e)}.", words.right_words(e)),
        *first_notices(e.notices),
    ]


def _effects(e: NumberExplanation) -> Table:
    rows: list[list[Cell]] = [
        [
            words.signed(term.effect, e),
            clause_words(term.clause),
        ]
        for term in e.terms[:OF_A_FORM]
    ]
    rows += [["", more] for more in more_words(len(e.terms), "condition")]
    return Table(words.begins_words(e).removesuffix(":"), ["", ""], rows)


def at_length(e: NumberExplanation) -> list[Block]:
    """Every figure, without pictures."""
    return [
        Heading(words.begins_words(e)),
        *terms(e),
        verdict(e),
        *source(e),
        *machine(e),
        Sentence(f"From {e.table}, SHA-256 {e.digest}."),
        *map(Notice, e.notices),
    ]


def page_of(e: NumberExplanation) -> Page:
    """The report, about two printed pages, the first of them the poster."""
    held_out, n_train = len(e.rows["test"]), len(e.rows["train"])
    where = f"{held_out:,} unseen rows" if held_out else "the same rows"
    facts = (
        f"{e.table} · {held_out + n_train:,} rows · {len(e.attributes)} attributes · "
        f"learnt from {n_train:,} rows, judged on {where}"
    )
    blocks: list[Block] = [
        Drawn(poster.poster(e), framed=False),
        verdict(e),
        Heading("What each condition does"),
        *terms(e),
        Heading("What simple ways reach"),
        beside(e),
        *source(e),
        Heading("What the machine weighs"),
        *machine(e),
        Heading("How it was made"),
        *sentences(changed_words(e.settings)),
        *map(Notice, e.notices),
    ]
    return Page(f"What moves {words.name_words(e)}?", [facts], [("", blocks)], e.table, e.digest)


def whole(e: NumberExplanation, held: Sequence[Sequence[bool]]) -> dict[str, Sequence[Block]]:
    """Every part under its heading, empty where there is nothing to tell.

    held: for each row whether each term holds.
    """
    from interpret.tell.number import figures  # plotly takes a second to load

    left = [figures.residuals(e, held)] if e.terms else []
    return {
        "What each condition does": terms(e),
        "What is left by condition": left,
        "What simple ways reach": [beside(e), *source(e)],
        "How long it must be": [
            figures.lengths(e),
            *sentences(LENGTHS, words.searched_words(e), quiet=True),
        ],
        "What the machine weighs": [figures.gamma_path(e), *machine(e)],
        "How it was made": [*map(Notice, e.notices), *settings_table(e.settings)],
    }


def verdict(e: NumberExplanation) -> Badge:
    """What to think of the sum, with its three figures."""
    judged, mean = e.judged[e.judged_on], e.mean_judged[e.judged_on]
    facts = Facts(
        (
            Fact(
                "Variation explained",
                percent(judged.explained.value),
                f"{words.share_between_words(judged.explained)} on {words.rows_words(e)}",
                R2,
            ),
            Fact(
                "Typical error",
                words.measured(judged.error.value, e),
                f"{words.between_words(judged.error, e)}; always the mean: "
                f"{words.estimate_words(mean.error, e)}",
                ERROR,
            ),
            Fact("Length", words.size_words(e)),
        )
    )
    return Badge(words.headline(e), words.is_good(e), (facts,))


def source(e: NumberExplanation) -> list[Block]:
    """How good such sums are on rows left out, where this one comes from, and other scales."""
    said = words.scale_words(e), words.folds_words(e), words.source_words(e)
    return sentences(*said, quiet=True)


def terms(e: NumberExplanation) -> list[Block]:
    """What each condition adds, with its interval and its rows."""
    if not e.terms:
        return []
    head = ["", "adds", f"95 % on {words.rows_words(e)}", "training rows", "unseen rows"]
    rows = [
        (
            clause_words(term.clause),
            words.amount(term.effect, e.spread),
            words.between_words(term, e),
            term.rows["train"],
            term.rows["test"],
            words.term_words(term),
        )
        for term in e.terms
    ]
    few = [words.interval_words(e), words.again_words(e), *words.carried_words(e)]
    return [
        Table("What each condition adds", [*head, "in the machine"], rows),
        *sentences(*few, quiet=True),
        *without(e),
    ]


def without(e: NumberExplanation) -> list[Block]:
    """What sums lose without each column, and which terms any good sum has."""
    if not e.lacking:
        return []
    rows = [
        (one.column, _percent(one.lost), f"{_percent(one.low)} to {_percent(one.high)}")
        for one in e.lacking
    ]
    head = ["without", "loss of explained variation, on rows left out", "95 %"]
    return [Table("Which columns can it do without?", head, rows), *sentences(*words.good_words(e))]


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %".replace("-", MINUS)


def beside(e: NumberExplanation) -> Table:
    """What simple ways reach on the same rows."""
    explained = e.judged[e.judged_on].explained
    rows = [("this sum", words.share_words(explained), words.size_words(e))]
    rows += [(b.name, words.share_words(b.judged.explained), b.size) for b in e.beside]
    caption = f"On {words.rows_words(e)}, with 95 % intervals"
    return Table(caption, ["", "variation explained", "size"], rows)


def machine(e: NumberExplanation) -> list[Block]:
    """The machine's heaviest conjunctions, what is proven of them, and how it was learnt."""
    said = [words.proof_words(e), f"The machine: {words.machine_words(e)}.", words.fewer_words(e)]
    return [
        Table("Heaviest in the machine", ["", "weight"], words.heaviest_words(e)),
        *sentences(*said, quiet=True),
    ]
