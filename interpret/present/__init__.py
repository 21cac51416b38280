"""The frame in which every kind of answer is shown: it knows tests, shares and charts, but no kind.

`wording` has the words for tests, clauses, lengths and shares. `markup`, `report_page` and
`notebook_page` make the pages of reports. `charts` has the layout and colours of our Plotly charts;
`svg` and `intervals` draw pictures. `csv_file` writes every CSV. `code` writes a condition in
Python, SQL and pandas (`dated` for parts of dates). `duration_words` says how long something took.
Whatever a kind of answer says is in its own room of `interpret.answers`.
"""
