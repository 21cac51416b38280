"""A column of numbers explained by a base and a few conjunctions that add to or subtract from it.

`explain` has the steps in order, and `explanation` is the resulting value. `find_sum` looks for the
terms in two ways: as the heaviest conjunctions of a tensor machine (`machine`) and by the lasso.
Both work on what `number_data` and `on_rows` make of a table. `sums` chooses the short sum, and
`validated` moves its cuts and finds out on folds whether there is a sum to show, and whether
another scale would do better. `judged` measures on unseen rows. `kind` is how it leaves: told,
stored, scoring other rows, and as code. What people read is composed by `interpret.tell.number`;
`figures` draws a column of numbers.

The tensor machine itself is in `kernels.tensor`. Classes, including those made by cutting a number
in two, are explained by `interpret.forms.explain`. Start reading with `explain.py`.
"""
