"""What is proven of a rule and of a card: a line for the page, and what exactly it says."""

from math import ceil, floor

from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import CardForm, Form
from interpret.forms.answer.proof import BY_HAND, proof_words
from interpret.rules.cards.proof import Proof
from interpret.tell.blocks import Block, Fold, sentences

FITTED_TO = {
    "weights": "the machine",
    "labels": "the training rows",
    "mix": "the training rows and the machine together",
    "domain": "the machine",
}
EXACTLY = "What exactly is proven?"


def proof(e: Explanation, form: Form) -> list[Block]:
    """A line of what is proven, and folded what it says exactly; nothing where nothing is."""
    line = proven_words(e, form)
    if not line:
        return []
    exactly = [proof_words(e)]
    if isinstance(form, CardForm):
        exactly = list(proof_scope(form.proof)) if form.proof else []
    fold = [Fold(EXACTLY, tuple(sentences(*exactly)))] if exactly else []
    return [*sentences(line), *fold]


def is_proven(e: Explanation, form: Form) -> bool:
    """Whether no other rule of its kind, or no other points for its lines, can be better."""
    if isinstance(form, CardForm):
        return form.proof is not None and form.proof.points_proven
    return e.rule.proven and not e.never_says_yes


def proven_words(e: Explanation, form: Form) -> str:
    """The line; "" where nothing is proven of a card.

    Of a rule it is true of the score, whose price lets no longer rule come first for its fit alone.
    """
    if form.by_hand:
        return BY_HAND
    if isinstance(form, CardForm):
        return "" if form.proof is None else proof_line(form.proof)
    if e.rule.is_draft:
        return "A draft: nothing is proven of this rule."
    if e.never_says_yes:
        return "Nothing is proven of a rule that never says yes."
    fitted_to = FITTED_TO[e.rule.fitted_to]
    if e.rule.proven:
        return f"No rule of its kind and length fits {fitted_to} better: proven."
    return f"Not proven: another rule of its kind and length may fit {fitted_to} better."


def proof_line(proof: Proof) -> str:
    """What is proven of a card's points; "" where nothing is."""
    better = "better" if proof.points_proven else _better(proof.objective, proof.of_points)
    if not better:
        return ""
    return f"No other points from {_range(proof)} fit the training rows {better}: proven."


def proof_scope(proof: Proof) -> tuple[str, ...]:
    """What exactly the line says, in sentences."""
    sentences = [
        "How well points fit is the mean logarithmic loss over the training rows, each as it "
        "counts, against what the card was fitted to, with the scale and the offset that suit the "
        "points best"
        + (
            ", and a small penalty on large points, the same for every card: "
            f"{proof.ridge / 2:.3g} times the sum of their squares in that scale. "
            f"It is {proof.objective:.4g} for this card, {proof.loss:.4g} of it the loss. "
            if proof.ridge
            else f": {proof.loss:.4g} for this card. "
        )
        + "What differs by no more than a millionth is called equal.",
    ]
    if proof.points_proven:
        sentences.append(
            f"Of all whole points from {_range(proof)} for these very lines, 0 included, none "
            "fit better: every choice was ruled out by a bound or looked at."
        )
    elif _better(proof.objective, proof.of_points):
        sentences.append(
            f"Whether other whole points from {_range(proof)} for these very lines fit better is "
            "not decided: the search ended before. None come below "
            f"{_down(proof.of_points)}."
        )
    if proof.of_clauses is None:
        sentences.append(
            f"Nothing is proven of other lines: the search of all {_clauses(proof)} ended before "
            "it had a bound."
        )
    elif better := _better(proof.loss, proof.of_clauses):
        sentences.append(
            "A sum may have any number of lines of the chosen language with any real weights, "
            "as long as the sizes of the weights add up to no more than the card's own do in the "
            f"scale of the loss, {_down(proof.total)}. No such sum of "
            f"{_clauses(proof)} has a loss below {_down(proof.of_clauses)}: none fits the "
            f"training rows {better}. A sum of more lines may fit training rows better than a "
            "short card does, and need not be right more often on others."
        )
    if proof.demanded:
        sentences.append("Other points and sums keep to what was demanded, as the card does.")
    return tuple(sentences)


def _clauses(proof: Proof) -> str:
    return (
        "single conditions"
        if proof.literals == 1
        else f"lines of up to {proof.literals} conditions"
    )


def _range(proof: Proof) -> str:
    return f"−{proof.range} to {proof.range}"


def _better(loss: float, bound: float) -> str:
    """How much better something may be at most, rounded up; nothing where there is no bound."""
    if Proof.reaches(loss, bound):
        return "better"
    tenths = ceil(1000 * (loss - bound) / loss)
    if tenths >= 1000:
        return ""
    share = f"{tenths / 10:.1f}" if tenths < 10 else f"{ceil(tenths / 10)}"
    return f"more than {share} % better" if share != "100" else ""


def _down(bound: float) -> str:
    """A bound or a total, rounded down, so that the sentence stays true."""
    return f"{floor(bound * 1e6) / 1e6:.6f}"
