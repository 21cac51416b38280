"""The panels of the page that predicts: the rows of another file with their verdicts.

Start reading with `rules.py`. `dashboard.predictions` prepares what the panels ask for.
"""
