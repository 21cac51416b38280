"""The answer in words: its rows, its figures, how it was made.

All of it is plain text: whoever shows it escapes it for where it goes.
"""

from collections.abc import Sequence
from math import inf

from interpret.data.complaints import counted
from interpret.fit.choose_card import Length
from interpret.fit.rules_on_folds import RuleCandidate
from interpret.forms.answer.evidence import guesses_yes
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import CardForm, Form
from interpret.forms.answer.proof import NEVER_OCCUR, score_words
from interpret.forms.study.other_rows import AT_HAND, EVERY, DomainFidelity
from interpret.measures import percent
from interpret.settings import AUTO
from interpret.tell.rule.one_figure import of_hundred

MADE_UP = "made-up rows, many of which may never occur"
FAR = 0.05  # how much less rule and machine must agree elsewhere to be worth a word
LONG, SHORT = 25, 10  # conditions: from the one on a form is long, and up to the other short
ON_ALL = ("Counted on all", "Not counted on all rows")  # what the notice on all rows begins with
FITTED = {
    "weights": "the machine's own weights",
    "labels": "the labels",
    "mix": "the labels and the machine's decisions",
    "domain": f"the machine's decisions on {NEVER_OCCUR}",
}


def heading(e: Explanation) -> str:
    """What stands above the rule's lines: "x wins = yes when"."""
    joined = "unless" if e.rule.formula.denied else "when"
    return f"{e.yes_words} {joined}"


def choice_words(e: Explanation) -> str:
    """How the rule was fitted, and how that choice was measured."""
    choice = e.rule_choice
    sides = {"for": "the class", "against": "the other class, and says yes elsewhere"}
    ask = {
        "monotone": "what value a column has",
        "values": "what value a column has or has not, or in which range a number lies",
    }
    cost = (
        f"each condition costs {choice.price:g} of a typical row's weight"
        if choice.price
        else "conditions are free"
    )
    way = (
        f"fitted to {FITTED[choice.fit_to]}; describes {sides[choice.side]}; asks "
        f"{ask[choice.language]}; {cost}"
    )
    by = f"; chosen by {choice.folds}-fold cross-validation of the rule" if choice.folds else ""
    return way + by


def rows_words(e: Explanation) -> str:
    """Which rows the figures shown first are on, without their number."""
    return "unseen rows" if e.rows["test"] else "the training rows"


def counted_rows(e: Explanation) -> str:
    """Which rows the figures shown first are on: "130 unseen rows", "60 training rows"."""
    return counted(len(e.rows[e.judged_on]), "unseen row" if e.rows["test"] else "training row")


def costs_words(e: Explanation, form: Form) -> str:
    """What errors cost, and the cost of 100 rows by a form, the machine and a guess."""
    costs, part = e.settings.costs, e.judged_on
    counts, n = form.right[part], max(1, len(e.rows[part]))
    yes = guesses_yes(e)
    guess = costs.guessing(yes, counts)
    of_form, of_machine = (costs.of(right[part]) for right in (form.right, e.machine_right))
    return (
        f"A miss costs {costs.miss:g}, a false alarm {costs.false_alarm:g}: it pays to say yes "
        f"from a probability of {percent(costs.worthwhile)} on. On {counted_rows(e)} the errors of "
        f"the {form.called} cost {of_hundred(of_form, n)} per 100 rows, those of the machine "
        f"{of_hundred(of_machine, n)}, and always saying {'yes' if yes else 'no'} "
        f"{of_hundred(guess, n)}."
    )


def measure(e: Explanation) -> str:
    """The name of what the search maximised: the weight alone, or a score made of more."""
    rule = e.found.rule
    by_weight = rule.fitted_to == "weights" and rule.price == 0 and e.rule_choice.side == "for"
    return "weight" if by_weight else "score"


def score_lines(e: Explanation) -> list[tuple[str, str]]:
    """The score that was maximised and the weight in the machine, each with its bound. The bound of
    the score holds for rules of the same kind and length, that of the weight for any rule at all
    (Polato, eq. 7.2).
    """
    rule, most = e.rule, f"no rule of any kind weighs over {e.machine.bound:.6g}"
    weight = f"{e.rule_form.weight:.6g} in the machine; {most}"
    reached = f"{rule.objective:.6g}; no rule of this kind and length has over {rule.bound:.6g}"
    if measure(e) == "weight":
        return [("weight", reached)]
    return [("score", reached), ("score is", score_words(e)), ("weight", weight)]


def elsewhere_words(e: Explanation, on_possible_rows: Sequence[DomainFidelity]) -> str:
    """A sentence if rule and machine agree far less often on other rows, else ""."""
    fidelity = e.rule_form.fidelity[e.judged_on]
    for other in on_possible_rows:
        if other.kind == AT_HAND or other.share.rate >= fidelity.ends[0] - FAR:
            continue
        rows = f"all {other.share.n:,} {NEVER_OCCUR}" if other.kind == EVERY else MADE_UP
        return (
            "Rule and machine agree that often on rows like those of the table. Of "
            f"{rows}, they agree on {percent(other.share.value)} only: on a row unlike any in the "
            "table, ask the machine."
        )
    return ""


def many_looks_words(e: Explanation) -> list[str]:
    """What choosing among several rules by their figures does to these figures, and whether a card
    could be righter.
    """
    looks = "The best of several rules on these rows is a little less right on others."
    if not e.rows["test"]:
        looks = "These are the rows that the rules were made from: on others they do less well."
    if e.points is None and e.settings.form == AUTO and e.rule_choice.never_wrong:
        return [looks, "A card cannot be righter: no row left out in turn was told wrongly."]
    return [looks]


def shorter(e: Explanation) -> RuleCandidate | Length | None:
    """Of the short rules, or cards, that were tried on rows left out in turn the one that was right
    most often; None where the form that comes first is not long, or none was tried.
    """
    first = e.forms[0]
    if len(first.card) <= LONG:
        return None
    tried = first.lengths if isinstance(first, CardForm) else e.rule_choice.curve
    short = [one for one in tried if 0 < one.tests <= SHORT]
    return max(short, key=lambda one: one.hits / one.n, default=None)


def lines_of(one: RuleCandidate | Length) -> int:
    """How many lines it has, about."""
    return round(one.clauses) if isinstance(one, RuleCandidate) else one.terms


def shorter_words(e: Explanation) -> str:
    """How right the short form is that stands beside a long one; "" where there is none."""
    one = shorter(e)
    if one is None:
        return ""
    lines, right = counted(lines_of(one), "line"), percent(one.hits / one.n)
    return f"In {lines} it is right on {right} of the rows left out in turn."


def machine_words(e: Explanation) -> str:
    cost = "hard margin" if e.machine.C == inf else f"C = {e.machine.C:g}"
    support = "support row" if e.machine.landmarks is None else "landmark"
    return f"{e.machine.kernel}, {cost}, {counted(e.machine.support, support)}"


def landmarks_words(e: Explanation) -> str:
    """What training on landmarks lost, as measured; "" where the machine is exact."""
    machine = e.machine
    if machine.landmarks is None:
        return ""
    made = (
        f"The machine compares each row with {counted(len(machine.drawn), 'drawn row')} instead of "
        f"all {len(machine.weights):,}"
    )
    if machine.exact_right is None or machine.exact_right.value is None:
        return f"{made}."
    right = percent(e.machine_right["test"].accuracy.value)
    return (
        f"{made}. It is right in {right} of unseen rows; an exact machine of "
        f"{machine.exact_rows:,} training rows is right in {percent(machine.exact_right.value)}."
    )
