"""Points: the second form of an answer, a few clauses with integers that add up.

`forms` says whether the rule or the card comes first, `card_figures` has the figures of a card, and
`carded` finds them, with the chances at each total; `reasons` says why a row has its points.
`form` turns a card into questions for whoever fills it in; `scales` and `totals` show
it as lenders do. What people see of a card is in `shown`. How a card is found and chosen:
`interpret.rules.cards` and `interpret.fit`.
"""
