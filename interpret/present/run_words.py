"""Runs in a few words, from what is stored of them: what was asked, and what came of it."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from interpret.answer.record import restore
from interpret.lab.compare import restore as restore_comparison
from interpret.lab.learn import restore as restore_learnt
from interpret.present import words

KINDS = {"explain": "a rule", "compare": "kernels compared", "learn": "a kernel learnt"}
OTHER_VERSION = "stored by another version"


def asked_words(kind: str, spec: Mapping[str, Any]) -> str:
    """What a run of one of KINDS looks at: the class, and what of it."""
    settings = spec["settings"]
    target, positive = settings["target"] or "last column", settings["positive"]
    asked = words.class_name(target, tuple(positive)) if positive else target
    if kind == "compare":
        n = len(spec["kernels"])
        return f"{n} kernel{'s' * (n > 1)} compared on {asked}"
    return f"a kernel learnt for {asked}" if kind == "learn" else asked


def result_words(kind: str, result: dict[str, Any] | None) -> str:
    """What a run of one of KINDS came to, its figure first; nothing where nothing came yet."""
    if not result:
        return ""
    try:
        return {"explain": _rules, "compare": _best_kernel, "learn": _best_way}[kind](result)
    except (KeyError, TypeError, ValueError):
        return OTHER_VERSION


def duration_words(duration: timedelta) -> str:
    """How long something took, in the unit that suits it: 0.8 s, 12 s, 3 min 5 s, 2 h 4 min."""
    seconds = duration.total_seconds()
    if seconds < 10:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    if not minutes:
        return f"{rest} s"
    hours, of_hour = divmod(minutes, 60)
    return f"{hours} h {of_hour} min" if hours else f"{minutes} min {rest} s"


def _rules(result: dict[str, Any]) -> str:
    found = restore(result)
    right = [e.rule_right[words.judged_on(e)].accuracy.value or 0.0 for e in found]
    if len(found) == 1:
        return f"{words.percent(right[0])} right, {words.length_words(found[0].rule.formula)}"
    return f"{100 * min(right):.1f} to {words.percent(max(right))} right, {len(found)} rules"


def _best_kernel(result: dict[str, Any]) -> str:
    best = max(restore_comparison(result).kernels, key=lambda own: own.auc)
    return f"AUC {best.auc:.3f}, best {best.kernel}"


def _best_way(result: dict[str, Any]) -> str:
    learnt = restore_learnt(result)
    if not learnt.ways:
        return f"{len(learnt.formulas)} formulas"
    best = learnt.best
    auc = "" if best.auc is None else f"AUC {best.auc:.3f}, "
    return f"{auc}ratio {best.ratio:.4g}, {best.name}"
