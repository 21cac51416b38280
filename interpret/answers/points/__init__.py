"""Points: the second form of an answer, a few clauses with integers that add up.

A card is a value (`interpret.rules.card`): clauses with points, and a cut. `fit` finds one: `path`
adds and drops clauses (priced by `gain`) for the targets in `facts`, `integer_points` looks for the
integers, and `choose` chooses by folds (`validated`) the length of the card and what it is fitted
to. `left_out` learns the chances at each total. `forms` says whether the rule or the card comes
first. `proof` says what no other card can do: `other_points` bounds the cards with the same
clauses, and `other_clauses` bounds the sums of any clauses, both by the convex loss of `convex`.
`scored` has all figures of a card, and `reasons` says why a row has its points. `pieces` and `form`
turn a card into questions for whoever fills it in; `scales` and `credit` show it as lenders do.
`carded` puts a card into an answer. What people see of a card is in `shown`.
"""
