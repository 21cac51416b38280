"""Kernels compared and kernels learnt, on a table of the user's.

`compare` judges kernels on rows that nothing was chosen on (`nested_validation`) and shows how each
sees the rows (`sight`) and which formulas two rows share (`shared_formulas`). `learn` weighs many
kernels into one, and tries random formulas as kernels.

The kernels, and the algorithms that learn them, live in the package `kernels`; charts and words
about them in `interpret.present`. No rule is searched for here. Start reading with `compare.py`.
"""
