"""Behind an answer: how machine and rule were chosen, what the search reached, what was studied.

The page's tab on the machine and the appendix of the report show the same blocks.
"""

from collections.abc import Sequence

from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.proof import kind_words, limits_words, score_words, version_words
from interpret.forms.study.conjunctions import Heaviest
from interpret.forms.study.domain_fidelity import AT_HAND, EVERY, DomainFidelity
from interpret.forms.study.study import Study
from interpret.present import wording
from interpret.rules.logic import Between
from interpret.rules.search import SEARCHES
from interpret.tell.blocks import Block, Heading, Table, sentences
from interpret.tell.rule.card import outer_words
from interpret.tell.rule.choices import choices

UNKNOWN = "The run was stopped before this was known."
HEAVIEST = (
    "These are the heaviest of the conjunctions that need each of their tests: without any one of "
    "them, they would weigh less."
)
REDRAWN = (
    "This is how often the machine's verdict changes when the values of one attribute are drawn "
    "anew, each as often as it occurs in the table (relevance to a hypothesis, Polato, definition "
    "7.2)."
)


def chosen(e: Explanation) -> list[Block]:
    """Every choice that was open, with what it was measured against."""
    rows = [[one.what, one.asked, one.taken, one.measured] for one in choices(e)]
    head = ["", "asked for", "taken", "measured against"]
    balanced = e.settings.class_weight == "balanced"
    alike = "Both classes count alike, so what is right is the balanced accuracy." * balanced
    return [Table("Choices", head, rows), *sentences(alike, outer_words(e), quiet=True)]


def reached(e: Explanation) -> list[Block]:
    """Among which rules was searched, what was maximised and reached, and what the rule weighs."""
    rule = e.best.rule
    changed = [f"{version_words(e.rule_version)}, stands in place of it."] if e.rule_version else []
    said = sentences(
        f"The search looked among {kind_words(e)}, of {limits_words(e)}. It maximised "
        f"{score_words(e)}. It reached {rule.objective:.6g}, and no such rule can reach more than "
        f"{rule.bound:.6g}.",
        *changed,
        f"The rule's weight in the machine, Σ y α over the rows that it covers, is {e.weight:.6g}, "
        f"whatever it was fitted to. No rule of any kind weighs more than {e.machine.bound:.6g}, "
        "which is Σ α over the positive rows.",
    )
    rows = [
        (
            f"{SEARCHES[found.search].curve}, {found.seconds:.2f} s",
            f"{found.rule.objective:.6g}",
            f"{found.rule.bound:.6g}",
            wording.length_words(found.rule.formula),
            "draft" if found.rule.is_draft else found.rule.stopped_by,
        )
        for found in e.found
    ]
    head = ["", "score", "at most", "length", "stopped by"]
    return [*said, Table("What each search found", head, rows)]


def elsewhere(study: Study) -> list[Block]:
    """How often rule and machine agree on rows that are not in the table."""
    said = list(map(_agreement, study.on_possible_rows)) or [UNKNOWN]
    return [Heading("Does it say what the machine says elsewhere?"), *sentences(*said)]


def _agreement(agreement: DomainFidelity) -> str:
    share = agreement.share
    if agreement.kind == EVERY:
        return (
            f"Rule and machine agree on {wording.percent(share.value)} of all {share.n:,} rows "
            "that these values can make. This is exact, but many of these rows may never occur."
        )
    if agreement.kind == AT_HAND:
        return (
            f"On the {share.n:,} rows that the machine was trained on, they agree on "
            f"{wording.percent(share.value)}."
        )
    return (
        f"There are too many possible rows to list, so {share.n:,} rows were made up, each value "
        "drawn by itself as often as it occurs in the table. Rule and machine agree on "
        f"{wording.share_words(share)} of them. This is an estimate, and many of these rows may "
        "never occur."
    )


def stable(study: Study) -> list[Block]:
    """Whether the rule comes back when it is found anew on samples of the training rows."""
    stability = study.stability
    if not stability.overlap:
        return []
    n = len(stability.overlap)
    rows = f"{study.rows:,}" if study.rows else "the"
    tests = (test for returns in stability.clauses for test in returns.clause.tests)
    cut = ", with numbers cut as here" * any(isinstance(test, Between) for test in tests)
    said = (
        f"Machine and rule were found anew on {n} samples of 80 % of {rows} training rows{cut}. "
        "The rows that such a rule covers and those that this one covers overlap by "
        f"{wording.percent(sum(stability.overlap) / n)} on average. A line came back where a "
        "sample's rule has it, or one that covers nearly the same rows."
    )
    return [Heading("Would other rows give the same rule?"), *sentences(said)]


def returns(study: Study) -> list[Block]:
    """How often each clause of the rule came back, itself or nearly."""
    rows = [
        (
            wording.clause_words(one.clause),
            *(wording.percent(share.value, 0) for share in (one.same, one.nearly)),
        )
        for one in study.stability.clauses
    ]
    title = "How often each line came back on other samples"
    return [Table(title, ["line of this rule", "came back", "or nearly"], rows)] if rows else []


def returns_words(study: Study | None) -> Sequence[str]:
    """For each clause of the rule how often it came back; nothing where that is not known."""
    if study is None or not study.stability.overlap:
        return ()
    return [f"{wording.percent(one.nearly.value, 0)} came back" for one in study.stability.clauses]


def heaviest(e: Explanation, study: Study) -> list[Block]:
    """The conjunctions that weigh most, and on which columns the machine depends."""
    blocks: list[Block] = [Heading("The heaviest conjunctions", 3), *sentences(HEAVIEST)]
    sides = (("for", e.yes_words), ("against", e.no_words))
    blocks += [_heaviest(name, study.heaviest[side]) for side, name in sides]
    rows = [(one.attribute, wording.share_words(one.changed)) for one in study.relevance]
    title = "Which columns the machine depends on"
    table = Table(title, ["", "verdict changes"], rows)
    return [*blocks, Heading(title, 3), *sentences(REDRAWN), table]


def _heaviest(name: str, of_side: Heaviest) -> Table:
    complete = "" if of_side.exact else " (perhaps not all, because there are too many to try)"
    rows = [(str(one.clause), f"{one.weight:.4g}", one.rows) for one in of_side.conjunctions]
    return Table(f"For {name}{complete}", ["", "weight", "training rows"], rows)
