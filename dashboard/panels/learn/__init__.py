"""The panels of the page that learns a kernel: what to learn, what was learned, random formulas.

Start reading with `learnt.py`. `dashboard.learning` prepares what the panels ask for.
"""
