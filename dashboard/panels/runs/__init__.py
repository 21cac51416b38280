"""The panels of the page of runs: the list, actions on runs, and two runs side by side.

Start reading with `run_list.py`. `recent.py` also serves the page that loads a table.
"""
