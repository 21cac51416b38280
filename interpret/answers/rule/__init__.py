"""What people read and see of a rule: `sentences` and `figures`, each a function of the answer.

The answer itself is in `interpret.forms`, and `interpret.tell.rule` puts its parts together. Start
reading with `sentences/verdict.py`.
"""
