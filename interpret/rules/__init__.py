"""Rules as values, and the searches that find the best one for given row weights.

`logic` has tests, clauses and formulas, and `card` clauses with points, which every verdict is.
`single_tests` lists the single tests that a clause may contain, with the rows of a table that pass
them. `search` defines what every search is given (a RuleProblem), reports (Progress) and returns (a
Rule with its bound), and has the table of them. `exact` is the search that proves: it makes a
`pool` of clauses by `pricing`, improves a rule of them (`exchange`), bounds what any rule could
reach and closes the gap between the two (`bound`, `integer_program`). `genetic` and its neighbours
are the thesis's search. `wrapping` puts either beside what is given, or on a sample if there are
many rows. `price_path` asks for a rule at each price; a pool improves a rule's clauses everywhere.
`trade_off` asks for a rule of each length. `simplify`, `shortest` and `value_sets` make rules
shorter. `demands` says which demands a rule must meet, and reads them as people write them. The
inner loops are compiled (`kernels.compiled`): `beam`, `exchange`, `branch_and_bound` and the tree
of `price_path`. They read a `grid`.

What is not here: where row weights come from and which limits apply (`interpret.fit`). A search
knows no machine and no class. Start reading with `logic.py` and `search.py`, then `exact.py`.
"""
