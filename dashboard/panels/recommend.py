"""What the page that recommends shows: files, methods compared, and rankings."""

import json
from functools import partial
from typing import Any

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
from interpret.ranking.kind import ranking_document
from interpret.ranking.rankings import Ranked
from interpret.ranking.recommend import METRICS, Recommended, Recommending
from jobs.database import Run

NONE = "–"
PROTOCOLS = {
    "half": "half of the choices of a fifth of the users",
    "last": "everyone's last choice",
}
ROLES = {"user": "Users", "item": "Items", "rating": "Ratings", "time": "Times"}
FIRST = 12  # chosen items that are named


def data_and_settings(
    state: Session, choice: PageSettings[Recommending], roles: ChoiceRoles | None
) -> None:
    """The files, the roles of columns, and how the machine is chosen. roles: those found."""
    _files(state, choice)
    _columns(state, choice, roles)
    if roles:
        _machine(choice)


def _files(state: Session, choice: PageSettings[Recommending]) -> None:
    choices, items = st.columns(2)
    choices.file_uploader(
        "Who chose what",
        help="A row for each choice: a user, an item, and perhaps a rating and a time.",
        **uploaded("choices_file", partial(services.load, state)),
    )
    items.file_uploader(
        "What the items are (optional)",
        help="A row for each item, with columns such as genre or year. With it, a rule says what "
        "a user likes.",
        **uploaded("items_file", partial(recommending.load_items, choice)),
    )
    st.button(
        "Try the sample: films, and who chose them",
        key="recommend_sample",
        icon=":material/movie:",
        **on_click(recommending.load_sample, state),
    )


def _columns(state: Session, choice: PageSettings[Recommending], roles: ChoiceRoles | None) -> None:
    """A choice of column for each role, and the rating that counts."""
    names, places = services.loaded(state).names, st.columns(len(ROLES) + 1)
    for place, (role, label) in zip(places, ROLES.items(), strict=False):
        options = names if role in ("user", "item") else (NONE, *names)
        name = f"{role}_column"
        now = getattr(choice.settings, name) or getattr(roles, role, None)

        def take(column: str, name: str = name) -> None:
            choice.change(**{name: None if column == NONE else column})

        place.selectbox(
            label,
            options,
            index=options.index(now) if now in options else None,
            format_func=plain,
            **entered(f"role_{role}_{state.edition}", take),
        )
    places[-1].number_input(
        "Least rating",
        value=choice.settings.at_least,
        placeholder="any row counts",
        help="A row with a lower rating is no choice.",
        **entered(f"at_least_{state.edition}", lambda least: choice.change(at_least=least)),
    )


def _machine(choice: PageSettings[Recommending]) -> None:
    """How the machine is chosen, what is held out, and its kernel."""
    now, (one, two, three) = choice.settings, st.columns(3)

    def shows(name: str, value: Any) -> dict[str, Any]:
        return bound(f"set_{name}", value, lambda entry: choice.change(**{name: entry}))

    one.selectbox(
        "Choose the machine by",
        METRICS,
        help="AUC is of all places, the others are of the first ten.",
        **shows("metric", now.metric),
    )
    two.selectbox(
        "Hold out",
        list(PROTOCOLS),
        format_func=PROTOCOLS.__getitem__,
        **shows("protocol", now.protocol),
    )
    three.text_input(
        "Kernel",
        help="auto, or a name such as linear, Tanimoto, mC(2) or mD(30).",
        **bound("set_kernel", now.kernel, lambda name: choice.change(kernel=name.strip())),
    )


def as_set(run: Run | None, choice: PageSettings[Recommending]) -> bool:
    """Whether a run has the present settings."""
    return run is None or Recommending.from_dict(run.spec["asked"]) == choice.settings


def doing(run: Run, steps: list[dict]) -> str:  # noqa: ARG001
    """The current step of a run."""
    return plain(steps[-1]["doing"])


def side_by_side(learnt: Recommended) -> None:
    """Every method by the figure that chose the machine, with intervals."""
    st.header("Which method ranks best", anchor=False)
    st.markdown(f"**{plain(words.verdict(learnt))}**")
    chart("methods", figures.methods, learnt.methods, learnt.settings.metric, of=learnt)
    st.caption(
        "A method whose bar reaches the dashed line is level with the best. The kernel machine is "
        f"{plain(words.machine_words(learnt))}, chosen by {learnt.settings.metric}. Every method "
        "was chosen anew on other choices than those it is judged on."
    )
    for sentence in words.caveats(learnt):
        st.caption(plain(sentence))


def for_user(made: Recommender) -> None:
    """A user's ranking, or that of whoever likes some items."""
    st.header("What a user would choose next", anchor=False)
    one, other = st.columns(2)
    choices = made.found.choices
    name = one.selectbox("User", choices.users, key="user", format_func=plain)
    liked = other.multiselect(
        "or whoever likes",
        choices.items,
        key="liked",
        format_func=plain,
        placeholder="Choose two or three items",
    )
    who, chosen = "Whoever", [choices.item(item) for item in liked]
    if not liked and name is not None:
        who, chosen = name, choices.chosen(choices.user(name)).tolist()
    if chosen:
        does = "likes" if liked else f"chose {counted(len(chosen), 'item')}:"
        first = ", ".join(choices.items[i] for i in chosen[:FIRST])
        st.caption(f"{plain(f'{who} {does} {first}')}" + " …" * (len(chosen) > FIRST))
        _ranking(made.found, made.ranked(tuple(sorted(chosen))))


def _ranking(learnt: Recommended, ranked: Ranked) -> None:
    """The first items in words, their reasons as bars, the rule of the taste."""
    names = learnt.choices.items
    if not ranked.places:
        st.info("Every item was chosen, so nothing is left to recommend.")
        return
    lines = (
        f"{number}. **{plain(names[place.item])}** {plain(words.because(place, learnt.choices))}"
        for number, place in enumerate(ranked.places, start=1)
    )
    st.markdown("\n".join(lines))
    if ranked.taste is not None:
        with st.container(border=True):
            if ranked.taste.formula.clauses:
                st.markdown(f"The rule of the taste: **{plain(ranked.taste.formula)}**")
            else:
                st.markdown("There are too few choices here for a rule of the taste.")
            st.caption(words.taste_words(ranked.taste))
    chart("reasons", figures.reasons, ranked.places, names, of=ranked)
    st.caption("The parts of a bar add up to the item's score.")


def take_away(made: Recommender) -> None:
    """Rankings for all users, and the document."""
    name = stem(made.found.name, "choices")
    with st.container(horizontal=True):
        download(
            "Rankings for all users",
            lambda: as_csv(made.rankings.columns(made.found.settings.top).items()),
            f"{name}-rankings.csv",
            "text/csv",
            "rankings_csv",
        )
        download(
            "JSON",
            lambda: json.dumps(ranking_document(made.found), allow_nan=False),
            f"{name}-recommended.json",
            "application/json",
            "recommended_json",
            help="`rulescope recommend` ranks for new users with it.",
        )
