"""What a card is worth: other cuts, whether its chances hold, and what each condition adds."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from dashboard.panels.chart import kept
from dashboard.panels.drag_line import Places, drag_line
from dashboard.panels.picture import picture
from dashboard.panels.widgets import on_demand
from dashboard.text import plain
from interpret.answers.points.card_figures import CardFigures
from interpret.answers.points.cuts import at_cuts
from interpret.answers.points.shown import figures
from interpret.answers.points.shown.words import (
    agrees_words,
    curve_words,
    made_words,
    more_than,
    total_text,
    worth_caption,
)
from interpret.answers.rule.answer.answer import Answer
from interpret.answers.rule.sentences import words
from interpret.measures import Confusion, Costs
from interpret.present import svg, wording

CHOSEN_BY_THEM = (
    "If you choose a cut by these figures, they are a little too good for it: only rows that took "
    "no part in the choice can tell how good it is."
)
ABREAST = 150  # pixels of a figure: two stand abreast on a telephone


@on_demand("How many points should say yes?", "card_cuts", ":material/tune:")
def other_cuts(a: Answer, scored: CardFigures) -> None:
    """How the totals of both classes lie, and what each cut finds."""
    e, judged, card = a.explanation, a.judged, scored.card
    totals = kept(a, "card_totals", lambda: card.totals(judged.table))
    every_cut = kept(a, "card_cuts", lambda: at_cuts(card, totals, judged.y, judged.groups))
    counts = {cut_figures.cut: cut_figures.counts for cut_figures in every_cut}
    cut = _dragged_cut(a, scored, list(counts))
    _rates(counts[cut], e.settings.costs)
    st.caption(plain(f"On {words.counted_rows(e)}. {CHOSEN_BY_THEM}"))
    with st.popover("Every cut", icon=":material/table_rows:"):
        table = [
            _row(cut_figures.cut, cut_figures.counts, e.settings.costs) for cut_figures in every_cut
        ]
        st.dataframe(pd.DataFrame(table), hide_index=True, alt="What each cut comes to")


def _dragged_cut(a: Answer, scored: CardFigures, cuts: Sequence[int]) -> int:
    """The cut at which the line stands in the picture of totals; it begins at the card's own."""
    e, card_cut = a.explanation, scored.card.cut
    shown = kept(a, "card_spread", lambda: figures.totals_of(a, scored))
    drawn = kept(a, "card_totals_drawn", lambda: figures.totals(e, shown, None))
    # Cuts beyond all rows lie at the ends of the scale; of two in one place the card's own stays.
    at = {figures.cut_across(shown, cut): cut for cut in (*cuts, card_cut)}
    across = sorted(at)
    places = Places(
        across,
        [more_than(at[x]) for x in across],
        (figures.TOP - 2, figures.BOTTOM),
        (figures.EDGE, svg.WIDTH - figures.EDGE),
        paler=True,
    )
    start = across.index(figures.cut_across(shown, card_cut))
    key = f"card_cut_{e.digest[:12]}_{hash(scored.card)}"
    return at[across[drag_line("Say yes with", drawn, places, start, key)]]


def _rates(counts: Confusion, costs: Costs) -> None:
    shown = (
        ("Sensitivity", counts.sensitivity, f"{counts.false_negative:,} missed"),
        ("Specificity", counts.specificity, f"{counts.false_positive:,} false alarms"),
        ("Right when yes", counts.positive_predictive_value, "positive predictive value"),
        ("Right when no", counts.negative_predictive_value, "negative predictive value"),
    )
    rates = [
        (name, wording.percent(share.value), f"{wording.between_words(share)}, {note}")
        if share.n
        else (name, "–", "no such row")
        for name, share, note in shown
    ]
    cost = f"{costs.of(counts) / max(1, counts.n):.3g}"
    rates.append(
        ("Cost of a row", cost, f"a miss {costs.miss:g}, a false alarm {costs.false_alarm:g}")
    )
    with st.container(horizontal=True, gap="small"):
        for name, value, note in rates:
            with st.container(width=ABREAST, gap=None):
                st.metric(name, value)
                st.caption(note)


def _row(cut: int, counts: Confusion, costs: Costs) -> dict[str, str]:
    return {
        "yes with more than": total_text(cut),
        "sensitivity": wording.percent(counts.sensitivity.value),
        "specificity": wording.percent(counts.specificity.value),
        "right when yes": wording.percent(counts.positive_predictive_value.value),
        "right when no": wording.percent(counts.negative_predictive_value.value),
        "right": wording.percent(counts.accuracy.value),
        "cost of a row": f"{costs.of(counts) / max(1, counts.n):.3g}",
    }


@on_demand("Do its chances hold?", "card_chances", ":material/speed:")
def chances_hold(a: Answer, scored: CardFigures) -> None:
    """The curve beside what was seen."""
    e = a.explanation
    if figures.calibration_rows(e, scored):
        picture("calibration", figures.calibration, e, scored, of=a)
    st.caption(plain(curve_words(e, scored)))


@on_demand("What is each condition worth?", "card_worth", ":material/balance:")
def each_condition(a: Answer, scored: CardFigures) -> None:
    """What the card is without each condition; how it was made; agreement with the machine."""
    e = a.explanation
    if scored.worth:
        picture("card_worth", figures.worth, scored, of=a)
        st.caption(plain(worth_caption(e)))
    st.markdown(plain(f"{made_words(scored)} {agrees_words(e, scored)}"))
