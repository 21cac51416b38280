"""Rule and card as files for other programs and for people.

`export` writes text, Python, SQL and pandas, `pmml` and `dmn` what other programs read, `workbook`
and `markdown` what people do, `clause_rows` the clauses with their figures. `exports` is the table
of them by the endings of files. How each language asks for a condition is said once for every kind
of answer, in `interpret.present.code`.
"""
