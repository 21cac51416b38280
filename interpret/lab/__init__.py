"""Kernels compared and kernels learnt, on a table of the user's.

`compare` judges kernels on rows that nothing was chosen on (`nested_validation`) and shows how each
sees the rows (`sight`) and which formulas two rows share (`shared_formulas`). `learn` weighs many
kernels into one, and tries random formulas as kernels.

`kernel_figures`, `kernel_words`, `learning_figures` and `learning_words` are what people see of it.
The kernels, and the algorithms that learn them, live in the package `kernels`. No rule is searched
for here. Start reading with `compare.py`.
"""
