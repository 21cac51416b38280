"""Columns of numbers: how they are cut, and the number that is to be explained."""

from collections.abc import Sequence

import numpy as np
import streamlit as st

from dashboard import services
from dashboard.panels.display import chart
from dashboard.panels.widgets import bound, entered, on_click, saying_why
from dashboard.session import Session
from dashboard.text import plain
from interpret.data.complaints import DataError
from interpret.data.cuts import (
    cut_of,
    cuts_text,
    given_cuts,
    halves,
    middle,
    numbers_of,
    places_to_cut,
    typed_cuts,
)
from interpret.data.learn_reading import MOST_NUMBERS
from interpret.data.numbers import digits
from interpret.data.preparation import GAPS
from interpret.data.questions import marks_read
from interpret.data.table import Column, Table
from interpret.data.task import Task
from interpret.number.figures import histogram
from interpret.present import wording

NUMBER, CLASSES = "as a number", "high when above a cut"
STEPS = 100


def number_target(state: Session, table: Table, target: str) -> None:
    """How the number is to be predicted, and its histogram with the cut."""
    amounts = numbers_of(table, target)

    def take(how: str) -> None:
        state.change(positive=halves(middle(table, target))[:1] if how == CLASSES else ())

    above = cut_of(state.settings.positive)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"Take **{plain(target)}**", width="content")
        st.segmented_control(
            "How the number is predicted",
            [NUMBER, CLASSES],
            required=True,
            label_visibility="collapsed",
            **bound("number_as", NUMBER if above is None else CLASSES, take),
        )
    if above is not None:
        places = np.unique(np.nanquantile(amounts, np.linspace(0.01, 0.99, STEPS)))
        st.select_slider(
            "High when above",
            sorted({*(float(f"{place:.6g}") for place in places[:-1]), above}),
            format_func="{:.6g}".format,
            **bound("above", above, lambda cut: state.change(positive=halves(cut)[:1])),
        )
    classes, cuts = ((), ()) if above is None else (halves(above), (above,))
    shown = (target, amounts, amounts > np.array(cuts or np.inf), classes, cuts)
    chart("number_histogram", histogram, *shown, (), state.bad)


def numbers(state: Session, tasks: Sequence[Task]) -> None:
    """One column of numbers at a time, its cuts to be moved by hand."""
    task = tasks[0]
    names = [
        column.name
        for column in task.table.columns
        if column.is_numeric and column.name in task.attributes
    ]
    if not names:
        st.caption("The table has no column of numbers that is used.")
        return
    chosen, whose = st.columns(2)
    name = chosen.selectbox("Column", names, key=f"number_{state.about}")
    if len(tasks) > 1:
        task = whose.selectbox(
            "Class", tasks, format_func=lambda t: wording.one_of(t.positive), key="number_class"
        )
    column = task.table.column(name)
    if column.kind != "number":
        _as_values(state, name)
        return
    with saying_why():
        _as_numbers(state, task, column)


def gaps(state: Session, table: Table) -> None:
    """What an empty cell is, and where the usual marks of one are values."""
    st.radio(
        "What is an empty cell?",
        list(GAPS),
        format_func=lambda way: GAPS[way][0].upper() + GAPS[way][1:],
        help="A value that training never saw counts as no value when a row is predicted.",
        **bound("set_gaps", state.settings.gaps, lambda way: state.change(gaps=way)),
    )
    marked = [column.name for column in table.columns if marks_read([column])]
    if not marked:
        return
    as_category = state.settings.as_category
    others = tuple(name for name in as_category if name not in marked)
    st.multiselect(
        "Take all cells as they stand in",
        marked,
        placeholder="None: marks like NA are empty cells",
        help="In a column that you name here, marks of an empty cell, such as NA or ?, are values "
        "like any other, and the column is one of categories.",
        **bound(
            "marks_as_values",
            [name for name in marked if name in as_category],
            lambda names: state.change(as_category=(*others, *names)),
        ),
    )


def _as_numbers(state: Session, task: Task, column: Column) -> None:
    """Where the classes lie, and where the column is cut on the training rows."""
    name, as_number = column.name, state.settings.as_number
    train, preparation, _ = services.learned(state, task.positive)
    learned = next((cut for cut in preparation.cuts if cut.attribute == name), None)
    cuts, coarse = (learned.points, learned.coarse) if learned else ((), ())
    amounts = column.values.numbers[column.codes[train]]
    classes = wording.one_of(task.positive), wording.one_of(task.negative)
    fine = [cut for cut in cuts if cut not in coarse]
    shown = (name, amounts, task.y[train], classes, coarse, fine, state.bad)
    chart("histogram", histogram, *shown)
    if cuts:
        _moved(state, name, cuts, amounts)
    _cuts_by_hand(
        state, column, cuts, column.reading is not None and column.reading.spelling.decimal == ","
    )
    if name in as_number:
        others = tuple(other for other in as_number if other != name)
        st.button(
            "Take each number as a value of its own",
            key="as_category",
            **on_click(lambda: state.change(as_number=others)),
        )


def _moved(state: Session, name: str, cuts: tuple[float, ...], amounts: np.ndarray) -> None:
    """One cut at a time on a slider under the histogram, between its neighbours."""
    which, to = st.columns([1, 4], vertical_alignment="bottom")
    place = which.selectbox(
        "Move the cut at",
        range(len(cuts)),
        key=f"moved_{state.about}_{name}_{len(cuts)}",
        format_func=lambda index: digits(cuts[index]),
    )

    def take(cut: float) -> None:
        moved = (*cuts[:place], cut, *cuts[place + 1 :])
        state.change(cut=(*_of_others(state, name), cuts_text(name, moved)))

    to.select_slider(
        "to",
        places_to_cut(amounts, cuts, place),
        cuts[place],
        format_func=lambda amount: digits(amount),
        help="The places between two numbers of the training rows, up to the next cut on either "
        "side. Once you move a cut, all cuts of the column count as set by hand, and the machine "
        "uses each of them.",
        **entered(f"to_{state.about}_{name}_{cuts}_{place}", take),
    )


def _of_others(state: Session, name: str) -> tuple[str, ...]:
    """The cuts by hand of the other columns."""
    return tuple(cut_text for cut_text in state.settings.cut if given_cuts(cut_text)[0] != name)


def _cuts_by_hand(state: Session, column: Column, cuts: tuple[float, ...], commas: bool) -> None:
    """The field for cuts: a text that cannot be read stays there, with a complaint beside it."""
    name, settings = column.name, state.settings
    others = _of_others(state, name)
    by_hand = len(others) < len(settings.cut)
    key = f"cuts_of_{state.about}_{name}"
    wrong = f"wrong_{key}"

    def take(text: str) -> None:
        typed = text.strip()
        st.session_state.pop(wrong, None)
        try:
            asked = (cuts_text(name, typed_cuts(typed, commas)),) if typed else ()
        except DataError as error:
            st.session_state[wrong] = cuts, typed, f"{error} The cuts are as they were."
        else:
            state.change(cut=(*others, *asked))

    shown = [digits(cut) for cut in cuts]
    text = "; ".join(shown).replace(".", ",") if commas else ", ".join(shown)
    kept = st.session_state.get(wrong)  # until the cuts are others
    _, text, complaint = kept if kept and kept[0] == cuts else (cuts, text, "")
    field, back = st.columns([4, 1], vertical_alignment="bottom")
    field.text_input(
        "Cuts",
        placeholder="45,5; 60" if commas else "45.5, 60",
        help=f"Numbers with {'semicolons' if commas else 'commas'} between them. A change takes "
        "effect at once.",
        **bound(key, text, take),
    )
    back.button(
        "Back to learned cuts",
        key="learned_cuts",
        icon=":material/restart_alt:",
        width="stretch",
        disabled=not by_hand and not complaint,
        **on_click(take, ""),
    )
    if complaint:
        st.error(plain(complaint), icon=":material/error:")
    if by_hand:
        st.caption("These cuts were set by hand.")
    elif cuts:
        st.caption(
            "The cuts were learned on the training rows alone, which the figure shows. A rule may "
            "use each of them; the machine uses those with a thick line."
        )
    else:
        st.caption(
            "No cut tells the classes apart on the training rows, which the figure shows, so the "
            "column is left out. Type cuts to use it all the same."
        )


def _as_values(state: Session, name: str) -> None:
    """A column of few numbers, each a value of its own."""
    settings = state.settings
    st.caption(
        f"A column of at most {MOST_NUMBERS} different numbers is not cut: each number counts as a "
        "value of its own, and a rule may use ranges of them."
    )
    as_number = (*settings.as_number, name)
    as_category = tuple(other for other in settings.as_category if other != name)
    st.button(
        "Cut it like other numbers",
        key="as_number",
        **on_click(lambda: state.change(as_number=as_number, as_category=as_category)),
    )
