"""The frame in which every kind of answer is told: it knows tests, shares and charts, and no kind.

`wording` says tests, clauses, lengths and shares, `markup`, `report_page` and `notebook_page` are
the pages of reports, `charts` how a Plotly chart of ours lies and is coloured, `svg` and
`intervals` how pictures are drawn, `csv_file` writes every CSV, `code` asks for a condition in
Python, SQL and pandas (`dated` for parts of dates), `duration_words` says how long something took.
What a kind of answer says lives in its own room of `interpret.answers`.
"""
