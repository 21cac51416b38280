"""What Rulescope answers: a room for each kind of answer, and what all kinds share.

`rule` tells which rows belong to a class, by a rule, and `points` does so by a card (the second
form of the same answer). `number` explains a column of numbers by a sum, and `ranking` ranks items
for users. A room holds everything about its kind: how the answer is found, its document, how it
scores other rows, and its files; how it is told is in `interpret.tell`. Nothing here knows a screen
or keeps anything: runs are in `jobs`, pages in `dashboard`.

The kinds share `document` (how a document begins), `shapes` (what documents must hold, from a test
to the preparation of a table) and `rows` (rows to score). Start reading with `rule/explain.py`.
"""
