"""Numbers predicted by kernels of more than two examples (Hibraj's thesis, chapter 4).

`kernels` has the kernels of q examples, `regressor` the machine, and `ways` what its dual problem
needs at a point. Like the package above it needs no table. Start
reading with `kernels.py`.
"""
