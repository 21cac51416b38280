"""What the page that recommends shows: files, methods compared, and rankings."""

import json
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from dashboard import recommending, services
from dashboard.panels.display import chart, numbers, table
from dashboard.panels.widgets import (
    bound,
    download,
    entered,
    on_click,
    saying_why,
    table_uploaded,
    uploaded,
)
from dashboard.recommending import Recommender
from dashboard.session import PageSettings, Session
from dashboard.text import plain, stem
from interpret.data.complaints import counted
from interpret.measures import percent
from interpret.present.csv_file import as_csv
from interpret.ranking import figures, words
from interpret.ranking.choices import ChoiceRoles
from interpret.ranking.figures import Spread
from interpret.ranking.judging import NAMES, half_of
from interpret.ranking.kind import ranking_document
from interpret.ranking.rankings import Ranked, newcomers
from interpret.ranking.reasons import neighbours
from interpret.ranking.recommend import METRICS, OPTIONAL, Recommended, Recommending
from jobs.database import Run

NONE = "–"
PROTOCOLS = {
    "half": "half of the choices of a fifth of the users",
    "last": "everyone's last choice",
}
ROLES = {"user": "Users", "item": "Items", "rating": "Ratings", "time": "Times"}

SHOWN = 12  # values of attributes
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
    with st.expander("Coverage, novelty, and by popularity", icon=":material/table_rows:"):
        _parts(learnt)


def _parts(learnt: Recommended) -> None:
    rows = words.figure_rows(learnt)
    whole = (
        "method",
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
    table(rows, "Figures of each method", config)
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


def near_item(made: Recommender) -> None:
    """An item, and the items most similar to it."""
    st.header("What is like an item", anchor=False)
    choices = made.found.choices
    name = st.selectbox("Item", choices.items, key="item", format_func=plain)
    if name is None:
        return
    place = choices.item(name)
    st.caption(f"{plain(name)} was chosen by {counted(int(choices.per_item[place]), 'user')}.")
    near = neighbours(made.rankings.ranker, place)
    rows = {
        "item": [choices.items[i] for i, _ in near],
        "similarity": [share for _, share in near],
        "chosen by": [int(choices.per_item[i]) for i, _ in near],
    }
    bar = st.column_config.ProgressColumn(min_value=0, max_value=1, format="%.3f")
    table(rows, f"The items most like {name}", {"similarity": bar})


def attributes(made: Recommender) -> None:
    """The attribute values that mark what is recommended to all users."""
    st.header("What carries the recommendations", anchor=False)
    chart("carried", figures.value_shares, made.value_shares()[:SHOWN])
    st.caption(
        "The share of each value among the first ten items of all users, beside its share in the "
        "catalogue."
    )


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


def new_users(made: Recommender) -> None:
    """Users of another file, ranked by what was learnt; their choices are not kept."""
    st.header("Predict for new users", anchor=False)
    file = st.file_uploader(
        "Who chose what, by new users",
        key="new_users",
        help="Columns of users and items as in the table that was learnt from. The file is not "
        "kept.",
    )
    if file is None:
        return
    with saying_why():
        new, notices = newcomers(made.found, table_uploaded(file))
        for notice in notices:
            st.caption(plain(notice))
        ranked = ((user.name, made.ranked(user.chosen)) for user in new)
        frame = pd.DataFrame(made.rankings.columns_of(ranked))
        table(frame, "The first items of each new user")
        name = f"{stem(file.name, 'new')}-ranked.csv"
        download("New rankings (CSV)", lambda: as_csv(frame.items()), name, "text/csv", "new_csv")
