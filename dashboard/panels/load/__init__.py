"""The panels of the page that loads a table: where it comes from, what to predict, its columns.

Start reading with `what_to_predict.py`. `database.py` draws a sample of a table that
stays where it is, and `numbers.py` shows how numbers are cut.
"""
