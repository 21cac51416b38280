"""The panels of the page that loads a table: where it comes from, what to predict, its columns.

Start reading with `table.py`. `columns.py` has the columns, and `numbers.py` shows how numbers are
cut.
"""
