"""What pages show: functions that take values, draw widgets and figures, and call one service.

A folder holds the panels of one page; the modules beside them serve several pages: `run_state` (a
run started, at work, and how it ended), `rows` (rows of a table with what is said of them),
`which_class`, `on_demand` (what is computed only when it is opened), `download_row`. A panel about
an answer takes one `interpret.answers.rule.answer.answer.Answer` and asks no store for a table.
Start reading with `find/answer.py`.
"""
