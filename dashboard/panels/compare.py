"""What the page that compares kernels says: what is compared, and which kernel to take."""

from contextlib import suppress

import streamlit as st

from dashboard import services
from dashboard.pages import PAGES, path
from dashboard.panels.display import text_table
from dashboard.panels.maps import key_of, task_of
from dashboard.panels.run_state import Step
from dashboard.panels.widgets import bound, colours, on_click, on_demand
from dashboard.session import Session
from dashboard.text import plain
from interpret.data.complaints import DataError, counted
from interpret.lab import kernel_figures as figures
from interpret.lab.compare import KERNELS, Comparison, is_complete
from interpret.present.wording import class_name, one_of
from interpret.settings import Settings
from jobs.database import Run
from kernels.catalog import parse, reads
from kernels.entries import CATALOG, Entry


def kernel_label(name: str) -> str:
    """A kernel and its features."""
    return f"{name}: {reads(name)}"


def start(state: Session, settings: Settings) -> None:
    """Starts to compare the session's kernels on its table, for the class in the settings."""
    services.begin(state, "compare", settings, kernels=list(state.kernels))


def take_kernels(state: Session, run: Run | None) -> None:
    """Takes over the kernels of an opened run, as far as this version has them."""
    if run is not None and state.kernels_of != run.id:
        state.kernels, state.kernels_of = (), run.id
        for name in run.spec["kernels"]:
            with suppress(ValueError):
                parse(name)
                state.kernels += (name,)


def kernel_choice(state: Session) -> None:
    """The kernels to compare: from a list, or by any name of the catalog."""

    def take(names: list[str]) -> None:
        for name in names:
            _check(name)
        state.kernels = tuple(dict.fromkeys(map(str.strip, names)))

    usual = [entry.usual for entry in CATALOG]
    st.multiselect(
        "Kernels",
        list(dict.fromkeys((*KERNELS, *usual, *state.kernels))),
        format_func=kernel_label,
        placeholder="Choose kernels, or type one with its degrees",
        accept_new_options=True,
        **bound("kernels", list(state.kernels), take),
    )


def _check(name: str) -> None:
    """A DataError where a text names no kernel."""
    try:
        parse(name)
    except ValueError as error:
        raise DataError(str(error)) from None


@on_demand("Every kernel and its formula", "every_kernel", ":material/function:")
def every_kernel() -> None:
    def counts(entry: Entry) -> str:
        return " ".join([entry.meaning, *(f"{d.name}: {d.meaning}." for d in entry.degrees)])

    columns = {
        "kernel": [str(entry) for entry in CATALOG],
        "what it counts": list(map(counts, CATALOG)),
        "formula": [entry.formula for entry in CATALOG],
        "thesis": [entry.source for entry in CATALOG],
    }
    text_table(list(columns.items()), "Every kernel, what it counts, its formula and its source")
    st.caption(
        "Degrees are numbers: mC(4). A mix is a sum: 0.7*mC(4) + 0.3*linear. A formula is a kernel "
        "too: (a ∧ b) ∨ ¬c. Every kernel is normalised."
    )


def judging(run: Run, steps: list[Step]) -> str:
    """Which kernel a running comparison is judging."""
    names, kernel = run.spec["kernels"], steps[-1]["kernel"]
    place = names.index(kernel) + 1
    return f"Judging kernel {place} of {len(names)}: **{plain(kernel)}**, {plain(reads(kernel))}."


def facts(c: Comparison) -> str:
    """Markdown: which rows are compared, for which class and how."""
    part = f"{c.n_rows:,} rows"
    if len(c.rows) < c.n_rows:
        part = f"{len(c.rows):,} of {part}, a sample"
        if is_complete(task_of(c)):
            part += " as in the papers, since all possible rows are there"
        elif is_dense(c):
            part += " with the rarer class more densely"
    of_class = plain(class_name(c.target, c.positive))
    folds = f"{len(c.kernels[0].folds)} folds, C chosen inside each"
    conflicts = f" · {c.conflicts:,} rows contradict each other" * (c.conflicts > 0)
    return f"{plain(c.table)} · {part} · **{of_class}** · {folds}{conflicts}"


def is_dense(c: Comparison) -> bool:
    """Whether the compared rows have more of the rarer class than its share."""
    y = task_of(c).y
    return abs(float(y[list(c.rows)].mean()) - float(y.mean())) > 1 / len(c.rows)


def verdict(state: Session, c: Comparison, is_active: bool) -> None:
    """Which kernel to take and why, in a sentence. is_active: whether more are being judged."""
    colours(state, one_of(c.positive), one_of(c.negative))
    so_far = f"Of {counted(len(c.kernels), 'kernel')} so far: " * is_active
    st.header(plain(f"{so_far}{figures.verdict(c)}"), anchor=False)


def go_on(state: Session, c: Comparison, run_id: str) -> None:
    """A button that takes the kernel at the slider, first the advised one, to where the rule is
    found.
    """
    moved = st.session_state.get(key_of(run_id), {}).get("kernel")
    name = moved if moved in c.names else figures.advised(c)
    taken = st.button(
        f"Find the rule with {plain(name)}",
        key="take_kernel",
        type="primary",
        icon=PAGES["find_rule"].icon,
        help="The comparison used all rows, also those held out: figures of the rule look a "
        "little too good.",
        **on_click(
            lambda: state.change(target=c.target, positive=c.positive, kernel=name, C="auto")
        ),
    )
    if taken and not state.complaint:
        st.switch_page(path("find_rule"), query_params={"data": state.digest})


def notes(c: Comparison) -> None:
    """What is odd about kernels on these rows."""
    for compared in c.kernels:
        if compared.note:
            st.caption(f"**{plain(compared.kernel)}**: {plain(compared.note)}")
