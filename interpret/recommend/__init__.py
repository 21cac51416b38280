"""Who chose what: a ranking of items for every user, with the reasons for every place.

A table of choices is 0/1, an item the set of users who chose it. Start reading with recommend.py.
"""
