"""The genetic search as DEAP's users look at one: generations, the winner's line, operators."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from dashboard.panels.chart import chart
from dashboard.panels.on_demand import on_demand
from dashboard.text import plain
from interpret.answer.explanation import Explanation
from interpret.data.complaints import counted
from interpret.present import evolution_figures
from interpret.rules.evolution import Generation

ABOUT = (
    "The genetic algorithm of Polato's thesis, section 7.2.2, on "
    "[DEAP](https://deap.readthedocs.io): rules are crossed and mutated, and the best survive. "
    "The same seed gives the same evolution."
)
ENDED = {
    "proof": ", until the bound was reached",
    "effort": ", all that were asked for",
    "time": ", until the time was up",
    "cancel": ", until you stopped it",
}


@st.fragment
def evolution(e: Explanation) -> None:
    """How the rule of the genetic search evolved, where one ran."""
    found = next((one for one in e.found if one.evolution is not None), None)
    if found is None or found.evolution is None:
        return
    was, settings = found.evolution, e.settings
    panel = on_demand("How the rule evolved", "evolution", ":material/genetics:")
    if panel is None:
        return
    with panel:
        st.markdown(
            f"{ABOUT} It took {counted(found.rule.generations or 0, 'generation')} of "
            f"{settings.population:,} rules"
            f"{ENDED[found.rule.stopped_by]}."
        )
        generations(was.generations, found.rule.bound, "generations")
        st.subheader("Who the rule descends from", anchor=False)
        chart("descent", evolution_figures.descent, evolution_figures.descent_text, was, of=was)
        if was.line > len(was.winners):
            st.caption(f"The last {len(was.winners)} of a line of {was.line:,} rules.")
        st.subheader("How the operators fared", anchor=False)
        st.dataframe(
            pd.DataFrame(evolution_figures.operator_rows(was.operators)),
            hide_index=True,
            placeholder="–",
            column_config={"tried": st.column_config.NumberColumn(format="%,d")}
            | {
                name: st.column_config.NumberColumn(format="%.1f")
                for name in ("changed the rule, %", "better than its parents, %")
            },
            alt="How often each operator was tried, changed a rule, and made a better one",
        )
        st.caption(
            plain(
                "Better: of the offspring an operator changed, those that are better than their "
                "better parent. Crossover and mutation may both have a part in one."
            )
        )


def generations(log: Sequence[Generation], bound: float | None, key: str) -> None:
    """Best, mean and spread by generation; of a search at work too."""
    chart(key, evolution_figures.generations, evolution_figures.generations_text, log, bound)
