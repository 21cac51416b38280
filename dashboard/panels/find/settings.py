"""What is asked: the class, what a rule must or must not say, and how to search, in one panel."""

from collections.abc import Callable
from dataclasses import fields
from math import inf
from typing import Any

import streamlit as st

from dashboard import services
from dashboard.panels.display import show
from dashboard.panels.widgets import bound, bound_setting, on_click
from dashboard.session import Session
from dashboard.text import plain, table_facts
from interpret.data.complaints import DataError, counted, listed
from interpret.forms.answer.explanation import Explanation
from interpret.present.wording import class_name
from interpret.settings import (
    AUTO,
    BALANCED,
    RARE,
    THESIS,
    THESIS_KERNEL,
    Settings,
    rare_settings,
    read_settings,
)
from interpret.tell.rule.verdict import questions
from interpret.tell.rule.words import ON_ALL, choice_words, machine_words
from kernels.entries import CATALOG

NAMED = {
    AUTO: "automatic",
    THESIS_KERNEL: "as in the thesis: rules(10,5)",
    inf: "hard margin",
    "balanced": "both classes alike",
}
WORDS = (AUTO, BALANCED)  # values of settings that are else numbers
KERNELS = tuple(entry.usual for entry in CATALOG)  # other degrees can be typed
LIMITS = {setting.name: setting.metadata for setting in fields(Settings)}


def question(state: Session) -> str:
    """What the user wants to know."""
    table = services.loaded(state)
    target = state.settings.target or table.names[-1]
    sample, positive = services.sample_of(table.name, target), state.settings.positive
    of_every_class = not positive and len(table.column(target).values) > 2
    if sample and positive in ((), (sample.positive,)) and not (of_every_class and sample.positive):
        return sample.question
    if positive:
        return f"When is {class_name(target, positive)}?"
    return f"What decides {target}?"


def facts(state: Session, e: Explanation | None) -> str:
    """Markdown: file, rows, and how many columns the rule may speak of."""
    table = services.loaded(state)
    if e is None:
        return table_facts(table)
    n_rows, n_columns = sum(map(len, e.rows.values())), len(e.columns_of(e.attributes))
    return f"{plain(e.table)} · {n_rows:,} rows · {counted(n_columns, 'column')} to learn from"


def on_all_rows(e: Explanation) -> None:
    """What the answer does on every row of a table of which it saw a sample."""
    for notice in e.notices:
        if notice.startswith(ON_ALL):
            st.caption(plain(notice))


def known_beforehand(state: Session, e: Explanation) -> None:
    """Whether a column that alone tells the class is known before it, and how to leave it out."""
    for asked in questions([e]):
        show([asked])
        st.button(
            "Leave it out and search again",
            key="leave_out",
            icon=":material/search_off:",
            type="secondary" if asked.warns else "tertiary",
            **on_click(_leave_out, state, e),
        )


def _leave_out(state: Session, e: Explanation) -> None:
    assert e.one_column is not None
    state.change(drop=tuple(dict.fromkeys((*state.settings.drop, e.one_column.column))))
    services.start(state)


def about_data(e: Explanation) -> None:
    """What was noticed in the data and changed in them: one line, with each notice behind it."""
    if e.notices:
        with st.expander(counted(len(e.notices), "notice") + " on the data"):
            for notice in e.notices:
                st.markdown(plain(notice))


def demands(state: Session) -> None:
    """What the rule must keep to."""
    asked = list(state.settings.only)
    st.multiselect(
        "Only",
        list(dict.fromkeys([*_options(state), *asked])),
        accept_new_options=True,
        placeholder="age up, age down, not sex, not colour = red",
        help=LIMITS["only"]["help"],
        **bound("set_only", asked, lambda chosen: state.change(only=tuple(chosen))),
    )
    st.caption("The machine still reads a forbidden column. The bound is that of the rules left.")


def _options(state: Session) -> list[str]:
    """What can be chosen of the table's columns."""
    try:
        task = services.tasks_of(state.digest, state.settings)[0]
    except DataError:
        return []
    names = list(task.attributes)
    numbers = [name for name in names if task.table.column(name).is_numeric]
    return [f"{name} {way}" for name in numbers for way in ("up", "down")] + [
        f"not {name}" for name in names
    ]


def settings(state: Session, e: Explanation | None) -> None:
    """The settings in one line, the everyday ones, and a field for all others.

    e: the answer that is shown.
    """
    st.caption(plain(f"Settings: {summary(state.settings)}"))
    if e:
        st.caption(plain(used(e)))
    left, right = st.columns(2)
    with left:
        kernels = tuple(dict.fromkeys((AUTO, THESIS_KERNEL, *KERNELS)))
        _open_choice(state, "kernel", "Kernel", kernels, str)
        costs = (AUTO, BALANCED, 1.0, 2.0, 5.0, 10.0)
        _open_choice(state, "cost", "A miss, against a false alarm", costs, float)
        demands(state)
    with right:
        sizes = (AUTO, "5", "5x3", "10x5", "20", "60x8")
        _open_choice(state, "size", "Lines, or lines x conditions, at most", sizes, str)
        if not isinstance(state.settings.test, str):
            _number(state, "test", "Rows held out", float, step=0.05, format="%.2f")
        _number(state, "seed", "Seed", int, step=1)
    _others(state)
    automatic = {name: _default(name) for name in THESIS}
    with st.container(horizontal=True):
        st.button(
            "As in the thesis",
            key="thesis",
            icon=":material/school:",
            help="A hard margin on rules(10,5), and the genetic search for a monotone rule that "
            "weighs most, without a price.",
            **on_click(lambda: state.change(**THESIS)),
        )
        st.button(
            "Back to automatic",
            key="automatic",
            icon=":material/restart_alt:",
            **on_click(lambda: state.change(**automatic)),
        )


def _typed(name: str, value: Any) -> str:
    """A setting as --set takes it."""
    return f"{name.replace('_', '-')}={f'{value:g}' if isinstance(value, float) else value}"


def _others(state: Session) -> None:
    """One field for all other settings, as --set takes them."""
    held = {name: getattr(state.settings, name) for name in RARE}
    shown = [_typed(name, value) for name, value in held.items() if value != _default(name)]

    def take(chosen: list[str]) -> None:
        usual = {name: _default(name) for name in RARE}
        state.change(**usual | read_settings({"set": chosen}))

    choices = [
        _typed(name, value)
        for name in RARE
        for value in LIMITS[name].get("choices", ())
        if value != _default(name)
    ]
    st.multiselect(
        "Other settings",
        list(dict.fromkeys([*choices, *shown])),
        accept_new_options=True,
        placeholder="NAME=VALUE, such as C=16 or fit-to=labels",
        help=plain("; ".join(f"{name}: {meaning}" for name, meaning, _ in rare_settings())),
        **bound("set_others", shown, take),
    )


def summary(settings: Settings) -> str:
    """The settings in one line."""
    if all(getattr(settings, name) == value for name, value in THESIS.items()):
        how = "as in the thesis"
    else:
        chosen = [
            f"{name.replace('_', ' ')} {_name(getattr(settings, name))}"
            for name in (*THESIS, "cost", "landmarks")
            if getattr(settings, name) != _default(name)
        ]
        kept = [f"only {listed(settings.only)}"] if settings.only else []
        how = ", ".join([*chosen, *kept]) or "all automatic"
    held = settings.test if isinstance(settings.test, str) else f"{100 * settings.test:g} %"
    return f"{how} · {held} held out · seed {settings.seed}"


def used(e: Explanation) -> str:
    """The values that an answer was made with, chosen or given."""
    choice = e.rule_choice
    return (
        f"This answer used the machine {machine_words(e)}. Its rule was "
        f"{choice_words(e)}; at most {choice.clauses} lines of {choice.literals} conditions."
    )


def _default(name: str) -> Any:
    return getattr(Settings(), name)


def _name(value: Any) -> str:
    return NAMED.get(value, f"{value:g}" if isinstance(value, float) else str(value))


def _bound(
    state: Session, name: str, read: Callable[[Any], Any] = lambda entry: entry
) -> dict[str, Any]:
    """The arguments of a widget for a setting, with its help; read: as in `bound_setting`."""
    shown = bound_setting("set", state, name, name.replace("_", " "), read)
    return shown | {"help": LIMITS[name]["help"]}


def _open_choice(
    state: Session, name: str, label: str, options: tuple[Any, ...], kind: type
) -> None:
    """A choice among values to which another may be typed; kind: of one that is no word."""
    value = getattr(state.settings, name)
    st.selectbox(
        label,
        options if value in options else (*options, value),
        format_func=_name,
        accept_new_options=True,
        **_bound(state, name, lambda entry: entry if entry in WORDS else kind(entry)),
    )


def _number(state: Session, name: str, label: str, kind: type, **more: Any) -> None:
    low, high = kind(LIMITS[name]["low"]), kind(LIMITS[name]["high"])
    st.number_input(label, low, high, **more, **_bound(state, name, kind))
