"""Inside the machine: what counts, other samples and learners, and all that researchers ask for."""

from dataclasses import fields
from functools import partial
from math import inf

import streamlit as st

from dashboard.panels.display import chart, kept, numbers, picture, share_bar, table
from dashboard.panels.widgets import on_demand
from dashboard.text import plain
from interpret.answers.points.shown.words import outer_words
from interpret.answers.rule.figures import choice_figures, figures, operating_figures
from interpret.answers.rule.figures.simple_ways import simple_ways, simple_ways_words
from interpret.answers.rule.sentences import words
from interpret.answers.rule.sentences.choices import DRAFTED
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.proof import kind_words, limits_words, score_words
from interpret.forms.answer.relevance import literal_weights
from interpret.forms.study.domain_fidelity import AT_HAND, DRAWN, EVERY, DomainFidelity
from interpret.forms.study.study import Study
from interpret.present import wording
from interpret.rules.logic import Between
from interpret.rules.search import SEARCHES
from interpret.tell.settings_words import setting_words

RIGHT = "right on left-out rows"


def beside_others(e: Explanation, study: Study) -> None:
    """Rule, card, machine and simple learners on the same rows, by cost where costs are set."""
    st.header("Does it beat the simple ways?", anchor=False)
    picture(f"simple_ways {e.version}", simple_ways, e, study, of=study)  # a card may be changed
    st.caption(plain(simple_ways_words(e, study)))


def elsewhere(study: Study) -> None:
    """Fidelity on rows that are not in the table."""
    st.header("Does it say what the machine says elsewhere?", anchor=False)
    for agreement in study.on_possible_rows:
        st.markdown(_agreement(agreement))
    if not study.on_possible_rows:
        st.markdown("The run was stopped before this was known.")


def _agreement(agreement: DomainFidelity) -> str:
    share = agreement.share
    match agreement.kind:
        case kind if kind == EVERY:
            return (
                f"Rule and machine agree on **{wording.percent(share.value)}** of all "
                f"**{share.n:,}** rows that these values can make. This is exact, but many of "
                "these rows may never occur."
            )
        case kind if kind == DRAWN:
            return (
                f"There are too many possible rows to list, so {share.n:,} rows were made up, each "
                "value drawn by itself as often as it occurs in the table. Rule and machine agree "
                f"on **{wording.share_words(share)}** of them. This is an estimate, and many of "
                "these rows may never occur."
            )
        case kind if kind == AT_HAND:
            return (
                f"On the {share.n:,} rows that the machine was trained on, they agree on "
                f"**{wording.percent(share.value)}**."
            )
    return plain(agreement.kind)


def stable(study: Study) -> None:
    """How the rule fares when it is found anew on samples of the training rows."""
    stability = study.stability
    if not stability.overlap:
        return
    n = len(stability.overlap)
    mean = sum(stability.overlap) / n
    rows = f"{study.rows:,}" if study.rows else "the"
    st.header("Would other rows give the same rule?", anchor=False)
    tests = (test for returns in stability.clauses for test in returns.clause.tests)
    cut = ", with numbers cut as here" * any(isinstance(test, Between) for test in tests)
    st.markdown(
        f"Machine and rule were found anew on {n} samples of 80 % of {rows} training rows{cut}. "
        "The rows that such a rule covers and those that this one covers overlap by "
        f"**{wording.percent(mean)}** on average."
    )
    clauses = (
        {
            "clause of this rule": wording.clause_words(returns.clause),
            "came back": returns.same.percent,
            "or nearly": returns.nearly.percent,
        }
        for returns in stability.clauses
    )
    config = {
        "came back": share_bar("came back", "%.0f %%", help="In how many of the samples."),
        "or nearly": numbers(
            "%.0f %%", help="The clause itself, or one that covers nearly the same rows."
        ),
    }
    table(clauses, "How often each clause came back on other samples", config)


def relevance(a: Answer) -> None:
    """The weight of every single `attribute = value`, by attribute."""
    st.header("What carries the decision", anchor=False)
    e = a.explanation
    find = partial(literal_weights, a.train.table, e.attributes, e.machine.weights)
    weights = kept(a, "weights", find)
    chart("relevance", figures.relevance, weights, of=a)


@on_demand("For researchers", "researchers", ":material/science:")
def researchers(a: Answer, study: Study | None) -> None:
    e, machine = a.explanation, a.explanation.machine
    st.subheader("The machine", anchor=False)
    st.markdown(plain(f"{words.machine_words(e)}, trained in {machine.seconds:.1f} s."))
    if machine.C != machine.asked_C:
        st.markdown(
            "The classes cannot be separated with a hard margin, so a finite C was taken."
            if machine.landmarks is None
            else "On landmarks there is no hard margin, so a high finite C was taken."
        )
    _machines(e)
    st.subheader("The kind of rule", anchor=False)
    _ways(e)
    _weight_and_bound(e)
    _roc(a)
    if study:
        _heaviest(e, study)
    st.subheader("Settings asked for", anchor=False)
    settings = (
        {
            "setting": field.name.replace("_", " "),
            "value": setting_words(getattr(e.settings, field.name)),
        }
        for field in fields(e.settings)
    )
    table(settings, "Every setting of this run", height=320)


def _machines(e: Explanation) -> None:
    """The cross-validation table of kernel and C."""
    choice = e.machine_choice
    if not choice.candidates:
        st.markdown(_not_chosen(e, "Kernel and C were given, not chosen."))
        return
    st.markdown(
        f"Kernel and C were chosen together by {choice.folds}-fold cross-validation on the "
        f"training rows; {choice.kernel} with {_cost(choice.C)} was taken.{_alike(e)}"
    )
    shown = (choice.candidates, choice.kernel, choice.C)
    chart("machines", choice_figures.machines, *shown, of=e)
    rows = (
        {
            "kernel": candidate.kernel,
            "C": _cost(candidate.C).removeprefix("C = "),
            RIGHT: 100 * candidate.accuracy,
            "rows": candidate.n,
        }
        for candidate in choice.candidates
    )
    alt = "Kernels and values of C compared by cross-validation"
    table(rows, alt, {RIGHT: share_bar()})


def _ways(e: Explanation) -> None:
    """How the rule was fitted, and what else was tried."""
    choice = e.rule_choice
    st.markdown(plain(f"The rule was {words.choice_words(e)}."))
    if not choice.candidates:
        st.markdown(_not_chosen(e, "This was given, not chosen."))
        return
    st.markdown(
        f"Each way was tried in {choice.folds} folds of the training rows, and the one whose rules "
        "are right most often on the rows left out was taken. Where ways are about equally right, "
        "the one with shorter rules goes first, then the one fitted to the machine's weights."
        + _alike(e)
    )
    if len(choice.path) > 1:
        shown = (choice.path, choice.price)
        chart("prices", choice_figures.prices, *shown, of=e)
    rows = (
        {
            "fitted to": candidate.fit_to,
            "side": candidate.side,
            "language": candidate.language,
            "price": candidate.price,
            RIGHT: 100 * candidate.accuracy,
            "clauses": candidate.clauses,
            "tests": candidate.tests,
        }
        for candidate in choice.candidates
    )
    config = {RIGHT: share_bar(), "clauses": numbers("%.1f"), "tests": numbers("%.1f")}
    table(rows, "Ways to fit a rule compared on left-out rows", config)
    if sentence := outer_words(e):
        st.caption(plain(sentence))


def _cost(C: float) -> str:
    return "hard margin" if C == inf else f"C = {C:g}"


def _not_chosen(e: Explanation, given: str) -> str:
    return f"For this, {DRAFTED}." if e.rule.is_draft else given


def _alike(e: Explanation) -> str:
    balanced = e.settings.class_weight == "balanced"
    return " Both classes count alike, so this is the balanced accuracy." if balanced else ""


def _weight_and_bound(e: Explanation) -> None:
    """What the rule weighs, what was maximised, and what each search found."""
    machine, rule = e.machine, e.best.rule
    st.subheader("Weight and bound", anchor=False)
    st.markdown(
        rf"The rule weighs **{e.weight:.6g}**, that is $\sum_i y_i \alpha_i$ over the rows it "
        rf"covers; no rule can weigh more than $\sum_i \alpha_i$ over the positive rows, "
        f"**{machine.bound:.6g}**."
    )
    st.markdown(
        f"The search looked among {plain(kind_words(e))}, of {limits_words(e)}. It maximised "
        f"{plain(score_words(e))}, and reached **{rule.objective:.6g}**; no such rule can "
        f"reach more than **{rule.bound:.6g}**."
    )
    searches = (
        {
            "search": SEARCHES[found.search].curve,
            "score": found.rule.objective,
            "at most": found.rule.bound,
            "proven": found.rule.proven,
            "length": wording.length_words(found.rule.formula),
            "generations": found.rule.generations,
            "seconds": found.seconds,
            "stopped by": found.rule.stopped_by,
        }
        for found in e.found
    )
    table(searches, "What each search found", {"seconds": numbers("%.2f")})


def _roc(a: Answer) -> None:
    """How the machine ranks the rows, and where the rule's two verdicts lie."""
    y, scores = a.judged.y, a.judged.scores
    counts = a.explanation.rule_right[a.judged.name]
    specificity, sensitivity = counts.specificity.value, counts.sensitivity.value
    if specificity is None or sensitivity is None:  # a class has no row
        return
    point = (1 - specificity, sensitivity)
    st.subheader("How the machine ranks the rows", anchor=False)
    chart("roc", operating_figures.roc, scores, y, point, of=a)


def _heaviest(e: Explanation, study: Study) -> None:
    """The conjunctions that weigh most, and what matters to the machine; for researchers."""
    st.subheader("The heaviest conjunctions", anchor=False)
    st.markdown(
        "These are the heaviest of the conjunctions that need each of their tests: without any one "
        "of them, they would weigh less."
    )
    sides = {"for": wording.one_of(e.positive), "against": wording.one_of(e.negative)}
    for side, name in sides.items():
        heaviest = study.heaviest[side]
        complete = "" if heaviest.exact else " (perhaps not all, because there are too many to try)"
        st.markdown(plain(f"For {e.target} = {name}{complete}"))
        conjunctions = (
            {"conjunction": str(c.clause), "weight": c.weight, "training rows": c.rows}
            for c in heaviest.conjunctions
        )
        table(conjunctions, f"The conjunctions that weigh most for {name}")
    st.subheader("Which columns the machine depends on", anchor=False)
    st.markdown(
        "This is how often the machine's verdict changes when the values of one attribute are "
        "drawn anew, each as often as it occurs in the table (relevance to a hypothesis, Polato, "
        "definition 7.2)."
    )
    attributes = (
        {
            "attribute": redrawn.attribute,
            "right": redrawn.changed.percent,
            "95 % interval": wording.between_words(redrawn.changed),
        }
        for redrawn in study.relevance
    )
    alt = "How often the machine's verdict changes when an attribute is drawn anew"
    table(attributes, alt, {"right": share_bar("verdict changes")})
