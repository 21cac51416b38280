"""The panels of the page that finds the rule, from the top of the page to its end.

Before an answer: `question`, `settings`, `progress`. The answer: `answer` (verdict and three
figures), `rule` (in every form), `several` (one rule for each class). What can be tried: `try_row`,
`change_rule`. What it is worth: `worth`, `quality`, `shorter`. How it was found: `charts`,
`evolution`, `choices`, `researchers`. To take away: `downloads`. Start reading with `answer.py`.
"""
