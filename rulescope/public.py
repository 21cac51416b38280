"""The functions and classes of `rulescope`, loaded when one of them is first asked for."""

from interpret.forms.own_model import explain_model
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
