"""Tables that do not fit into memory: a folder of Parquet files, a pattern, or one large file.

`files` finds them, `source` says what is read of them, in portions that do not depend on each
other; `learn` reads them once, for what the columns hold and for a sample of rows, which becomes
the Table that `interpret.answers.rule.explain` takes; `judge` reads every row again and counts what
the rule does on it; `score` writes verdicts as Parquet. `explain` is the order of the steps: start
there. Portions are parts of interpret.cores, so that they are read on all cores, or where the
workers of a cluster are. Nothing depends on how rows lie in batches, nor on the order in which
portions are read.
"""
