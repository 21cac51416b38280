"""The frame in which every kind of answer is shown: it knows tests, shares and charts, but no kind.

`wording` says tests, clauses, lengths and shares, `markup`, `report_page` and `notebook_page` are
the pages of reports, `charts` the layout and colours of our Plotly charts, `svg` and `intervals`
how pictures are drawn, `csv_file` writes every CSV, `code` asks for a condition in Python, SQL and
pandas (`dated` for parts of dates), `duration_words` says how long something took. What a kind of
answer says lives in its own room of `interpret.answers`.
"""
