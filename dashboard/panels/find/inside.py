"""Inside the machine: what counts, other samples and learners, and all that researchers ask for."""

from functools import partial

import streamlit as st

from dashboard.panels.blocks import show
from dashboard.panels.display import chart, kept, picture
from dashboard.panels.widgets import on_demand
from dashboard.session import session
from dashboard.text import plain
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.calibration import roc_of
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.relevance import literal_weights
from interpret.forms.study.study import Study
from interpret.present.wording import one_of
from interpret.tell.blocks import Fold, Heading, sentences
from interpret.tell.charts import side_colours
from interpret.tell.rule import inside, words
from interpret.tell.rule.figures import machine
from interpret.tell.rule.figures.verdicts import simple_ways, simple_ways_words
from interpret.tell.settings_words import settings_table


def beside_others(e: Explanation, study: Study) -> None:
    """Rule, card, machine and simple learners on the same rows, by cost where costs are set."""
    st.header("Does it beat the simple ways?", anchor=False)
    picture(f"simple_ways {e.version}", simple_ways, e, study, of=study)  # a card may be changed
    st.caption(plain(simple_ways_words(e)))


def studied(study: Study) -> None:
    """What other rows say: possible ones, and samples of the training rows."""
    show([*inside.elsewhere(study), *inside.stable(study), *inside.returns(study)])


def relevance(a: Answer) -> None:
    """The weight of every single `attribute = value`, by attribute."""
    st.header("What carries the decision", anchor=False)
    e = a.explanation
    find = partial(literal_weights, a.train.table, e.attributes, e.machine.weights)
    weights = kept(a, "weights", find)
    colours = side_colours((one_of(e.positive), one_of(e.negative)), session().bad)
    chart("relevance", machine.relevance, weights, *colours, of=a)


@on_demand("For researchers", "researchers", ":material/science:")
def researchers(a: Answer, study: Study | None) -> None:
    e, choice = a.explanation, a.explanation.machine_choice
    trained = f"{words.machine_words(e)}, trained in {e.machine.seconds:.1f} s."
    show([Heading("What was chosen, and against what", 3), *sentences(trained)])
    if choice.candidates:
        shown = (choice.candidates, choice.kernel, choice.C)
        chart("machines", machine.machines, *shown, of=e)
    show([*inside.chosen(e), Heading("Weight and bound", 3), *inside.reached(e)])
    curve = roc_of(a.judged.scores, a.judged.y, e.rule_form.right[a.judged.name])
    if curve is not None:
        st.subheader("How the machine ranks the rows", anchor=False)
        chart("roc", machine.roc, curve, of=a)
    show(inside.heaviest(e, study) if study else [])
    show([Fold("Settings asked for", tuple(settings_table(e.settings)))])
