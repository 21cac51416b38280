"""A column of numbers explained: a base and a few conjunctions that add to it or take off.

`explain` is the order of the steps and `explanation` the value that comes of them. `finding` looks
for the terms in two ways: as the heaviest conjunctions of a tensor machine (`machine`, with proof)
and by the lasso (`lasso`), on what `number_data` and `on_rows` make of a table. `sums` chooses the
short sum, `moved` moves its cuts, `judged` measures it on unseen rows, `simple` puts other learners
beside it, `shown` is what the page adds. `record` is its document, `predict` scores other rows.

The tensor machine itself lives in `kernels.tensor`, words and figures in `interpret.present`.
Classes, also those made by cutting a number in two, are explained by `interpret.explain`. Start
reading with `explain.py`.
"""
