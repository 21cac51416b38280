"""The panels of the page that explains a number: the sum, its charts, a row to try, downloads.

Start reading with `answer.py`. `dashboard.number` prepares what the panels ask for.
"""
