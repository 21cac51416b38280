"""Rulescope for Python: from a DataFrame, or arrays, to the rule inside a machine trained on it.

    from rulescope import RuleClassifier, explain, explain_model, load

    found = explain(frame, target="class")       # finds what the command line finds
    found.rules_, found.rules_frame(X, y)        # the rules as values; clauses with their figures
    found.to_sql(), found.to_python()            # exports
    RuleClassifier(seed=1).fit(X, y).predict(X)  # a scikit-learn estimator
    PointsClassifier().fit(X, y).card_           # another one: clauses with points that add up
    explain_model(model, X, y)                   # a rule for any model that predicts
    load("answer.json").predict(X)               # scores rows with a document alone

`classifier.py` has the estimators. `learning.py` reads the arguments of fit and finds rules and
cards, and `scoring.py` applies them to rows. `stored.py` reads documents. `__main__.py` is the
command `rulescope` (`python -m rulescope`), and `commands.py` opens the dashboard and checks
answers. All of them call `interpret`, `jobs` and `dashboard`. In the wheel those packages are
inside this one, so that they hide no other project's `interpret` (`hatch_build.py`).
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from interpret.forms.own_model import explain_model
    from rulescope.classifier import PointsClassifier, RuleClassifier, explain
    from rulescope.stored import StoredNumber, StoredRules, load

__all__ = [
    "PointsClassifier",
    "RuleClassifier",
    "StoredNumber",
    "StoredRules",
    "explain",
    "explain_model",
    "load",
]


def __getattr__(name: str) -> Any:
    """Loads the public names late, so that the command `rulescope` handles Ctrl+C before that."""
    if name not in __all__:
        raise AttributeError(f"rulescope has no {name!r}")
    from interpret.forms import own_model
    from rulescope import classifier, stored

    return next(vars(here)[name] for here in (classifier, stored, own_model) if name in vars(here))
