"""The panels of the page that finds the rule, from the top of the page to its end.

Before an answer: `question`, `settings`, `demands` and `progress`. The answer: `answer`, `card`,
`how_sure`, `several` (one rule for each class), `beside_truth` and `versions`. To try: `try_row`,
`fill_in`, `change_rule`, `change_points` and `move_cut`. How good it is: `quality`, `worth`,
`card_worth`, `operating` and `wronged`. Other lengths: `length` and `shorter`. How it was found:
`evolution` and `researchers`. Every detail: `full_rule`. To download: `downloads`. Start reading
with `answer.py`.
"""
