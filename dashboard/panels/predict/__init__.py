"""The panels of the page that predicts: the rows of another file, scored.

Start reading with `scored_rows.py`; what it asks for is prepared by `dashboard.predictions`.
"""
