"""The panels of the page that recommends: the files, the ways of ranking, one user, everybody.

Start reading with `user.py`; what it asks for is prepared by `dashboard.recommending`.
"""
