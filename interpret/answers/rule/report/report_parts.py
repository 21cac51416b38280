"""The parts of a report on one rule: its lines, its rates, what its errors cost, its verdict."""

from collections.abc import Mapping

from interpret.answers.rule.answer.evidence import guesses_yes
from interpret.answers.rule.answer.explanation import Explanation
from interpret.answers.rule.sentences import at_a_glance, words
from interpret.answers.rule.sentences.beside_truth import CASE_HEAD, case_rows, rows_beside
from interpret.answers.rule.study.stability import Stability
from interpret.answers.rule.study.study import Study
from interpret.measures import EVEN, Confusion, Effects
from interpret.present import wording
from interpret.shares import Share
from interpret.tell import html as markup
from interpret.tell import svg


def rule_as_lines(e: Explanation, study: Study | None = None) -> str:
    """The rule line by line, each with how often it is right and how often it came back."""
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
    return svg.bar(parts, most, (132, 10))


def _right(share: Share) -> str:
    return at_a_glance.right_words(share).replace(" ", "\N{NO-BREAK SPACE}")


def stable(shown: Stability) -> str:
    """Whether the rule comes back on other samples; the lines of the rule say how often each."""
    if not shown.overlap:
        return ""
    mean = sum(shown.overlap) / len(shown.overlap)
    return markup.tag("h2", "Would other rows give the same rule?") + markup.tag(
        "p",
        f"Machine and rule were found anew on {len(shown.overlap)} samples of 80 % of the training "
        "rows. The rows that such a rule covers and those that this one covers overlap by "
        f"{wording.percent(mean)} on average. How often a line came back, itself or one that "
        "covers nearly the same rows, stands beside it.",
    )


def rates(e: Explanation) -> str:
    head, rows = words.rates_rows(e, e.judged_on)
    forms: dict[str, tuple[Mapping[str, Confusion], Mapping[str, Share]]] = {
        "machine": (e.machine_right, {}),
        "rule": (e.rule_right, e.fidelity),
    }
    if e.points is not None:
        forms["card"] = e.points.right, e.points.fidelity
    agrees = [forms[name][1].get(e.judged_on) for name in head]
    rows += [
        ["agrees with the machine", *("" if one is None else share(one) for one in agrees)],
        ["right on the training rows", *(share(forms[name][0]["train"].accuracy) for name in head)],
    ]
    guess = wording.percent(e.majority[e.judged_on].value)
    caption = (
        f"On {words.rows_words(e)}, with 95 % intervals; always the more frequent class is right "
        f"on {guess}"
    )
    return markup.table(caption, ["", *head], rows)


def costs(e: Explanation) -> str:
    """What the errors of rule, machine and of always saying the same come to."""
    costs, part = e.settings.costs, e.judged_on
    rule, machine = e.rule_right[part], e.machine_right[part]
    if costs == EVEN or not rule.n:
        return ""
    yes = guesses_yes(e)
    positives = rule.true_positive + rule.false_negative
    effect = e.majority[part].effect
    effects = Effects(missed=effect, false_alarm=effect)
    guess = (
        Confusion(positives, rule.n - positives, 0, 0, effects)
        if yes
        else Confusion(0, 0, positives, rule.n - positives, effects)
    )
    ways = (("rule", rule), ("machine", machine), (f"always {'yes' if yes else 'no'}", guess))
    rows = []
    for name, counts in ways:
        low, high = costs.between(counts)
        cost = f"{costs.of(counts) / counts.n:.3g} ({low:.3g} to {high:.3g})"
        rows.append([name, f"{counts.false_negative:,}", f"{counts.false_positive:,}", cost])
    caption = f"A miss costs {costs.miss:g}, a false alarm {costs.false_alarm:g}; 95 % intervals"
    head = ["", "misses", "false alarms", "cost of a row"]
    return markup.tag("h2", "What do its errors cost?") + markup.table(caption, head, rows)


def beside_truth(e: Explanation) -> str:
    """The rule beside the model it was fitted to, and both beside the truth."""
    caption = f"On {words.rows_words(e)}, with 95 % intervals"
    section = markup.tag("h2", "How do rule, model and truth agree?")
    section += markup.table(caption, ["", "model", "rule"], list(map(list, rows_beside(e))))
    if e.truth is None:
        return section
    rows = f"What model, rule and truth say, on {words.rows_words(e)} with a true class"
    return section + markup.table(rows, CASE_HEAD, case_rows(e))


def share(part: Share) -> str:
    return wording.share_words(part).replace(" %", "\N{NO-BREAK SPACE}%")
