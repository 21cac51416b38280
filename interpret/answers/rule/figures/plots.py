"""The figures of an answer by their names, as a notebook asks for them."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import plotly.graph_objects as go

from interpret.answers.points.shown import figures as points_figures
from interpret.answers.rule.figures import (
    choice_figures,
    evolution_figures,
    figures,
    operating_figures,
)
from interpret.answers.rule.figures.class_figures import overlap
from interpret.answers.rule.figures.clause_overlap import clause_overlap, drawn_overlap
from interpret.answers.rule.figures.dots import hundred
from interpret.answers.rule.figures.length_figures import (
    cards_tried,
    lengths,
    rules_that_agree,
    rules_tried,
)
from interpret.answers.rule.figures.simple_ways import simple_ways
from interpret.answers.rule.sentences import words
from interpret.answers.rule.sentences.several import several
from interpret.data.complaints import DataError, listed, quoted
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.card_figures import CardFigures
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.operating import benefits, probabilities, reliability
from interpret.forms.answer.relevance import literal_weights
from interpret.forms.study.study import Study
from interpret.present import wording
from interpret.rules.trade_off import FrontPoint
from interpret.tell.blocks import Chart


class SvgFigure(str):
    """A figure as SVG, which a notebook shows; str(picture) can be written to a file."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return str(self)


Drawing: TypeAlias = Chart | SvgFigure


def _search(e: Explanation) -> Chart:
    curves = {found.search: found.curve for found in e.found}
    return figures.race(curves, e.best.rule.bound, words.measure(e))


def _confusions(e: Explanation) -> Chart:
    part, yes = e.judged_on, wording.one_of(e.positive)
    no = wording.one_of(e.negative) if len(e.negative) == 1 else f"not {yes}"
    counted = e.machine_right[part], e.forms[0].right[part]
    return figures.confusions(*counted, yes, no, e.forms[0].called)


def _machines(e: Explanation) -> Chart | None:
    choice = e.machine_choice
    if not choice.candidates:
        return None
    return choice_figures.machines(choice.candidates, choice.kernel, choice.C)


def _prices(e: Explanation) -> Chart | None:
    choice = e.rule_choice
    return choice_figures.prices(choice.path, choice.price) if len(choice.path) > 1 else None


def _lengths(e: Explanation) -> Chart | None:
    if len(e.rule_choice.curve) < 2:
        return None
    return lengths((rules_tried(e.rule_choice), cards_tried(e.points)))


def _generations(e: Explanation) -> Chart | None:
    for found in e.found:
        if found.evolution is not None:
            log = found.evolution.generations
            return evolution_figures.generations(log, found.rule.bound)
    return None


def _descent(e: Explanation) -> Chart | None:
    for found in e.found:
        if found.evolution is not None:
            return evolution_figures.descent(found.evolution)
    return None


def _relevance(a: Answer) -> Chart:
    e = a.explanation
    weights = literal_weights(a.train.table, e.attributes, e.machine.weights)
    return figures.relevance(weights)


def _roc(a: Answer) -> Chart | None:
    counts = a.explanation.rule_right[a.judged.name]
    specificity, sensitivity = counts.specificity.value, counts.sensitivity.value
    if specificity is None or sensitivity is None:
        return None
    return operating_figures.roc(a.judged.scores, a.judged.y, (1 - specificity, sensitivity))


def _reliability(a: Answer) -> Chart:
    probability = probabilities(a.train.scores, a.train.y, a.judged.scores)
    return operating_figures.reliability(reliability(probability, a.judged.y, a.judged.groups))


def _decision_curve(a: Answer) -> Chart:
    e = a.explanation
    probability = probabilities(a.train.scores, a.train.y, a.judged.scores)
    curve = benefits(probability, e.rule.formula.holds(a.judged.table), a.judged.y)
    return operating_figures.decision_curve(curve, e.settings.costs.worthwhile)


def _front(points: Sequence[FrontPoint]) -> Chart | None:
    if len(points) < 2:
        return None
    knee = next((i for i, point in enumerate(points) if point.knee), len(points) - 1)
    return lengths((rules_that_agree(points, knee),))


def _lines(a: Answer) -> SvgFigure | None:
    shown = clause_overlap(a)
    return SvgFigure(drawn_overlap(shown)) if len(a.explanation.rule.formula.clauses) > 1 else None


def _of_card(
    draw: Callable[[Explanation, CardFigures], str],
) -> Callable[[Explanation], Drawing | None]:
    """A figure of the card; None where there is none."""
    return lambda e: None if e.points is None else SvgFigure(draw(e, e.points))


def _totals(a: Answer) -> SvgFigure | None:
    e = a.explanation
    if e.points is None:
        return None
    shown = points_figures.totals_of(a, e.points)
    return SvgFigure(points_figures.totals(e, shown, e.points.card.cut))


OF_DOCUMENT: dict[str, Callable[[Explanation], Drawing | None]] = {
    "rows": lambda e: SvgFigure(hundred(e, e.first)),
    "confusions": _confusions,
    "calibration": _of_card(points_figures.calibration),
    "conditions": _of_card(lambda _, card: points_figures.worth(card)),
    "search": _search,
    "machines": _machines,
    "prices": _prices,
    "lengths": _lengths,
    "generations": _generations,
    "descent": _descent,
}
OF_ROWS: dict[str, Callable[[Answer], Drawing | None]] = {
    "lines": _lines,
    "totals": _totals,
    "relevance": _relevance,
    "roc": _roc,
    "reliability": _reliability,
    "decision_curve": _decision_curve,
}
OF_STUDY: dict[str, Callable[[Explanation, Study], Drawing | None]] = {
    "simple_ways": lambda e, study: SvgFigure(simple_ways(e, study)),
    "front": lambda e, study: _front(study.front),
}
OVERLAP = "overlap"


def plotted(
    name: str, e: Explanation, a: Answer | None, study: Study | None = None
) -> go.Figure | SvgFigure:
    """The figure of that name; a DataError where this answer has none.

    a: None of a document; study: of the answer, where the figure is of OF_STUDY.
    """
    if name in OF_DOCUMENT:
        drawing: Drawing | None = OF_DOCUMENT[name](e)
    elif name in OF_ROWS and a is not None:
        drawing = OF_ROWS[name](a)
    elif name in OF_STUDY and study is not None:
        drawing = OF_STUDY[name](e, study)
    elif name in {*OF_ROWS, *OF_STUDY}:
        raise DataError(
            f"The figure {quoted(name)} is of rows, which an answer read from a document does not "
            f"have. There are {listed(map(quoted, OF_DOCUMENT))}."
        )
    else:
        known = listed(map(quoted, (*OF_DOCUMENT, *OF_ROWS, *OF_STUDY, OVERLAP)))
        raise DataError(f"There is no figure {quoted(name)}. Figures are {known}.")
    if drawing is None:
        raise DataError(
            f"This answer has no figure {quoted(name)}: what it would show was given and not "
            "chosen, no such search ran, or there is no card of points. Choose another figure."
        )
    return drawing.figure if isinstance(drawing, Chart) else drawing


def overlapping(answers: Sequence[Answer]) -> go.Figure:
    """How many rows each two rules share; a DataError unless there are several."""
    if len(answers) < 2:
        raise DataError("Rows are shared by several rules, and there is one rule alone.")
    names = [wording.one_of(a.explanation.positive) for a in answers]
    return overlap(names, several(answers).together).figure
