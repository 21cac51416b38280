"""Who chose what: a ranking of items for every user, with the reasons for every place.

A table of choices (`choices`) is 0/1, and an item is the set of users who chose it. `recommend`
has the settings and chooses the machine, and `methods` rank items. `judging` holds choices
out, and judges and compares the methods on them. `rankings` and `reasons` say what a user is
recommended, by which rule, and why. `kind` says what is stored.

People see `words` and `figures`; `command` is the command line. The machine for one user is in
`kernels.recommender.preference`. Start reading with `recommend.py`.
"""
