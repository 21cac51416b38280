"""The panels of the page that learns a kernel: what to learn, what was learnt, random formulas.

Start reading with `learnt.py`; what it asks for is prepared by `dashboard.learning`.
"""
