"""Kernels of 0/1 examples, their Gram matrices, and the machines that are trained on them.

This package needs no table. A kernel is a function of four integers (`counts`, `base`), which
`examples` counts for every pair of rows. Each kernel is one line or one class (`boolean`,
`classical`, `propositional`) and has a name (`entries`, `catalog`). Machines are trained on Gram
matrices: `solve` (margin and enclosing ball, each answer between proven bounds), `simplex` (the
problem that balls and rankings share), `svm` and `landmarks` (the classifiers), `mkl` (learned
kernels), `geometry` (figures of a matrix, or of many). `recommender` ranks items for users;
`tensor` predicts numbers with kernels of more than two examples. `shared` has the loops over pairs
of rows, `steady` has sums that are the same on every processor, and `compiled` compiles loops.

What is not here: attributes, tables, rules, charts and screens. They are in `interpret` and
`dashboard`. Start reading with `counts.py`, then `base.py` and `boolean.py`.
"""
