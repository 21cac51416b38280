"""Measurements that take longer than a test: tables of the thesis and of papers, and our own.

Each module is one benchmark, run as `python -m benchmarks.NAME`; its docstring says what it prints.
`tables`, `surveys`, `claimed_rows`, `planted_cards` and `planted_numbers` make the tables, and
`memory` measures a process. `scale_cell` is a part of `scale`, `answer_page` of `page_time`,
`calibration` of `claims`. The `peer_` modules run other libraries in environments of their own
(`environments`), to compare them with ours. docs/results.md has the results with their dates. No
package of the product imports anything from here. Start reading with `rule_truth.py`.
"""
