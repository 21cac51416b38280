"""One HTML file with an answer: two printed pages or little more, without a script or a network.

What fills more paper, every figure and every choice, is the appendix, which stands where asked for.
"""

from collections.abc import Sequence
from dataclasses import fields
from datetime import UTC, datetime
from importlib.metadata import version
from platform import python_version

from interpret.answer.answer import Answer
from interpret.answer.evidence import guesses_yes
from interpret.answer.explanation import Explanation
from interpret.answer.proof import proof_words
from interpret.answer.version import version_words
from interpret.data.complaints import counted
from interpret.measures import EVEN, Confusion, Share
from interpret.present import at_a_glance, markup, svg, words
from interpret.present.appendix import all_settings, appendix_of
from interpret.present.at_a_glance import WIDE
from interpret.present.beside_truth import CASE_HEAD, case_rows, rows_beside
from interpret.present.choices import setting_words
from interpret.present.claims import claimed
from interpret.present.dots import dots_words, hundred
from interpret.present.model_card import BLANK, ModelCard, model_card
from interpret.present.several import several, several_words
from interpret.present.simple_ways import simple_ways, simple_ways_words
from interpret.present.verdict import verdict
from interpret.present.wronged import wronged_section
from interpret.settings import Settings
from interpret.study.stability import Stability
from interpret.study.study import Study
from interpret.versions import RULESCOPE

LIBRARIES = ("numpy", "scipy", "scikit-learn", "deap", "plotly")
OF_THE_QUESTION = ("target", "positive")  # settings that the title says


def html_report(
    answers: Sequence[Answer],
    more: str = "",
    card: ModelCard = BLANK,
    by: Sequence[str] = (),
    studies: Sequence[Study | None] = (),
    appendix: bool = False,
) -> str:
    """The report on a table's rules, a section for each class explained.

    more: what goes first; by: columns by whose groups rates are told; studies: for each answer what
    was studied of it, so far; appendix: whether every figure and every choice follow.
    """
    first = answers[0].explanation
    told = studies or [None] * len(answers)
    if len(answers) == 1:
        title = question(first)
        sections = [_whole(answers[0], told[0])]
    else:
        title = f"What tells the values of {first.target} apart?"
        sections = [_several(answers), *map(_of_class, answers, told)]
    sections += [_wronged(a, by, len(answers) > 1) for a in answers]
    sections.append(_made(answers))
    if card != BLANK:
        sections.append(markup.tag("h2", "Model card") + model_card(answers, card))
    shown = [markup.section(part) for part in ([more] if more else []) + sections]
    if appendix:
        shown += [markup.section(part, "appendix") for part in appendix_of(answers)]
    return markup.page(title, _facts(answers[0]), shown, origin(first.table, first.digest))


def question(e: Explanation) -> str:
    return f"When is {words.class_name(e.target, e.positive)}?"


def _facts(a: Answer) -> str:
    e = a.explanation
    held_out = len(e.rows["test"])
    judged = f"{held_out:,} unseen rows" if held_out else "the same rows"
    return (
        f"{a.in_file.name} · {a.in_file.n_rows:,} rows · {len(e.attributes)} attributes · "
        f"trained on {len(e.rows['train']):,} rows, judged on {judged}"
    )


def _whole(a: Answer, study: Study | None) -> str:
    """The one class that is explained."""
    e, found = a.explanation, verdict(a.explanation)
    sure = [found.sentence, proof_words(e), *filter(None, [words.landmarks_words(e)])]
    dots = markup.tag("h2", "What does it do?") + markup.drawn(hundred(e), dots_words(e))
    parts = [
        rule_as_lines(e, study),
        _notes([f"{at_a_glance.finds_words(e)} {at_a_glance.worth_words(e)}"]),
        markup.card(found.headline, sure, found.good, []),
        markup.pair(dots, _beside_simple_ways(e, study)) if study else dots,
        *([_beside_truth(e)] if e.of_model else []),
        markup.tag("h2", "How often are machine and rule right?") + _rates(e),
        _costs(e),
        _stable(e, study.stability) if study else "",
    ]
    return "".join(parts)


def _several(answers: Sequence[Answer]) -> str:
    """The rules of all classes beside each other."""
    shown = several(answers)
    rows = []
    for a in answers:
        e, part = a.explanation, a.judged.name
        counts = e.rule_right[part]
        own = (e.machine_right[part].accuracy, counts.accuracy, e.fidelity[part])
        rows.append([words.one_of(e.positive), *map(_share, own), _share(counts.sensitivity)])
    head = ["", "machine right", "rule right", "rule agrees with it", "rule finds"]
    caption = f"On {words.rows_words(answers[0].explanation)}, with 95 % intervals"
    return (
        markup.tag("h2", "What do the rules share?")
        + markup.tag("p", several_words(shown))
        + markup.drawn(claimed(shown.claims), "Whose rule claims the rows of each class.")
        + markup.table(caption, head, rows)
    )


def _of_class(a: Answer, study: Study | None) -> str:
    """One class of several."""
    e, found = a.explanation, verdict(a.explanation)
    said = f"{at_a_glance.finds_words(e)} {at_a_glance.worth_words(e)}"
    notes = [said, found.headline + "."] + ([version_words(e.version) + "."] if e.version else [])
    parts = [
        markup.tag("h2", question(e)) + rule_as_lines(e, study) + _notes(notes),
        _beside_truth(e) if e.of_model else "",
        _costs(e),
    ]
    return "".join(parts)


def rule_as_lines(e: Explanation, study: Study | None = None) -> str:
    """The rule line by line, each with what it is right on, and how often it came back."""
    lines, (other, rest) = at_a_glance.lines(e), at_a_glance.otherwise(e)
    most = max((share.n for share in (*(line.right for line in lines), rest)), default=1)
    returns = study.stability.clauses if study and study.stability.overlap else ()
    shown = []
    for line in lines:
        came = [f"{returns[line.place].nearly.percent:.0f} % came back"] if returns else []
        shown.append((line.words, _bar(line.right, most), [_right(line.right), *came]))
    blank = [""] if returns else []
    shown.append((f"otherwise {other}", _bar(rest, most), [_right(rest), *blank]))
    return markup.rule(at_a_glance.says_when(e), shown)


def _bar(right: Share, most: int) -> str:
    parts = ((right.hits, svg.RIGHT), (right.n - right.hits, svg.WRONG))
    return svg.bar(parts, most, (WIDE, 10))


def _right(share: Share) -> str:
    return at_a_glance.right_words(share).replace(" ", "\N{NO-BREAK SPACE}")


def _beside_simple_ways(e: Explanation, study: Study) -> str:
    return markup.tag("h2", "Does it beat the simple ways?") + markup.drawn(
        simple_ways(e, study), simple_ways_words(e, study)
    )


def _stable(e: Explanation, found: Stability) -> str:
    """Whether the rule comes back on other samples; the lines of the rule say how often each."""
    if not found.overlap:
        return ""
    mean = sum(found.overlap) / len(found.overlap)
    return markup.tag("h2", "Would other rows give the same rule?") + markup.tag(
        "p",
        f"Machine and rule were found anew on {len(found.overlap)} samples of 80 % of the training "
        "rows. The rows that such a rule covers and those that this one covers overlap by "
        f"{words.percent(mean)} on average. How often a line came back, itself or one that covers "
        "nearly the same rows, stands beside it.",
    )


def _rates(e: Explanation) -> str:
    both = (e.machine_right, e.rule_right)
    agrees = ["agrees with the machine", "", _share(e.fidelity[e.judged_on])]
    rows = [
        *map(list, words.both_rates(e, e.judged_on)),
        agrees,
        ["right on the training rows", *(_share(on["train"].accuracy) for on in both)],
    ]
    guess = words.percent(e.majority[e.judged_on].value)
    caption = (
        f"On {words.rows_words(e)}, with 95 % intervals; always the more frequent class is right "
        f"on {guess}"
    )
    return markup.table(caption, ["", "machine", "rule"], rows)


def _costs(e: Explanation) -> str:
    """What the errors of rule, machine and of always saying the same come to."""
    costs, part = e.settings.costs, e.judged_on
    rule, machine = e.rule_right[part], e.machine_right[part]
    if costs == EVEN or not rule.n:
        return ""
    yes = guesses_yes(e)
    positives = rule.true_positive + rule.false_negative
    guess = (
        Confusion(positives, rule.n - positives, 0, 0)
        if yes
        else Confusion(0, 0, positives, rule.n - positives)
    )
    ways = (("rule", rule), ("machine", machine), (f"always {'yes' if yes else 'no'}", guess))
    rows = []
    for name, counts in ways:
        low, high = costs.between(counts)
        told = f"{costs.of(counts) / counts.n:.3g} ({low:.3g} to {high:.3g})"
        rows.append([name, f"{counts.false_negative:,}", f"{counts.false_positive:,}", told])
    caption = f"A miss costs {costs.miss:g}, a false alarm {costs.false_alarm:g}; 95 % intervals"
    head = ["", "misses", "false alarms", "cost of a row"]
    return markup.tag("h2", "What do its errors cost?") + markup.table(caption, head, rows)


def _beside_truth(e: Explanation) -> str:
    """The rule beside the model it was fitted to, and both beside the truth."""
    caption = f"On {words.rows_words(e)}, with 95 % intervals"
    told = markup.tag("h2", "How do rule, model and truth agree?")
    told += markup.table(caption, ["", "model", "rule"], list(map(list, rows_beside(e))))
    if e.truth is None:
        return told
    rows = f"What model, rule and truth say, on {words.rows_words(e)} with a true class"
    return told + markup.table(rows, CASE_HEAD, case_rows(e))


def _wronged(a: Answer, by: Sequence[str], is_named: bool) -> str:
    of = f", of {words.class_name(a.explanation.target, a.explanation.positive)}" * is_named
    return markup.tag("h2", f"Who is wronged{of}?") + wronged_section(a, by)


def _made(answers: Sequence[Answer]) -> str:
    """Machine and rule in a sentence each, what was changed, and what was noticed in the data."""
    explanations = [a.explanation for a in answers]
    notes = []
    for e in explanations:
        of = f" for {words.one_of(e.positive)}" * (len(answers) > 1)
        notes.append(f"The machine{of}: {words.machine_words(e)}. Its rule is "
                     f"{words.choice_words(e)}.")
        if e.conflicts:
            notes.append(f"{counted(e.conflicts, 'row')}{of} have a twin of the other class.")
    changed = changed_words(explanations[0].settings)
    notices = list(dict.fromkeys(notice for e in explanations for notice in e.notices))
    return markup.tag("h2", "How was it made?") + _notes([*notes, changed, *notices])


def changed_words(asked: Settings) -> str:
    """What was set by hand; everything else was taken as it stands, or automatically."""
    default = Settings()
    changed = [
        f"{one.name.replace('_', ' ')}: {setting_words(getattr(asked, one.name))}"
        for one in fields(Settings)
        if one.name not in OF_THE_QUESTION and getattr(asked, one.name) != getattr(default, one.name)
    ]
    if not changed:
        return "Nothing was set by hand: every choice was made automatically."
    return f"Set by hand: {'; '.join(changed)}. Every other choice was made automatically."


def answer_card(e: Explanation) -> str:
    """A verdict with its figures, for a notebook."""
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
    return markup.card(found.headline, [found.sentence, proof_words(e)], found.good, facts)


def settings_table(asked: Settings) -> str:
    """A table of all settings."""
    return all_settings(asked, fields(asked))


def origin(table: str, digest: str) -> str:
    """Where an answer comes from and when it was written, at the foot of a report."""
    libraries = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    today = datetime.now(UTC).date()
    return (
        markup.tag("h2", "Where does this come from?")
        + markup.tag("p", f"{table}, SHA-256 {digest}")
        + markup.tag(
            "p",
            f"Written by Rulescope {RULESCOPE} on {today.day} {today:%B %Y} with Python "
            f"{python_version()}, {libraries}.",
        )
    )


def _notes(notes: Sequence[str]) -> str:
    return "".join(markup.tag("p", note) for note in notes)


def _share(share: Share) -> str:
    return words.share_words(share).replace(" %", "\N{NO-BREAK SPACE}%")


def _interval(share: Share) -> str:
    return words.between_words(share) if share.n else ""
