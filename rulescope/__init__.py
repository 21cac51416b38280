"""Rulescope for Python: from a DataFrame, or arrays, to the rule inside a machine trained on it.

    from rulescope import RuleClassifier, explain, explain_model, load

    found = explain(frame, target="class")      # as the command line reads the same table
    found.rules_, found.rules_frame(X, y)       # the rule as a value, its clauses with figures
    found.to_sql(), found.to_pmml()             # to take away
    RuleClassifier(seed=1).fit(X, y).predict(X)  # an estimator as scikit-learn's are
    PointsClassifier().fit(X, y).card_           # another: clauses with points that add up
    explain_model(model, X, y)                  # a rule for anything that predicts
    load("answer.json").predict(X)              # rows scored by a document alone

`classifier.py` holds the estimators and `parameters.py` their parameters; `rows.py` reads what fit
is given, `learning.py` finds rules and cards, `scoring.py` says what they say of rows,
`progress.py` shows how far a search is. `stored.py` reads documents, of which `published.py` has
the JSON schema.
`__main__.py` is the command `rulescope` (`python -m rulescope`), `serving.py` what it does to open
the dashboard. What they call lives in `interpret`, `jobs` and `dashboard`; where Rulescope is
installed those are under this package, where they hide no other project's `interpret`
(`hatch_build.py`).
"""

from interpret.answers.rule.own_model import explain_model
from rulescope.classifier import PointsClassifier, RuleClassifier, explain
from rulescope.published import schema
from rulescope.stored import StoredNumber, StoredRules, load

__all__ = [
    "PointsClassifier",
    "RuleClassifier",
    "StoredNumber",
    "StoredRules",
    "explain",
    "explain_model",
    "load",
    "schema",
]
