"""The panels of the page that finds the rule, a module for each part of the page.

What is asked: `settings`. The answer and the search for it: `answer`. The tabs below it: `errs`,
`rows`, `live_card`, `alternatives`, and all that lies behind the answer in `full`.
Start reading with `answer.py`.
"""
