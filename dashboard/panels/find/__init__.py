"""The panels of the page that finds the rule, a module for each part of the page.

Before an answer: `question`, `settings` and `at_work`. The answer: `answer`. The tabs below it:
`live_card`, `errs`, `rows`, `change` and `length` for other rules, `inside` the machine, `full`.
Start reading with `answer.py`.
"""
