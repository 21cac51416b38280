"""The panels of the page of runs: the list, what can be done with runs, two of them side by side.

Start reading with `run_list.py`; `recent.py` also serves the page that loads a table.
"""
