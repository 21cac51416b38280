"""What is proven of a rule, in words: a line of at most 30 words, and what exactly it says."""

from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.proof import proof_words, version_words
from interpret.tell.blocks import Block, Fold, sentences
from interpret.tell.rule.card_proof import EXACTLY

FITTED_TO = {
    "weights": "the machine",
    "labels": "the training rows",
    "mix": "the training rows and the machine together",
    "domain": "the machine",
}


def rule_proof(e: Explanation) -> list[Block]:
    """A line of what is proven, and folded what it says exactly."""
    version = "" if e.rule_version is None else f"{version_words(e.rule_version)}."
    exactly = Fold(EXACTLY, tuple(sentences(proof_words(e))))
    return [*sentences(version, rule_proof_line(e)), exactly]


def rule_proof_line(e: Explanation) -> str:
    """The line: true of the score, whose price lets no longer rule come first for its fit alone."""
    if e.rule.is_draft:
        return "A draft: nothing is proven of this rule."
    if e.rule_version is not None:
        by_hand = "Changed" if e.rule_version.among is None else "Picked"
        return f"{by_hand} by hand: nothing is proven of this rule."
    if e.never_says_yes:
        return "Nothing is proven of a rule that never says yes."
    fitted_to = FITTED_TO[e.rule.fitted_to]
    if e.rule.proven:
        return f"No rule of its kind and length fits {fitted_to} better: proven."
    return f"Not proven: another rule of its kind and length may fit {fitted_to} better."
