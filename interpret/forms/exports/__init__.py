"""Rule and card as files for other programs and for people.

`code` writes Python, SQL and pandas, `pmml` (with `pmml_fields`) PMML: for other programs.
`workbook` is for people. `exports` is the table of formats by the endings of files, with Markdown
of `interpret.tell`. `interpret.present.code` says, once for every kind of answer, how each language
writes a condition. Start reading with `exports.py`.
"""
