"""Who chose what: a ranking of items for every user, with the reasons for every place.

A table of choices (`choices`, its columns guessed by `columns`) is 0/1, and an item is the set of
users who chose it. `choosing` chooses the machine, `methods` are the ways to rank, `ordering` puts
items in the order of their scores, `judging` judges and compares the ways on what `splits` holds
out. `rankings`, `reasons` and `tastes` say what a user gets, why, and by which rule; `document` is
what is stored, and all that `newcomers` needs. `described` is a second file, on the items; `tail`
and `degrees` are for researchers.

`words` and `figures` are what people see of it, `command` is the command line. The machine for a
user lives in `kernels.preference`.
Start reading with `recommend.py`.
"""
