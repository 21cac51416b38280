"""The panels of the page that finds the rule, a module for each part of the page.

Before an answer: `question` and `settings`. The answer and the search for it: `answer`. The tabs
below it: `live_card`, `errs`, `rows`, `change` and `alternatives`, `inside` the machine, `full`.
Start reading with `answer.py`.
"""
