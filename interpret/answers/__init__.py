"""What Rulescope answers: a room for each kind of answer, and what every kind shares.

`rule` tells which rows are of a class by a rule, `points` by a card (the second form of the same
answer), `number` explains a column of numbers by a sum, `ranking` ranks items for users. A room
holds all of its kind: how it is found, its document, how it scores other rows, its words, figures,
files and report. No screen is known here, and nothing is kept: runs live in `jobs`, pages in
`dashboard`, and what reports and charts of all kinds have in common in `interpret.present`.

What kinds share: `document` (how a document begins), `shapes` (what documents must hold, from a
test to the preparation of a table), `rows` (rows to score), `settings_words` (what was asked for).
Start reading with `rule/explain.py`.
"""
