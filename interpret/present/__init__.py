"""What every kind of answer shares, whatever tells it: it knows tests and shares, but no kind.

`wording` has the words for tests, clauses, lengths and shares. `csv_file` writes every CSV. `code`
writes a condition in Python and `sql` in the `dialects` of SQL, where `cells_in_python` and
`cells_in_sql` read the cells.
"""
