"""Which rows belong to a class, by the rule inside a machine and by a card beside it.

`explain` has the steps from a table to an explanation in order, `compare` finds out which form
comes first, and `classes` takes the steps for each class. `interpret.fit` trains machines and
chooses ways to fit, and `interpret.rules` searches for formulas. `answer` is the result, as values
and documents; `study` says what it is worth, and `whatif` what would change it. `exports` writes
files, and `take_away` offers all of it to Python. `own_model` explains a model of the user's,
`evolve` records how the genetic search finds a rule, generation by generation, with its line in the
table of kinds, and `kind` is the line of answers. What people read is in `interpret.tell.rule`.
Start reading with `explain.py`.
"""
