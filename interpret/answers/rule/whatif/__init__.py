"""What if: a row typed by hand, a rule changed by hand, the nearest change that turns a verdict.

`row` says of a typed row which clauses hold and which tests fail. `rule_flip` finds the nearest
change of a row that turns the rule's verdict, exactly; `card_flip` the nearest that takes its
points across the cut of a card, exactly; `machine_flip` the nearest that turns the machine's, by
asking it about possible rows; `steps` says what an attribute can be changed to.
`edit` changes a rule by one test or clause and refuses what makes no sense.

Everything here is computed while a person waits; nothing is trained and no rule is searched for.
Rows that were not typed in are scored by `interpret.answers.rule.answer.predict`. Start reading
with `row.py`.
"""
