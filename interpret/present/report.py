"""One HTML file with the whole answer: it needs no network, and prints. About 5 MB are Plotly's."""

from collections.abc import Mapping, Sequence
from dataclasses import Field, fields
from importlib.metadata import version
from platform import python_version

import plotly.graph_objects as go
from plotly.offline import get_plotlyjs

from interpret.answer.answer import Answer
from interpret.answer.explanation import Explanation
from interpret.answer.proof import kind_words, limits_words, proof_words, score_words
from interpret.answer.relevance import literal_weights
from interpret.answer.version import version_words
from interpret.measures import Share
from interpret.present import figures, markup, words
from interpret.present.beside_truth import CASE_HEAD, case_rows, rows_beside
from interpret.present.choices import choices, setting_words
from interpret.present.class_figures import overlap, overlap_text
from interpret.present.clause_rows import clause_table
from interpret.present.model_card import BLANK, ModelCard, model_card
from interpret.present.several import several, several_words
from interpret.present.verdict import verdict
from interpret.present.wronged import wronged_section
from interpret.settings import Settings

LIBRARIES = ("numpy", "scipy", "scikit-learn", "deap", "plotly")
BARE = {
    "template": "none",
    "paper_bgcolor": "rgba(0,0,0,0)",
    "plot_bgcolor": "rgba(0,0,0,0)",
    "font": {"family": "system-ui, sans-serif", "size": 12},
}


def html_report(
    answers: Sequence[Answer], more: str = "", card: ModelCard = BLANK, by: Sequence[str] = ()
) -> str:
    """The report on a table's rules, a section for each class explained, then the model card.

    more: what goes first; by: columns by whose groups rates are told.
    """
    explanations = [a.explanation for a in answers]
    first, settings = explanations[0], fields(explanations[0].settings)
    if len(answers) == 1:
        title = question(first)
        sections = [_section(answers[0], "h2", settings, by, first.notices)]
    else:
        title = f"What tells the values of {first.target} apart?"
        own = [one for one in settings if len({_asked(e.settings, one) for e in explanations}) > 1]
        shared = [one for one in settings if one not in own]
        noted = [n for n in first.notices if all(n in e.notices for e in explanations)]
        sections = [
            _several(answers),
            *(
                markup.tag("h2", question(a.explanation))
                + _section(a, "h3", own, by, [n for n in a.explanation.notices if n not in noted])
                for a in answers
            ),
            markup.tag("h2", "What was asked for every class?")
            + _notes(noted)
            + _settings(first, shared),
        ]
    sections.append(markup.tag("h2", "Model card") + model_card(answers, card))
    foot = origin(first.table, first.digest)
    sections = [more, *sections] if more else sections
    return markup.page(title, _facts(answers[0]), sections, foot, get_plotlyjs())


def _facts(a: Answer) -> str:
    e = a.explanation
    held_out = len(e.rows["test"])
    judged = f"{held_out:,} unseen rows" if held_out else "the same rows"
    return (
        f"{a.in_file.name} · {a.in_file.n_rows:,} rows · {len(e.attributes)} attributes · "
        f"trained on {len(e.rows['train']):,} rows, judged on {judged}"
    )


def _several(answers: Sequence[Answer]) -> str:
    shown = several(answers)
    names = [words.one_of(a.explanation.positive) for a in answers]
    return (
        markup.tag("h2", "What do the rules share?")
        + markup.tag("p", several_words(shown))
        + _chart(overlap(names, shown.told), overlap_text(names, shown.told))
    )


def _section(
    a: Answer,
    heading: str,
    settings: Sequence[Field],
    by: Sequence[str],
    notices: Sequence[str],
) -> str:
    of_rows = {
        "Who is wronged?": wronged_section(a, by),
        "What carries the machine's decision?": _relevance(a),
    }
    return rule_section(a.explanation, heading, settings, notices, of_rows)


def rule_section(
    e: Explanation,
    heading: str,
    settings: Sequence[Field],
    notices: Sequence[str],
    of_rows: Mapping[str, str],
) -> str:
    """One rule and all its figures. of_rows: parts for which its rows are looked at, by title."""
    parts = {
        words.heading(e): rule_table(e),
        **({"How do rule, model and truth agree?": _beside_truth(e)} if e.of_model else {}),
        "How often are machine and rule right?": _rates(e) + _confusions(e),
        **of_rows,
        **({} if e.rule.is_draft else {"How did the search get there?": _race(e)}),
        "What was chosen, and against what?": _choices(e),
        "How was it made?": _made(e) + _notes(notices) + _settings(e, settings),
    }
    return answer_card(e) + "".join(
        markup.tag(heading, title) + part for title, part in parts.items()
    )


def answer_card(e: Explanation) -> str:
    part, found = e.judged_on, verdict(e)
    right, fidelity = e.rule_right[part].accuracy, e.fidelity[part]
    guess = f"the more frequent class: {words.percent(e.majority[part].value)}"
    facts = [
        ("Agrees with the machine", words.percent(fidelity.value), _interval(fidelity)),
        ("Right", words.percent(right.value), f"{_interval(right)}; always {guess}"),
        ("Length", words.length_words(e.rule.formula), ""),
        ("Score", f"{e.rule.objective:.4g}", f"at most {e.rule.bound:.4g} for such rules")
        if e.version is None
        else ("Weight", f"{e.weight:.4g}", f"at most {e.machine.bound:.4g} for any rule"),
    ]
    sentences = [found.sentence, proof_words(e)]
    return markup.card(found.headline, sentences, found.good, facts)


def rule_table(e: Explanation) -> str:
    if not e.rule.formula.clauses:
        return markup.tag("p", words.rule_lines(e.rule.formula)[0])
    head, lines = clause_table(e)
    rows = [[line, *(_tied(cell) for cell in cells)] for line, *cells in lines]
    return markup.table(f"What each clause covers, on {words.rows_words(e)}", head, rows)


def _rates(e: Explanation) -> str:
    part = e.judged_on
    both = (e.machine_right, e.rule_right)
    rows = [
        *map(list, words.both_rates(e, part)),
        ["right on the training rows", *(_share(on["train"].accuracy) for on in both)],
    ]
    caption = f"On {words.rows_words(e)}, with 95 % intervals"
    return markup.table(caption, ["", "machine", "rule"], rows)


def _beside_truth(e: Explanation) -> str:
    """The rule beside the model it was fitted to, and both beside the truth."""
    caption = f"On {words.rows_words(e)}, with 95 % intervals"
    told = markup.table(caption, ["", "model", "rule"], list(map(list, rows_beside(e))))
    if e.truth is None:
        return told
    rows = f"What model, rule and truth say, on {words.rows_words(e)} with a true class"
    return told + markup.table(rows, CASE_HEAD, case_rows(e))


def _confusions(e: Explanation) -> str:
    part = e.judged_on
    positive, negative = words.one_of(e.positive), words.one_of(e.negative)
    other = negative if len(e.negative) == 1 else f"not {positive}"
    shown = (e.machine_right[part], e.rule_right[part], positive, other)
    return _chart(figures.confusions(*shown), figures.confusions_text(*shown))


def _relevance(a: Answer) -> str:
    e = a.explanation
    weights = literal_weights(a.train.table, e.attributes, e.machine.weights)
    return _chart(figures.relevance(weights), figures.relevance_text(weights))


def _race(e: Explanation) -> str:
    curves = {found.search: found.curve for found in e.found}
    shown = (curves, e.best.rule.bound, words.measure(e))
    return _chart(figures.race(*shown), figures.race_text(*shown))


def _choices(e: Explanation) -> str:
    """Every choice that was open, with what it was measured against."""
    rows = [[one.what, one.asked, one.taken, one.measured] for one in choices(e)]
    head = ["", "asked for", "taken", "measured against"]
    return markup.table("Choices", head, rows)


def _made(e: Explanation) -> str:
    rule = e.best.rule
    changed = [f"{version_words(e.version)}, stands in place of it."] if e.version else []
    notes = [
        f"The machine: {words.machine_words(e)}.",
        f"The search looked among {kind_words(e)}, of {limits_words(e)}. It maximised "
        f"{score_words(e)}. It reached {rule.objective:.6g}, no such rule can reach more than "
        f"{rule.bound:.6g}, and it {_stopped(e)}.",
        *changed,
        f"The rule's weight in the machine is {e.weight:.6g}, whatever it was fitted to; no rule "
        f"of any kind weighs more than {e.machine.bound:.6g}.",
        *([f"{e.conflicts:,} rows have a twin of the other class."] if e.conflicts else []),
        *filter(None, [words.landmarks_words(e)]),
    ]
    return _notes(notes)


def _notes(notes: Sequence[str]) -> str:
    return "".join(markup.tag("p", note) for note in notes)


def _stopped(e: Explanation) -> str:
    by = e.best.rule.stopped_by
    return "was ended early, as of a draft" if e.rule.is_draft else f"was stopped by: {by}"


def _settings(e: Explanation, settings: Sequence[Field]) -> str:
    return settings_table(e.settings, settings)


def settings_table(asked: Settings, settings: Sequence[Field] | None = None) -> str:
    """A table of some of the settings, or of all."""
    chosen = fields(asked) if settings is None else settings
    if not chosen:
        return ""
    rows = [[one.name, one.metadata["help"], _asked(asked, one)] for one in chosen]
    return markup.table("Settings", ["", "what it is", "asked for"], rows)


def _asked(asked: Settings, setting: Field) -> str:
    return setting_words(getattr(asked, setting.name))


def origin(table: str, digest: str) -> str:
    """Where an answer comes from, at the foot of a report."""
    libraries = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    return (
        markup.tag("h2", "Where does this come from?")
        + markup.tag("p", f"{table}, SHA-256 {digest}")
        + markup.tag("p", f"Written by Rulescope with Python {python_version()}, {libraries}.")
    )


def _chart(figure: go.Figure, text: str) -> str:
    return markup.chart(figure.update_layout(BARE).to_json(), text)


def question(e: Explanation) -> str:
    return f"When is {words.class_name(e.target, e.positive)}?"


def _tied(cell: str) -> str:
    """The cell without a line's end between a number and its %."""
    return cell.replace(" %", "\N{NO-BREAK SPACE}%")


def _share(share: Share) -> str:
    return _tied(words.share_words(share))


def _interval(share: Share) -> str:
    return words.between_words(share) if share.n else ""
