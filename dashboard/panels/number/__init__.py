"""The panels of the page that explains a number: the sum, its charts, a row to try, what to take.

Start reading with `answer.py`; what it asks for is prepared by `dashboard.number`.
"""
