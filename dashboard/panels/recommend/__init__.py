"""The panels of the page that recommends: the files, the ways of ranking, one user, all users.

Start reading with `users.py`. `dashboard.recommending` prepares the values that the panels show.
"""
