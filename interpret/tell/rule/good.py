"""Which columns the rule can do without, and other good rules, as a picture and in words."""

from collections.abc import Mapping, Sequence

from interpret.data.complaints import counted, quoted
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.good import CardWithout, Good, Other, Without
from interpret.measures import percent
from interpret.present.wording import MINUS, loss_words, points_words, rule_lines, share_words
from interpret.rules.card import Card
from interpret.rules.logic import Formula
from interpret.shares import Lacking
from interpret.tell import svg
from interpret.tell.blocks import Block, Cell, Drawn, Heading, Table, sentences
from interpret.tell.rule.card import enough, term_rows
from interpret.tell.svg import Plotted, Row, intervals

OTHERS = "Other good rules"
HEAD = ("columns", "conditions", "right on, left out", "differs on")
TASTE = "a matter of taste"
PICTURE = (
    "A dot says how much less often the best rule or card without that column, or another good "
    "rule, is right on left-out training rows, with its 95 % interval. Each was found anew on the "
    "same folds as one that may use every column. A full dot: without that column it is surely "
    "worse."
)


def good_picture(good: Good) -> str:
    """A dot with its interval for each column, the most needed at the top, full where the rule is
    surely worse without it; then for each column of the card and each other good rule. The line is
    the answer's kind of rule or card.
    """
    rows = [
        Row(f"{start}without {one.column}", (_dot(one, hint(one), full=one.is_needed),))
        for start, hint, of_form in (
            ("", lost_words, good.without),
            ("card ", card_words, good.cards),
        )
        for one in of_form
    ]
    for place, one in enumerate(good.others, 1):
        label = f"rule {place}: {', '.join(one.formula.attributes)}"
        rows.append(Row(label, (_dot(one, f"right on {less(one)}", svg.OTHER),)))
    return intervals(rows, loss_words, at=0.0)


def _dot(one: Lacking | Other, hint: str, colour: str = svg.ONE, *, full: bool = False) -> Plotted:
    return Plotted(one.lost, (one.low, one.high), hint, colour, full)


def card_words(one: Lacking) -> str:
    """What cards without the column lose, on rows left out."""
    return lost_words(one, "card")


def lost_words(one: Lacking, form: str = "rule") -> str:
    """What is lost without the column, on rows left out."""
    sign = -1 if one.lost < 0 else 1  # a rule without the column may be right on more
    ends = sorted((sign * 100 * one.low, sign * 100 * one.high))
    low, high = (f"{end:.1f}".replace("-", MINUS) for end in ends)
    if one.is_needed:
        return (
            f"Without {quoted(one.column)} the {form} is right on {percent(one.lost)} less of the "
            f"rows left out ({low} to {high})."
        )
    return (
        f"Without {quoted(one.column)} the {form} is about as right: on {less(one)} of the rows "
        f"left out ({low} to {high}), which may be chance."
    )


def without_words(one: Without, e: Explanation) -> list[str]:
    """All that is known of the best rule without the column, in sentences."""
    sentences = [lost_words(one)]
    reached, name = e.rule.objective, quoted(one.column)
    if one.scores_less(reached):
        sentences.append(
            f"In this machine no rule of its kind and length scores more than {one.bound:.6g} "
            f"without {name}, and this one scores {reached:.6g}: proven. The machine itself still "
            f"uses {name}."
        )
    sentences.append(
        f"The other columns tell what the rule asks of {name} on {share_words(one.told)} of the "
        f"rows left out; always guessing the most frequent case is right on "
        f"{percent(one.guessed.value)}. A rule without a column may still tell it from the others."
    )
    return sentences


def less(one: Lacking | Other) -> str:
    """On how much fewer or more of the rows left out it is right."""
    tenths = round(1000 * one.lost)
    if not tenths:
        return "as many"
    return f"{percent(abs(one.lost))} {'more' if tenths < 0 else 'less'}"


def good_words(good: Good) -> list[str]:
    """How many other good rules there are, how they were looked for, and where all agree."""
    looked = counted(good.looked, "other rule")
    if not good.others:
        return [
            f"Of {looked} that may not use some columns of this one, are shorter, or have another "
            "line, none is about as right on the training rows left out."
        ]
    n = len(good.others)
    return [
        f"{looked[:1].upper()}{looked[1:]} were looked at, which may not use some columns of this "
        "one, are shorter, or have another line. Each was found anew on folds of the training "
        "rows; only the other line was chosen on all of them. Here "
        f"{'is the one' if n == 1 else f'are the {n}'} that lost at most one standard error on the "
        f"{good.rows:,} rows left out, judged in pairs. The best of many look a little better than "
        "they are. Unseen rows took no part.",
        f"{'Both' if n == 1 else f'All {n + 1}'} rules say the same on {share_words(good.alike)} "
        "of the training rows."
        + (f" On the others the verdict is {TASTE}." if good.alike.hits < good.alike.n else ""),
    ]


def good_cards_words(good: Good) -> list[str]:
    """How many of the cards without a column are about as right; nothing without a card."""
    if not good.cards:
        return []
    n, looked = len(good.good_cards), counted(len(good.cards), "card")
    number = "none" if not n else "one" if n == 1 else f"{n}"
    return [
        f"Of {looked} without one of the card's columns, {number} lost at most one standard error "
        "on the rows left out. Better cards without that column may exist: no bound is known."
    ]


def agreed_words(share: float, n: int) -> str:
    """How many of the good rules say of a row what the rule says. n: how many there are."""
    same = round(share * n)
    if same == n:
        return f"{f'All {n}' if n > 2 else 'Both'} good rules say what the rule says."
    return f"Of {n} good rules {same} say what the rule says: the verdict is {TASTE}."


def number(e: Explanation, one: Other) -> int:
    """By which number it is named, wherever it stands."""
    return 1 + e.good.others.index(one) if e.good else 0


def one_line(formula: Formula) -> str:
    """The rule in one line."""
    return f"{'unless' if formula.denied else 'when'} {' '.join(rule_lines(formula))}"


def good_blocks(e: Explanation, costs: Mapping[str, float]) -> list[Block]:
    """What rule and card can do without, and the other good rules; costs: of asking for columns."""
    good = e.good
    if good is None:
        return sentences("No other rules were looked for: too few rows or columns are left.")
    others = cheapest(e, good.others, costs)
    lost = *map(lost_words, good.without), *map(card_words, good.cards)
    blocks = sentences(*lost, *good_words(good))
    return [*blocks, *([others_table(e, others, costs)] if others else []), *_cards(e, good, costs)]


def good_part(e: Explanation) -> list[Block]:
    """What the rule can do without as a picture, and the other good rules."""
    if e.good is None:
        return []
    drawn = Drawn(good_picture(e.good), PICTURE)
    words = sentences(*good_words(e.good))
    table = [others_table(e, e.good.others, {})] if e.good.others else []
    cards = _cards(e, e.good, {})
    return [Heading("Which columns can the rule do without?"), drawn, *words, *table, *cards]


def _cards(e: Explanation, good: Good, costs: Mapping[str, float]) -> list[Block]:
    """What is known of cards without a column, and those that are about as right."""
    table = [cards_table(e, good.good_cards, costs)] if good.good_cards else []
    return [*sentences(*good_cards_words(good)), *table]


def card_line(card: Card) -> str:
    """The card in one line: "5 points or more: +3 if pain is strong; +2 if age > 50"."""
    terms = (f"{points_words(points)} if {condition}" for points, condition in term_rows(card))
    return f"{enough(card)}: {'; '.join(terms)}"


def others_table(e: Explanation, others: Sequence[Other], costs: Mapping[str, float]) -> Table:
    """The rules, each with its length, what is lost, and how often it differs from the answer's."""
    lines = [f"{number(e, one)}: {one_line(one.formula)}" for one in others]
    said = [one.formula for one in others]
    return _table("rule", e, list(zip(lines, others, said, strict=True)), costs)


def cards_table(e: Explanation, cards: Sequence[CardWithout], costs: Mapping[str, float]) -> Table:
    """The cards, likewise."""
    lines = [f"without {one.column}: {card_line(one.card)}" for one in cards]
    said = [one.card for one in cards]
    return _table("card", e, list(zip(lines, cards, said, strict=True)), costs)


def _table(
    form: str,
    e: Explanation,
    each: Sequence[tuple[str, Other | CardWithout, Formula | Card]],
    costs: Mapping[str, float],
) -> Table:
    rows: list[list[Cell]] = [
        [
            line,
            len(e.columns_of(said.attributes)),
            len(said),
            less(one),
            percent(one.differs.value),
            *([f"{e.cost_to_ask(said, costs):g}"] if costs else []),
        ]
        for line, one, said in each
    ]
    return Table("", [form, *HEAD, *(["costs to ask"] if costs else [])], rows)


def cheapest(
    e: Explanation, others: Sequence[Other], costs: Mapping[str, float]
) -> tuple[Other, ...]:
    """The rules by what it costs to ask for their columns, and else in their order."""
    if not costs:
        return tuple(others)
    return tuple(sorted(others, key=lambda one: e.cost_to_ask(one.formula, costs)))
