"""Items ranked for users by the same kernels, on the items of a 0/1 table of choices.

`preference` finds a user's ranking by one small simplex problem, and `items` gives the Gram matrix
of all items, held as `similar` does. No user or item has a name here: `interpret.ranking`
knows these. Start reading with `preference.py`.
"""
