"""The panels of the page that predicts: the rows of another file with their verdicts.

Start reading with `scored_rows.py`. `dashboard.predictions` prepares what the panels ask for.
"""
