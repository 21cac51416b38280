"""Kernels of 0/1 examples, their Gram matrices, and the machines that are trained on them.

Here lives what needs no table: a kernel is a function of four integers (`counts`, `base`), which
`examples` counts for every pair of rows; the kernels are one line or one class each (`boolean`,
`classical`, `propositional`) and have names (`entries`, `catalog`). Machines follow from Gram
matrices: `solve` (margin and enclosing ball, each answer between proven bounds), `simplex` (the
problem that balls and rankings share), `svm` and `landmarks` (the classifiers), `mkl`,
`cutting_plane` and `family` (kernels learnt), `geometry` (figures of a matrix). `preference` and
`items` rank items for users; `tensor` and its neighbours predict numbers by kernels of more than
two examples. `active_set`, `pairs` and `hinge` hold the steps of the solvers, `shared` the loops
over pairs of rows, `compiled` what compiles loops.

What does not live here: attributes, tables, rules, charts and screens. They are in `interpret` and
`dashboard`. Start reading with `counts.py`, then `base.py` and `boolean.py`.
"""
