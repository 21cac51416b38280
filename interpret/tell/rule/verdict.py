"""The verdict: what to think of a form, from its unseen rows alone.

A claim is made only where the unseen rows prove it at 95 %: that the form is better than guessing,
that it agrees with the machine often enough, that it is better or worse than the machine. Where a
column alone tells the class, the question is whether it is known beforehand.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from interpret.data.complaints import counted, quoted
from interpret.fit.one_column import OneColumn
from interpret.forms.answer.evidence import (
    Duel,
    against_guess,
    against_machine,
    guesses_yes,
    tells_apart,
)
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import Form
from interpret.measures import EVEN, Confusion, percent
from interpret.present import wording
from interpret.shares import Share
from interpret.tell.blocks import Notice
from interpret.tell.rule.one_figure import one_figure
from interpret.tell.rule.words import (
    costs_words,
    counted_rows,
)

# The lower end of fidelity's 95 % interval from which on a form is called this.
REPLACES, SUMMARISES, SKETCHES = 0.95, 0.85, 0.65
APART = "The {} tells the classes apart, but may be right no more often than a guess"
FEW = 100  # with fewer unseen rows, a sentence says how little they prove
UNEVEN, POOR = 0.8, 0.75  # share of the commoner class; balanced accuracy
COMMONER, FEW_FOUND = 0.7, 0.5  # share of the commoner class; of the rarer class that is found


@dataclass(frozen=True)
class Verdict:
    """What to think of a form: a headline, a sentence, and whether it is good news.

    found: whether the form is surely better than chance, on unseen rows.
    """

    headline: str
    sentence: str
    good: bool
    found: bool


def verdict(e: Explanation, form: Form) -> Verdict:
    """What to think of a form.

    found: it tells the classes apart by Fisher's exact test. good: it is also surely right more
    often than always guessing the more frequent class, and either as right as its machine or surely
    a summary of it. Without unseen rows there is no grade, neither good nor found.
    """
    if not e.rows["test"]:
        return _not_judged(e, form)
    it = form.called
    is_found, machine_tells = (tells_apart(c["test"]) for c in (form.right, e.machine_right))
    if is_found and not _beats_guess(e, form.right["test"]):
        headline, good = APART.format(it) if e.settings.costs == EVEN else _no_cheaper(e, it), False
        sentences = [_how_right(e, form), _guess(e, form), _where_they_differ(e, form)]
        sentences.append(_agreement(form))
    elif is_found:
        headline, good = _grade(e, form)
        sentences = [_how_right(e, form, beside_guess=False), _where_they_differ(e, form)]
        sentences.append(_agreement(form))
    else:
        headline, good = f"Neither the {it} nor its machine is surely better than guessing", False
        lesson = "Chance alone can make such differences."
        if machine_tells:
            headline = f"The {it} found is not surely better than guessing"
            lesson = f"The machine has learned something that this {it} does not say."
        elif e.settings.costs != EVEN:
            headline = _no_cheaper(e, it)
        sentences = [_how_right(e, form), lesson]
    sentences += [_uneven(e, form), _few(e, form)]
    sentence = " ".join(filter(None, sentences))
    return Verdict(_named(e, headline), sentence, good, is_found)


def _no_cheaper(e: Explanation, it: str) -> str:
    guess = "yes" if guesses_yes(e) else "no"
    return f"By these costs the {it} is not surely better than always saying {guess}"


def _not_judged(e: Explanation, form: Form) -> Verdict:
    """The verdict without unseen rows: the figures on the training rows, and no grade."""
    if e.settings.lost(form.right["train"]) < _lost_by_guessing(e, form, "train"):
        known = "so how often it is right on others is not known"
    else:
        known = "and not even on these is it right more often than a guess"
    return Verdict(
        _named(e, "Not judged: no rows were held out"),
        f"{_how_right(e, form, 'train')} The {form.called} was made from these rows, {known}. "
        "Hold some out.",
        good=False,
        found=False,
    )


def _named(e: Explanation, headline: str) -> str:
    """The headline, which marks a draft as a draft."""
    return f"Draft: {headline[:1].lower()}{headline[1:]}" if e.rule.is_draft else headline


def _grade(e: Explanation, form: Form) -> tuple[str, bool]:
    """The headline of a form that is surely better than a guess, and whether it is good news."""
    duel, fidelity, it = against_machine(e, form, "test"), form.fidelity["test"], form.called
    ours, machine = (e.settings.lost(c["test"]) for c in (form.right, e.machine_right))
    low, missed = fidelity.ends[0], f"they differ on {_differ(fidelity)}"
    if duel.winner > 0 and ours < machine:
        return f"The {it} is better than the machine it came from", True
    if not _beats_guess(e, e.machine_right["test"]):
        return f"The {it} is surely better than guessing, its machine is not", True
    if low >= REPLACES and duel.winner == 0:
        return f"You can replace the machine by this {it}", True
    if low >= SUMMARISES:
        return f"A good summary of the machine: {missed}", True
    if duel.winner == 0 and ours <= machine:
        if e.settings.costs != EVEN:
            return f"The errors of the {it} cost no more than the machine's", True
        return f"The {it} is right as often as the machine", True
    if low >= SKETCHES:
        return f"A rough sketch of the machine: {missed}", False
    return f"The {it} says only part of what the machine does", False


def _differ(fidelity: Share) -> str:
    """On how many rows a form says what its machine does not."""
    missed = 100 * (1 - fidelity.rate)
    if not missed:
        return f"none of {fidelity.n:,} rows"
    return f"{round(missed) if missed >= 1 else 'less than 1'} in 100"


def _agreement(form: Form) -> str:
    share = form.fidelity["test"]
    low, high = (100 * end for end in share.ends)
    return (
        f"It decides {percent(share.value)} of these rows as the machine does (between "
        f"{low:.1f} and {high:.1f} % with 95 % confidence)."
    )


def _how_right(e: Explanation, form: Form, part: str = "test", *, beside_guess: bool = True) -> str:
    """How often the form and the machine are right on the rows of a part, and a constant guess if
    that is to be said; or what their errors cost.
    """
    if e.settings.costs != EVEN:
        return costs_words(e, form)
    ours, machine = (one_figure(e, c[part]).text for c in (form.right, e.machine_right))
    alike = ", counting both classes alike," if _is_balanced(e, form.right[part]) else ""
    guess = percent(1 - _lost_by_guessing(e, form, part))
    beside = f", and always guessing the more frequent class on {guess}" if beside_guess else ""
    return (
        f"On {counted_rows(e)}{alike} the {form.called} is right on {ours}, the machine on "
        f"{machine}{beside}."
    )


def _where_they_differ(e: Explanation, form: Form) -> str:
    """Which of the two is right where they differ, and what that proves; "" where they do not."""
    duel, it = against_machine(e, form, "test"), form.called
    if not duel.rows:
        return ""
    better = {
        1: f"the {it} is surely right more often than its machine",
        -1: "the machine is surely right more often",
        0: "that does not prove which is right more often",
    }[duel.winner]
    if e.settings.costs != EVEN and duel.apart is not None:
        better = {
            1: f"by what errors cost, the {it} is surely cheaper than its machine",
            -1: "by what errors cost, the machine is surely cheaper",
            0: "by what errors cost, that does not prove which is cheaper",
        }[duel.winner]
    elif _is_balanced(e, form.right["test"]) and duel.apart is not None:
        better = f"counting both classes alike, {better}"
    return f"Where {it} and machine differ, {_shares_of(duel, it)}: {better}."


def _shares_of(duel: Duel, it: str) -> str:
    """On how many of the rows where they differ form and machine are right."""
    if duel.rows == 1:
        return f"on 1 row, the {it if duel.first else 'machine'} is right"
    if not (duel.first and duel.second):
        winner = it if duel.first else "machine"
        return f"on {duel.rows:,} rows, the {winner} is right on all of them"
    return (
        f"on {duel.rows:,} rows, the {it} is right on {duel.first:,} and the machine on "
        f"{duel.second:,}"
    )


def _beats_guess(e: Explanation, counts: Confusion) -> bool:
    """Whether a verdict is surely right more often than always guessing the more frequent class.

    Where both classes count alike, a guess is right on half: telling them apart beats it.
    """
    if _is_balanced(e, counts):
        return tells_apart(counts)
    return against_guess(e, counts).winner > 0


def _guess(e: Explanation, form: Form) -> str:
    """That the form is not proven to be better than the guess, with the rows that count."""
    duel = against_guess(e, form.right["test"])
    better = "it is right more often"
    if e.settings.costs != EVEN:
        better = f"it saves more than it costs, which takes more than {percent(duel.even)} of them"
    return (
        "It tells the classes apart better than chance does. Where it departs from that guess, on "
        f"{counted(duel.rows, 'row')}, it is right on {duel.first:,}: that does not prove that "
        f"{better}."
    )


def _few(e: Explanation, form: Form) -> str:
    """How little few rows prove, "" where they are enough."""
    share = form.right["test"].accuracy
    if share.n >= FEW:
        return ""
    low, high = (100 * end for end in share.ends)
    return (
        f"Only {counted_rows(e)}: on others the {form.called} may be right in anything from "
        f"{low:.0f} to {high:.0f} %."
    )


def _uneven(e: Explanation, form: Form) -> str:
    """What accuracy hides where nearly all rows are of one class; "" where they are not."""
    counts, share = form.right["test"], e.majority["test"].rate
    balanced, as_usual = counts.balanced_accuracy, e.settings.costs == EVEN
    if balanced is None or share < UNEVEN or _is_balanced(e, counts) or not as_usual:
        return ""
    hint = ""
    if balanced < POOR:
        hint = "; the setting “cost”, balanced, lets the rarer class count as much as the other"
    return (
        f"The classes are uneven: counting both alike, the {form.called} is right on "
        f"{percent(balanced)} (balanced accuracy, 50 % by guessing){hint}."
    )


def _is_balanced(e: Explanation, counts: Confusion) -> bool:
    """Whether verdicts are judged by what they do on each class alike."""
    return e.settings.is_balanced and counts.balanced_accuracy is not None


def _lost_by_guessing(e: Explanation, form: Form, part: str) -> float:
    """What a guess loses, by the measure that the settings choose by (Settings.lost)."""
    costs, counts = e.settings.costs, form.right[part]
    if costs != EVEN:
        return costs.guessing(guesses_yes(e), counts) / max(1, counts.n)
    return 0.5 if _is_balanced(e, counts) else 1 - e.majority[part].rate


@dataclass(frozen=True)
class Surety:
    """What the unseen rows prove of a form at 95 %, in a phrase, and whether that is good."""

    words: str
    good: bool


def surety(e: Explanation, form: Form) -> Surety:
    """Whether a form is surely better than always saying the same."""
    if not e.rows["test"]:
        return Surety("Not judged: no rows were held out", good=False)
    balanced = e.settings.is_balanced
    always = "guessing" if balanced else f"always saying {'yes' if guesses_yes(e) else 'no'}"
    if _beats_guess(e, form.right["test"]):
        return Surety(f"Surely better than {always}", good=True)
    settings, counts = e.settings, form.right["test"]
    ahead = _lost_by_guessing(e, form, "test") - settings.lost(counts)
    how = "Not surely better" if ahead > 1e-9 else "No better" if ahead > -1e-9 else "Worse"
    return Surety(f"{how} than {always}", good=False)


def few_found_words(e: Explanation) -> str:
    """That the first form finds few of the rarer class; "" where it finds more, or the classes are
    even.
    """
    counts = e.forms[0].right[e.judged_on]
    n_positive = counts.true_positive + counts.false_negative
    is_rare = 2 * n_positive <= counts.n
    finds = counts.sensitivity if is_rare else counts.specificity
    even = e.settings.is_balanced or e.settings.costs != EVEN
    if even or not finds.n or finds.n > (1 - COMMONER) * counts.n or finds.rate >= FEW_FOUND:
        return ""
    rarer = e.yes_words if is_rare else e.no_words
    return f"Of the rarer class, {rarer}, it finds {finds.hits:,} of {finds.n:,}."


def questions(explanations: Sequence[Explanation]) -> list[Notice]:
    """A question for each class that one column tells; what is far from all others warns."""
    return [
        Notice(question_words(e, e.one_column), warns=e.one_column.is_far)
        for e in explanations
        if e.one_column is not None
    ]


def question_words(e: Explanation, one: OneColumn) -> str:
    name, alone = quoted(one.column), wording.share_words(one.alone)
    if not one.is_far or one.others is None:
        return (
            f"Is {name} known before the class is? Alone it tells whether {e.yes_words} on {alone} "
            "of training rows that were left out."
        )
    return (
        f"{name} alone tells whether {e.yes_words} on {alone} of training rows that were left out, "
        f"all other columns together on {wording.share_words(one.others)}: is it known beforehand? "
        "If not, leave it out and search again."
    )
