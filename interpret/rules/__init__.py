"""Rules as values, and the searches that find the best one for given row weights.

`logic` holds tests, clauses and formulas. `single_tests` lists the single tests that a clause may
hold, with the rows of a table that pass them. `search` says what every search is given (a
RuleProblem), tells (Progress) and returns (a Rule with its bound); `searches` is the table of them.
`exact` is the one that proves: it makes a `pool` of clauses by `pricing`, improves a rule of them
(`exchange`, `shaking`), bounds what any rule could reach (`bound`) and closes the gap between them
(`closing_gap`, `integer_program`). `genetic` and its neighbours are the thesis's search. `sampled`
wraps either where rows are many, and `price_path` asks for a rule at each price: a rule's clauses
are improved by a pool everywhere. `trade_off` (`selection`) asks for a rule of each length;
`simplify` (`polish`), `shortest` and `value_sets` make rules shorter. `demands` says what a rule
must keep to, `conditions` reads it as people write it, and `pinned` searches beside what is given.
The inner loops are compiled (`compiled`): `beam`, `exchange`, `tree_leaves`, `branch_and_bound`;
`grid` is what they read.

What does not live here: where row weights come from and which limits are asked for. That is
`interpret.fit`. A search knows no machine and no class. Start reading with `logic.py` and
`search.py`, then `exact.py`.
"""
