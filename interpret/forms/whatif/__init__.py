"""What if: a row typed by hand, a rule changed by hand, the nearest change that reverses a verdict.

`row` says which clauses hold for a typed row, and which tests fail. Two modules find the nearest
change of a row: `flip` the one that reverses the verdict of a rule or a card, exactly;
`machine_flip` the one that reverses the machine's verdict, by asking it about possible rows. `edit`
changes a rule by one test, clause or cut, and a card's points. `fill_in` turns a card into
questions for whoever fills it in.

All of this is computed while a person waits, so nothing is trained and no rule is searched for.
`interpret.forms.answer.predictor` scores rows that were not typed in. Start reading with
`row.py`.
"""
