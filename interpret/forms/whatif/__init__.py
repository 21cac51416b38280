"""What if: a row typed by hand, a card changed by hand, the nearest change that reverses a verdict.

`by_hand` says which clauses hold for a typed row and which tests fail, and puts a changed card in
the place of the one found. `flip` finds the nearest change of a row that reverses the verdict of a
rule or a card. `fill_in` turns a card into questions for whoever fills it in.

All of this is computed while a person waits, so nothing is trained and no rule is searched for.
`interpret.forms.answer.predictor` scores rows that were not typed in. Start reading with
`by_hand.py`.
"""
