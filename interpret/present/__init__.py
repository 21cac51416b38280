"""What every kind of answer shares, whatever tells it: it knows tests and shares, but no kind.

`wording` has the words for tests, clauses, lengths and shares. `csv_file` writes every CSV. `code`
writes a condition in Python, SQL and pandas (`dated` for parts of dates).
"""
