"""The first panels of the page that recommends: the files, and the ways of ranking compared."""

from functools import partial
from typing import Any

import streamlit as st

from dashboard import recommending, services
from dashboard.panels.display import chart, numbers, table
from dashboard.panels.widgets import bound, entered, on_click, uploaded
from dashboard.session import PageSettings, Session
from dashboard.text import plain
from interpret.present.wording import percent
from interpret.ranking import figures, words
from interpret.ranking.choices import ChoiceRoles
from interpret.ranking.figures import Spread
from interpret.ranking.judging import NAMES
from interpret.ranking.recommend import METRICS, OPTIONAL, Recommended, Recommending
from jobs.store import Run

NONE = "–"
PROTOCOLS = {
    "half": "half of the choices of a fifth of the users",
    "last": "everyone's last choice",
}
ROLES = {"user": "Users", "item": "Items", "rating": "Ratings", "time": "Times"}


def files(state: Session, choice: PageSettings[Recommending]) -> None:
    """The table of choices, the file of items, and the sample."""
    choices, items = st.columns(2)
    choices.file_uploader(
        "Who chose what",
        help="A row for each choice: a user, an item, and perhaps a rating and a time, in any "
        "format that Load data takes. The file stays on this machine.",
        **uploaded("choices_file", partial(services.load, state)),
    )
    items.file_uploader(
        "What the items are (optional)",
        help="A row for each item: its name as in the choices, and any columns, such as genre, "
        "year or brand. With it, a rule says what a user likes.",
        **uploaded("items_file", partial(recommending.load_items, choice)),
    )
    st.button(
        "Try the sample: films, and who chose them",
        key="recommend_sample",
        icon=":material/movie:",
        **on_click(recommending.load_sample, state),
    )


def roles(state: Session, choice: PageSettings[Recommending], roles_found: ChoiceRoles) -> None:
    """The roles of columns in one sentence, with a way to change them."""
    says, change = st.columns([5, 1], vertical_alignment="center")
    text = plain(roles_found.sentence)
    if choice.settings.at_least is not None:
        text += f" A rating of at least {choice.settings.at_least:g} is a choice."
    says.markdown(text)
    with change.popover("Change", icon=":material/edit:", width="stretch"):
        columns(state, choice, roles_found)


def columns(
    state: Session, choice: PageSettings[Recommending], roles_found: ChoiceRoles | None
) -> None:
    """A choice of column for each role, and the rating that counts."""
    names = services.loaded(state).names
    for role, label in ROLES.items():
        options = names if role in ("user", "item") else (NONE, *names)
        name = f"{role}_column"
        now = getattr(choice.settings, name) or getattr(roles_found, role, None)

        def take(column: str, name: str = name) -> None:
            choice.change(**{name: None if column == NONE else column})

        st.selectbox(
            label,
            options,
            index=options.index(now) if now in options else None,
            format_func=plain,
            **entered(f"role_{role}_{state.edition}", take),
        )
    st.number_input(
        "A choice is a rating of at least",
        value=choice.settings.at_least,
        placeholder="any row is",
        **entered(f"at_least_{state.edition}", lambda least: choice.change(at_least=least)),
    )


def settings(choice: PageSettings[Recommending]) -> None:
    """The settings: how the machine is chosen, what is held out, and the machine itself."""
    now = choice.settings

    def shows(name: str, value: Any) -> dict[str, Any]:
        return bound(f"set_{name}", value, lambda entry: choice.change(**{name: entry}))

    with st.expander("Settings", icon=":material/tune:"):
        one, other = st.columns(2)
        one.selectbox("Choose the machine by", METRICS, **shows("metric", now.metric))
        other.selectbox(
            "Hold out",
            list(PROTOCOLS),
            format_func=PROTOCOLS.__getitem__,
            **shows("protocol", now.protocol),
        )
        one.text_input(
            "Kernel",
            help="auto, or a kernel by its name, such as linear, Tanimoto, mC(2) or mD(30).",
            **bound("set_kernel", now.kernel, lambda name: choice.change(kernel=name.strip())),
        )
        other.multiselect(
            "Leave out of the comparison",
            OPTIONAL,
            help="Each takes time on a large table. Popularity and item cosine are always compared "
            "with the machine.",
            **shows("without", list(now.without)),
        )
        other.toggle(
            "Also measure kernels of rising degree",
            help="Spectral ratio and AUC against the degree, for researchers. It takes longer.",
            **shows("degrees", now.degrees),
        )


def as_set(run: Run | None, choice: PageSettings[Recommending]) -> bool:
    """Whether a run has the present settings."""
    return run is None or Recommending.from_dict(run.spec["asked"]) == choice.settings


def doing(run: Run, steps: list[dict]) -> str:  # noqa: ARG001
    """The current step of a run."""
    return plain(steps[-1]["doing"])


def tails(spread: Spread) -> None:
    """Users and items from the one with most choices, on logarithmic axes."""
    st.header("How the choices are spread", anchor=False)
    tails = {"user": spread.users, "item": spread.items}
    for place, (thing, tail) in zip(st.columns(2), tails.items(), strict=True):
        with place:
            shown = (figures.long_tail, tail, thing)
            chart(f"tail_{thing}", *shown, of=spread)
    st.caption(
        f"{percent(spread.density, 2)} of all pairs of a user and an item are choices. "
        f"{percent(spread.kernel)} of all pairs of items have a user in common. If the choices "
        f"were spread evenly, it would be {percent(spread.expected)}."
    )


def side_by_side(learnt: Recommended) -> None:
    """Every way of ranking by each figure, with intervals."""
    st.header("Which way ranks best", anchor=False)
    st.markdown(f"**{plain(words.verdict(learnt))}**")
    metric = st.segmented_control(
        "Figure",
        NAMES,
        default=learnt.settings.metric,
        key="figure",
        help="AUC: how often an item that was chosen stands above one that was not. nDCG, mAP and "
        "recall look at the first ten places.",
    )
    metric = metric or learnt.settings.metric
    chart("methods", figures.methods, learnt.methods, metric, of=learnt)
    machine = f"{plain(words.machine_words(learnt))}, chosen by {learnt.settings.metric}"
    st.caption(
        "A way whose bar reaches the dashed line is level with the best. The kernel machine is "
        f"{machine}. To judge it, it was chosen anew on other choices than those it is judged on, "
        "and so were the settings of the other ways. Popularity is shown because it beats much of "
        "what is published."
    )
    for sentence in words.caveats(learnt):
        st.caption(plain(sentence))
    with st.expander("Coverage, novelty, and by popularity", icon=":material/table_rows:"):
        _parts(learnt)


def _parts(learnt: Recommended) -> None:
    rows = words.figure_rows(learnt)
    whole = (
        "way",
        "coverage",
        "novelty",
        "CPU seconds",
        f"{learnt.settings.metric} behind the best",
    )
    config = {name: numbers("%.3f") for name in rows[0] if name not in whole}
    config |= {
        "coverage": numbers("%.0f %%", help="Share of the items that are in any list of ten."),
        "novelty": numbers(
            "%.1f", help="Mean of −log2 of the share of users who chose a listed item."
        ),
        "CPU seconds": numbers("%.1f"),
    }
    table(rows, "Figures of each way of ranking", config)
    st.caption(
        "Head, middle and tail hold a third of all choices each, from the most popular to the "
        "least."
    )


def researchers(learnt: Recommended) -> None:
    """Spectral ratio and AUC against the degree."""
    if not learnt.degrees:
        return
    with st.expander("For researchers: degrees", icon=":material/science:", expanded=True):
        for place, what in zip(st.columns(2), ("spectral ratio", "AUC"), strict=True):
            with place:
                shown = (figures.by_degree, learnt.degrees, what)
                chart(f"degrees_{what}", *shown, of=learnt)
