"""A column of numbers explained: a base and a few conjunctions that add to it or take off.

`explain` is the order of the steps and `explanation` the resulting value. `finding` looks for the
terms in two ways: as the heaviest conjunctions of a tensor machine (`machine`, `heaviest` with
proof) and by the lasso (`lasso`), on what `number_data` and `on_rows` make of a table, with sums by
`along`. `sums` chooses the short sum, `moved` moves its cuts, `validated` tells on folds whether
there is one to show, and `scales` whether another scale would do better. `judged` measures on
unseen rows, `carried` names the rows that carry an effect, `simple` puts other learners beside it,
`shown` is what the page adds. `ties` decides among equals. `record` is its document, `predict`
scores other rows. `words`, `figures`, `sum_figures`, `report`, `notebook`, `export` and `scored`
are what people see of it.

The tensor machine itself lives in `kernels.tensor`.
Classes, also those made by cutting a number in two, are explained by
`interpret.answers.rule.explain`. Start reading with `explain.py`.
"""
