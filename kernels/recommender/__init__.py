"""Items ranked for users by the same kernels, on the items of a 0/1 table of choices.

`preference` finds a user's ranking by one small simplex problem, and `items` gives the Gram matrix
of all items, stored as in `similar`. Users and items have no names here;
`interpret.ranking` has them. Start reading with `preference.py`.
"""
