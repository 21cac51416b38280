"""Who chose what: a ranking of items for every user, with the reasons for every place.

A table of choices (`choices`; `columns` guesses which columns hold them) is 0/1, and an item is the
set of users who chose it. `choosing` chooses the machine, `methods` are the ways to rank, and
`ordering` sorts items by their scores. `judging` judges and compares the ways on what `splits`
holds out. `rankings`, `reasons` and `tastes` say what a user gets, why, and by which rule.
`document` is what is stored, and all that `newcomers` needs. `described` reads a second file, about
the items. `tail` and `degrees` are for researchers.

People see `words` and `figures`; `command` is the command line. The machine for one user is in
`kernels.recommender.preference`. Start reading with `recommend.py`.
"""
