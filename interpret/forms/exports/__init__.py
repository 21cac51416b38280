"""Rule and card as files for other programs: `code` writes Python and SQL, `exports` their files.

`interpret.present` says, once for every kind of answer, how each language writes a condition.
"""
