"""The answer in words: the rule in the user's own values, the verdict, what is proven.

Plain text: whoever shows it escapes it for where it goes.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf

from interpret.answer.explanation import Explanation
from interpret.answer.spelled import monotone_length
from interpret.data.table import Table
from interpret.fit.finding import MUCH_SHORTER, other_side
from interpret.measures import Confusion, Share
from interpret.rules.logic import Between, Clause, Formula, Is, IsNot, Test, Value
from interpret.study.domain_fidelity import AT_HAND, EVERY, DomainFidelity

REPLACES = 0.995  # fidelity from which the rule can stand in for the machine
SUMMARISES = 0.9
SKETCHES = 0.75
UNEVEN, POOR = 0.8, 0.75  # share of the commoner class; balanced accuracy
FAR = 0.05
FITTED = {
    "weights": "the machine's own weights",
    "labels": "the labels",
    "mix": "the labels and the machine's decisions",
    "domain": "the machine's decisions on possible rows",
}


@dataclass(frozen=True)
class Verdict:
    """What to think of the rule: a headline, a sentence, and whether it is good news."""

    headline: str
    sentence: str
    good: bool


def class_name(target: str, values: tuple[Value, ...]) -> str:
    """The class as people say it: "x wins = yes"."""
    return f"{target} = {one_of(values)}"


def test_words(test: Test) -> str:
    match test:
        case Is(attribute, values):
            return f"{attribute} is {one_of(values)}"
        case IsNot(attribute, values):
            return f"{attribute} is not {one_of(values)}"
        case Between(attribute, above, to):
            if to == inf:
                return f"{attribute} > {above:.15g}"
            low = f"{above:.15g} < " if above > -inf else ""
            return f"{low}{attribute} ≤ {to:.15g}"


def clause_words(clause: Clause) -> str:
    return " and ".join(map(test_words, clause.tests)) or "always"


def rule_lines(formula: Formula) -> tuple[str, ...]:
    """The rule, one clause a line; of a denied formula, what must not hold.

    A rule without clauses is never or always.
    """
    if not formula.clauses:
        return ("always",) if formula.denied else ("never",)
    lines = [clause_words(clause) for clause in formula.clauses]
    return (lines[0], *(f"or {line}" for line in lines[1:]))


def heading(e: Explanation) -> str:
    """What stands above the rule's lines: "x wins = yes when"."""
    joined = "unless" if e.rule.formula.denied else "when"
    return f"{class_name(e.target, e.positive)} {joined}"


def choice_words(e: Explanation) -> str:
    """How the rule was fitted, and what that was measured by."""
    choice, sides = e.rule_choice, {"for": "the class", "against": "the other class, denied"}
    languages = {"monotone": "only what is", "values": "also what is not, and ranges"}
    way = (
        f"fitted to {FITTED[choice.fit_to]}, describing {sides[choice.side]}, "
        f"saying {languages[choice.language]}, price of a test {choice.price:g}"
    )
    by = f"; chosen by {choice.folds}-fold cross-validation of the rule" if choice.folds else ""
    return way + by


def length_words(formula: Formula) -> str:
    return f"{_count(len(formula.clauses), 'clause')}, {_count(len(formula), 'test')}"


def percent(value: float | None, digits: int = 1) -> str:
    return "–" if value is None else f"{100 * value:.{digits}f} %"


def share_words(share: Share) -> str:
    """A share with its interval: "97.2 % (94.6 to 98.6)"."""
    if share.value is None:
        return "–"
    low, high = share.interval
    return f"{percent(share.value)} ({100 * low:.1f} to {100 * high:.1f})"


def judged_on(e: Explanation) -> str:
    """The rows that the figures shown first are on."""
    return "test" if e.rows["test"] else "train"


def rows_words(e: Explanation) -> str:
    return "unseen rows" if e.rows["test"] else "the training rows"


def rates(counts: Confusion) -> dict[str, str]:
    """Every rate of a confusion by its name, with intervals where it is a share of rows."""
    return {
        "right": share_words(counts.accuracy),
        "balanced accuracy": percent(counts.balanced_accuracy),
        "sensitivity (recall)": share_words(counts.sensitivity),
        "specificity": share_words(counts.specificity),
        "positive predictive value (precision)": share_words(counts.positive_predictive_value),
        "negative predictive value": share_words(counts.negative_predictive_value),
        "F1": percent(counts.f1),
    }


def both_rates(e: Explanation, part: str) -> list[tuple[str, str, str]]:
    """Each rate with what it is of the machine and of the rule.

    A verdict of two values has a ROC curve of two lines, whose area is the balanced accuracy.
    """
    machine, rule = rates(e.machine_right[part]), rates(e.rule_right[part])
    areas = (e.machine_auc[part], e.rule_right[part].balanced_accuracy)
    shown = ["–" if area is None else f"{area:.3f}" for area in areas]
    return [(name, machine[name], rule[name]) for name in rule] + [
        ("area under the ROC curve (AUC)", *shown)
    ]


def right_share(e: Explanation, counts: Confusion) -> float:
    """How right a verdict is by the measure that the settings choose by."""
    balanced = counts.balanced_accuracy if e.settings.class_weight == "balanced" else None
    return counts.accuracy.value if balanced is None else balanced


def verdict(e: Explanation) -> Verdict:
    """What to think of the rule; of uneven classes also how it does on each alike."""
    found = _verdict(e)
    return replace(found, sentence=f"{found.sentence} {_uneven(e, found.sentence)}".rstrip())


def _uneven(e: Explanation, said: str) -> str:
    """What accuracy hides where nearly all rows are of one class; "" where they are not.

    said: what was said before, as to the guess too.
    """
    counts = e.rule_right[judged_on(e)]
    balanced, share = counts.balanced_accuracy, e.majority[judged_on(e)].value
    if balanced is None or share < UNEVEN or e.settings.class_weight == "balanced":
        return ""
    hint = ""
    if balanced < POOR:
        hint = "; with class weight balanced the rarer class would count as much as the other"
    guess = f"guessing the more frequent one is right in {percent(share)}. Counting"
    return (
        f"The classes are uneven: {'counting' if 'guessing' in said else guess} both classes alike "
        f"the rule is right in {percent(balanced)} (balanced accuracy, 50 % by guessing){hint}."
    )


def _verdict(e: Explanation) -> Verdict:
    part = judged_on(e)
    fidelity, majority = e.fidelity[part].value, e.majority[part].value
    rule, machine = right_share(e, e.rule_right[part]), right_share(e, e.machine_right[part])
    surely, rows, alike = e.rule_right[part].accuracy.interval[0], rows_words(e), ""
    if e.settings.class_weight == "balanced" and e.rule_right[part].balanced_accuracy is not None:
        majority, surely, alike = 0.5, rule, ", counting both classes alike"
        rows = f"{rows}{alike},"
    if machine <= majority < surely:
        return Verdict(
            "The rule tells more than the machine",
            f"On {rows} the rule is right in {percent(rule)}, the machine itself in "
            f"{percent(machine)}, and always guessing the more frequent class in "
            f"{percent(majority)}.",
            True,
        )
    if machine <= majority:
        return Verdict(
            "The machine has learned nothing to explain",
            f"On {rows} it is right in {percent(machine)}, and always guessing the more frequent "
            f"class is right in {percent(majority)}.",
            False,
        )
    if rule <= majority:
        return Verdict(
            "No rule within the limits is better than guessing",
            f"On {rows} the rule is right in {percent(rule)}, guessing the more frequent class in "
            f"{percent(majority)}, and the machine itself in {percent(machine)}.",
            False,
        )
    missed, rows = round(100 * (1 - fidelity)), rows_words(e)
    as_often = f"It decides {percent(fidelity)} of {rows} as the machine does"
    if rule >= machine and SUMMARISES <= fidelity < REPLACES:
        return Verdict(
            "You can replace the machine by this rule",
            f"{as_often}, and it is right as often or more{alike}: in {percent(rule)} against "
            f"{percent(machine)}.",
            True,
        )
    if fidelity >= REPLACES:
        every = f"It decides all {rows} as the machine does" if fidelity == 1 else as_often
        return Verdict("You can replace the machine by this rule", f"{every}.", True)
    if fidelity >= SUMMARISES:
        return Verdict(f"A good summary: it misses {missed} in 100", f"{as_often}.", True)
    if fidelity >= SKETCHES:
        return Verdict(
            f"A rough sketch: it misses {missed} in 100",
            f"{as_often}. The rest of what the machine does has no short rule within the limits.",
            False,
        )
    return Verdict(
        "No short rule exists",
        f"The machine uses something that rules within the limits cannot say briefly: the best "
        f"found agrees with it on {percent(fidelity)} of {rows}.",
        False,
    )


def proof_words(e: Explanation) -> str:
    """What is proven of the rule, and what that does not mean."""
    rule, limit = e.rule, e.rule_choice
    tests = _count(limit.literals, "test")
    limits = f"at most {_count(limit.clauses, 'clause')} of at most {tests}"
    fitted = "weighs more in this machine" if rule.fitted_to == "weights" else "fits better"
    if rule.proven:
        return (
            f"Proven: no rule of {limits} {fitted}. It says what the machine decides by, "
            "not that the world works so."
        )
    if rule.bound <= 0:
        return f"No rule of {limits} is worth its tests."
    below = percent(rule.gap / rule.bound)
    return f"Not proven: the best rule of {limits} may be better by up to {below} of the bound."


def elsewhere_words(e: Explanation, asked: Sequence[DomainFidelity]) -> str:
    """That rule and machine agree far less often on other rows, "" where they do not."""
    fidelity = e.fidelity[judged_on(e)]
    for other in asked:
        if other.kind == AT_HAND or other.share.value >= fidelity.interval[0] - FAR:
            continue
        rows = f"all {other.share.n:,} possible rows" if other.kind == EVERY else "made-up rows"
        return (
            f"That is about rows like these: of {rows} they agree on {percent(other.share.value)} "
            "only. On a row unlike any in the table, ask the machine."
        )
    return ""


def monotone_words(formula: Formula, table: Table) -> str:
    """That one value for each column would take a much longer rule, "" where it would not."""
    clauses, tests = monotone_length(formula, table)
    if len(formula) > MUCH_SHORTER * tests:
        return ""
    return (
        "Said with what is alone, without what is not, sets and ranges, the rule would take "
        f"{_count(clauses, 'clause')} and {_count(tests, 'test')}."
    )


def other_side_words(e: Explanation) -> str:
    """That a rule of the other class, denied, is much shorter, "" where none is."""
    other = other_side(e.rule_choice)
    if other is None:
        return ""
    described = e.negative if e.rule_choice.side == "for" else e.positive
    return (
        f"A rule that describes {class_name(e.target, described)} is much shorter: about "
        f"{other.promised:.0f} tests instead of {e.rule_choice.promised:.0f}. It is shown further "
        "down; the settings choose the side."
    )


def machine_words(e: Explanation) -> str:
    cost = "hard margin" if e.machine.C == inf else f"C = {e.machine.C:g}"
    support = "support row" if e.machine.landmarks is None else "landmark"
    return f"{e.machine.kernel}, {cost}, {_count(e.machine.support, support)}"


def landmarks_words(e: Explanation) -> str:
    """What training on landmarks lost, as measured; "" where the machine is exact."""
    machine = e.machine
    if machine.landmarks is None:
        return ""
    made = (
        f"Trained on {_count(len(machine.drawn), 'landmark')} of {len(machine.weights):,} rows, "
        "of which every one has its weight"
    )
    if machine.exact_right is None or machine.exact_right.value is None:
        return f"{made}."
    right = percent(e.machine_right["test"].accuracy.value)
    return (
        f"{made}; right in {right} of unseen rows, where an exact machine of "
        f"{machine.exact_rows:,} training rows is right in {percent(machine.exact_right.value)}."
    )


def one_of(values: tuple[Value, ...]) -> str:
    shown = ["empty" if value is None else value for value in values]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} or {shown[-1]}"


def _count(n: int, thing: str) -> str:
    return f"{n:,} {thing}" if n == 1 else f"{n:,} {thing}s"
