"""What is changed by hand beside what stands."""

from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import RULE, CardForm
from interpret.measures import Confusion, percent
from interpret.present.wording import difference
from interpret.shares import Share
from interpret.tell.blocks import Cell, Table
from interpret.tell.rule.card import total_text
from interpret.tell.rule.one_figure import OneFigure, change_words, one_figure
from interpret.tell.rule.words import counted_rows

_FigureRow = tuple[str, str, str, str]  # name, value here, value of the changed one, difference


def compared(e: Explanation, now: Explanation, name: str) -> Table:
    """Each figure of a form on the judged rows, that of the changed one, and the difference."""
    part, before, after = e.judged_on, e.form(name), now.form(name)
    one, other = before.right[part], after.right[part]
    rows = [
        _figures(one_figure(e, one), one_figure(e, other)),
        _shares("sensitivity", one.sensitivity, other.sensitivity),
        _shares("specificity", one.specificity, other.specificity),
        _shares("agrees with the machine", before.fidelity[part], after.fidelity[part]),
        _counts("lines", len(before.clauses), len(after.clauses)),
        _counts("conditions", len(before.card), len(after.card)),
    ]
    if name == RULE:
        change = difference(now.rule_form.weight - e.rule_form.weight, e.machine.bound)
        rows.append(("weight", f"{e.rule_form.weight:.4g}", f"{now.rule_form.weight:.4g}", change))
    by_hand = e.version is not None and e.version.form == name
    shown = f"version {e.version.number}" if e.version and by_hand else "found"
    caption = f"The {before.called}, on {counted_rows(e)}"
    return Table(caption, ["", shown, "changed", "difference"], rows)


def _shares(what: str, before: Share, now: Share) -> _FigureRow:
    change = difference(100 * (now.rate - before.rate), 100) if before.n and now.n else "–"
    return what, percent(before.value), percent(now.value), change


def _figures(before: OneFigure, now: OneFigure) -> _FigureRow:
    return before.name, before.text, now.text, change_words(before, now)


def _counts(what: str, before: int, now: int) -> _FigureRow:
    return what, f"{before:,}", f"{now:,}", difference(now - before)


def changed_words(before: CardForm, now: CardForm) -> str:
    """What the chances of a changed card rest on, and what is not known about it."""
    if now.card == before.card:
        return "Nothing is changed yet."
    if now.card.terms == before.card.terms:
        chances = (
            f"The cut alone has changed, from {total_text(before.card.cut)} to "
            f"{total_text(now.card.cut)}: the chance at each total stays."
        )
    elif not now.chances.slope:
        chances = (
            "Among training rows more points do not make the class more probable: each total has "
            "the same chance."
        )
    else:
        chances = (
            "The chance at each total is learned anew from the training rows alone, so that it is "
            "a little too sure."
        )
    return f"{chances} Nothing is proven of a changed card, and none was tried in validation."


def with_cut_moved(e: Explanation, before: Confusion, moved: Confusion) -> Table:
    """What the rule does as it is, and with a cut moved, on the judged rows."""
    as_it_is, then = one_figure(e, before), one_figure(e, moved)
    rows: list[tuple[str, Cell, Cell]] = [
        (as_it_is.name, as_it_is.text, then.text),
        ("finds", before.true_positive, moved.true_positive),
        ("misses", before.false_negative, moved.false_negative),
        ("false alarms", before.false_positive, moved.false_positive),
    ]
    return Table(f"On {counted_rows(e)}", ["", "as it is", "moved"], rows)
