"""Points: the second form of an answer, a few clauses with integers that add up.

`card` is the value: clauses with points, and a cut. `fit` finds one: `path` adds and drops clauses
(priced by `gain`), `whole` looks for the integers, `choose` takes what it is fitted to and its
length by folds. `chances` says how probable the class is at each total, `proof` what no other card
can do, `forms` whether the rule or the card comes first. `scored` is all that is told of a card.
`pieces` and `form` make questions of it, for whoever fills it in. Words and figures live in
`interpret.present`.
"""
