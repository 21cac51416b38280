"""Kernels compared and kernels learned, on a table of the user's.

`compare` judges kernels on rows that no choice was made on (`nested_validation`) and shows how each
kernel sees the rows (`kernel_views`) and which formulas two rows share (`shared_formulas`). `learn`
weighs many kernels into one, and tries random formulas as kernels.

People see `kernel_figures`, `kernel_words`, `learning_figures` and `learning_words`. The kernels,
and the algorithms that learn them, are in the package `kernels`. Nothing here searches for a rule.
Start reading with `compare.py`.
"""
