"""Measurements that take longer than a test: tables of the thesis and of papers, and our own.

A module is one benchmark, run as `python -m benchmarks.NAME`; its docstring says what it prints.
`tables`, `surveys` and `planted_numbers` make the tables, `memory` measures a process, `scale_cell`
and `scale_picture` are parts of `scale`, and the `peer_` modules run in environments of their own
(`environments`), with libraries that are compared with ours.
What was measured stands in docs/results.md, with the date. Nothing of the product imports anything
from here. Start reading with `rule_truth.py`.
"""
