"""What the page that recommends shows: files, methods compared, and rankings."""

import json
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from dashboard import recommending, services
from dashboard.panels.display import chart
from dashboard.panels.widgets import (
    bound,
    download,
    entered,
    on_click,
    uploaded,
)
from dashboard.recommending import Recommender
from dashboard.session import PageSettings, Session
from dashboard.text import plain, stem
from interpret.data.complaints import counted
from interpret.present.csv_file import as_csv
from interpret.ranking import figures, words
from interpret.ranking.choices import ChoiceRoles
from interpret.ranking.judging import NAMES, half_of
from interpret.ranking.kind import ranking_document
from interpret.ranking.rankings import Ranked
from interpret.ranking.recommend import METRICS, OPTIONAL, Recommended, Recommending
from jobs.database import Run

NONE = "–"
PROTOCOLS = {
    "half": "half of the choices of a fifth of the users",
    "last": "everyone's last choice",
}
ROLES = {"user": "Users", "item": "Items", "rating": "Ratings", "time": "Times"}

PARQUET = "application/vnd.apache.parquet"


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


def as_set(run: Run | None, choice: PageSettings[Recommending]) -> bool:
    """Whether a run has the present settings."""
    return run is None or Recommending.from_dict(run.spec["asked"]) == choice.settings


def doing(run: Run, steps: list[dict]) -> str:  # noqa: ARG001
    """The current step of a run."""
    return plain(steps[-1]["doing"])


def side_by_side(learnt: Recommended) -> None:
    """Every method by each figure, with intervals."""
    st.header("Which method ranks best", anchor=False)
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
        "A method whose bar reaches the dashed line is level with the best. The kernel machine is "
        f"{machine}. To judge it, it was chosen anew on other choices than those it is judged on, "
        "and so were the settings of the other methods. Popularity is shown because it beats much "
        "of what is published."
    )
    for sentence in words.caveats(learnt):
        st.caption(plain(sentence))


def for_user(made: Recommender) -> None:
    """Choose or type a user: the ranking, its reasons, what was held out, the taste's rule."""
    st.header("What a user would choose next", anchor=False)
    pick, hide = st.columns([3, 2], vertical_alignment="bottom")
    learnt, choices = made.found, made.found.choices
    name = pick.selectbox("User", choices.users, key="user", format_func=plain)
    is_hidden = hide.toggle(
        "Hide half of the choices",
        key="hide",
        help="Ranks by one half of the choices, and marks where the other half is found.",
    )
    if name is None:
        return
    chosen = choices.chosen(choices.user(name))
    known, held = tuple(int(i) for i in chosen), set[int]()
    if is_hidden and len(chosen) > 1:
        known, held = half_of(chosen, learnt.settings.seed)
    ranked = made.ranked(known)
    st.caption(
        f"{plain(name)} chose {counted(len(chosen), 'item')}: "
        f"{plain(', '.join(choices.items[i] for i in known[:12]))}"
        + (" …" if len(known) > 12 else "")
    )
    show(learnt, ranked, held, "of_user")


def typed(made: Recommender) -> None:
    """Choices made on the page, and the ranking that follows from them."""
    st.header("What you would choose", anchor=False)
    choices = made.found.choices
    liked = st.multiselect(
        "I liked these",
        choices.items,
        key="liked",
        format_func=plain,
        placeholder="Choose two or three items",
    )
    if not liked:
        st.caption("Choose what you like, and the ranking follows at once.")
        return
    chosen = tuple(sorted(choices.item(name) for name in liked))
    show(made.found, made.ranked(chosen), set(), "of_typed")


def show(learnt: Recommended, ranked: Ranked, held: set[int], key: str) -> None:
    """A ranking: the first items in words, their reasons as bars, the rule of the taste."""
    names = learnt.choices.items
    lines = []
    for number, place in enumerate(ranked.places, start=1):
        mark = " :material/check_circle: hidden, and found again" if place.item in held else ""
        because = words.because(place, learnt.choices)
        lines.append(f"{number}. **{plain(names[place.item])}** {plain(because)}{mark}")
    if not lines:
        st.info("Every item was chosen, so nothing is left to recommend.")
        return
    st.markdown("\n".join(lines))
    if held:
        hits = sum(place.item in held for place in ranked.places)
        st.caption(f"Of {counted(len(held), 'hidden choice')}, {hits} are in this list.")
    with st.expander("Reasons as bars", icon=":material/bar_chart:", expanded=key == "of_user"):
        shown = (figures.reasons, ranked.places, names)
        chart(f"reasons_{key}", *shown, of=ranked)
        st.caption("The parts of a bar add up to the item's score exactly.")
    if ranked.taste is not None:
        with st.container(border=True):
            if ranked.taste.formula.clauses:
                st.markdown(f"The rule of the taste: **{plain(ranked.taste.formula)}**")
            else:
                st.markdown("There are too few choices here for a rule of the taste.")
            st.caption(words.taste_words(ranked.taste))


def take_away(run: Run, made: Recommender) -> None:
    """Rankings for all users as files, and the run's document."""
    st.header("Take it with you", anchor=False)
    name = stem(made.found.name, "choices")
    with st.container(horizontal=True):
        if st.button("Rank for all users", key="rank_all", icon=":material/format_list_numbered:"):
            st.session_state["ranked_all"] = run.id
        if st.session_state.get("ranked_all") == run.id:
            _files(pd.DataFrame(made.for_all()), f"{name}-rankings")
        download(
            "Document (JSON)",
            lambda: json.dumps(ranking_document(made.found), allow_nan=False),
            f"{name}-recommended.json",
            "application/json",
            "recommended_json",
            help="Holds everything that is needed to rank for a new user; "
            "`rulescope recommend` reads it too.",
        )


def _files(frame: pd.DataFrame, name: str) -> None:
    csv, parquet = f"{name}.csv", f"{name}.parquet"
    download("All rankings (CSV)", lambda: as_csv(frame.items()), csv, "text/csv", "rankings_csv")
    download(
        "All rankings (Parquet)",
        lambda: frame.to_parquet(None, index=False),
        parquet,
        PARQUET,
        "rankings_parquet",
    )
