"""Tables that do not fit into memory: a folder of Parquet files, a pattern, or one large file.

`files` finds them, and `source` says what is read from them, in portions that do not depend on each
other. `learn` reads them once: it learns what the columns hold and draws a sample of rows, which
becomes the Table that `interpret.forms.explain` takes. `judge` reads every row again and
counts what the rule does on it. `rows` reads rows to score and writes verdicts as Parquet.
`explain` has the steps in order: start there. Portions are parts for interpret.cores, so they are
read on all cores. No result depends on how rows are grouped into batches, or on the order in which
portions are read.
"""
