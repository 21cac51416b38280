"""Numbers predicted by kernels of more than two examples (Hibraj's thesis, chapter 4).

`kernels` has the kernels of q examples, `regressor` the machine, and `ways` the values and
derivatives of its dual problem. Like the package above it needs no table. Start reading with
`kernels.py`.
"""
