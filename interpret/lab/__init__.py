"""Kernels compared and kernels learned, on a table of the user's.

`compare` judges kernels on rows that took no part in any choice (`nested_validation`) and
`compared_rows` and `maps` show how each kernel sees the rows. `learn` combines many kernels into
one, and tries random formulas as kernels.

People see `kernel_figures` and `learning_figures`. The kernels, and the algorithms that learn them,
are in the package `kernels`. Nothing here searches for a rule. Start reading with `compare.py`.
"""
