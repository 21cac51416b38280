"""The parts of pages: functions that take values, draw widgets and figures, and call one service.

There is a module, or a folder, for the panels of each page. The others serve several pages:
`widgets` (handing on what is entered; computing something only when it is opened), `display`
(blocks, charts, pictures and tables), `run_state` (a run that starts, works and ends) and `rows`
(rows of a table with what is said about them). A panel about an answer takes one
`interpret.forms.answer.answer.Answer` and asks no store for a table. Start reading with
`find/answer.py`.
"""
