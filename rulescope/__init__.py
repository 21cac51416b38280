"""Rulescope for Python: from a DataFrame, or arrays, to the rule inside a machine trained on it.

    from rulescope import RuleClassifier, explain

    found = explain(frame, target="class")      # as the command line reads the same table
    found.rules_, found.to_sql()                # the rule as a value, and to take away
    explain_model(model, X, y)                  # a rule for anything that predicts
    RuleClassifier(seed=1).fit(X, y).predict(X)  # an estimator as scikit-learn's are

`classifier.py` holds the estimator, `__main__.py` the command `rulescope` (`python -m rulescope`),
`serving.py` what it does to open the dashboard. What they call lives in `interpret`, `jobs` and
`dashboard`; where Rulescope is installed those are under this package, where they hide no other
project's `interpret` (`hatch_build.py`).
"""

from interpret.own_model import explain_model
from rulescope.classifier import RuleClassifier, explain

__all__ = ["RuleClassifier", "explain", "explain_model"]
