"""Rules as values, and the searches that find the best one for given row weights.

`logic` has tests, clauses and formulas; `card` has clauses with points, the value of every verdict.
`single_tests` lists the single tests that a clause may contain, with the rows of a table that pass
them. `search` defines what every search is given (a RuleProblem), reports (Progress) and returns (a
Rule with its bound), and has the table of searches. `exact` is the search that proves: it makes a
`pool` of clauses by `pricing`, improves a rule of them (`exchange`), bounds what any rule could
reach and closes the gap between the two (`bound`, `integer_program`). `genetic` and its neighbours
are the thesis's search. `wrapping` adds given lines to any search, or lets it run on a sample of
many rows. `pool` also makes a rule for each price. `demands` has the demands that a rule must meet,
and reads them as people write them. The inner loops are compiled (`kernels.compiled`): those of
`beam`, `exchange`, `pricing` and the tree in `pool`. They read tests and rows as arrays.

What is not here: where row weights come from and which limits apply (`interpret.fit`). A search
knows no machine and no class. Start reading with `logic.py` and `search.py`, then `exact.py`.
"""
