"""Tables that stay where they are: files too large for memory, many files, tables of a database.

Three questions are asked of them in SQL. `learn` asks what the columns hold and for a sample, which
becomes the Table that `interpret.forms.explain` takes. `judge` counts on every row what rule
and card say, by the SQL that `--export` writes, or keeps the rows with their verdicts. `source`
says what SQL needs to know of a table and which files it is. `files` makes one of files by DuckDB,
`database` of a table of a database. `explain` has the steps in order: start there.
"""
