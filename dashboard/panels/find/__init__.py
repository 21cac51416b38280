"""The panels of the page that finds the rule, a module for each part of the page.

Before an answer: `question`, `settings` and `at_work`. The answer: `answer`,
and `points`, what belongs to its card. The tabs below it: `errs`, `rows`, `change` and `length` for
other rules, `inside` the machine, and `full`. Start reading with `answer.py`.
"""
