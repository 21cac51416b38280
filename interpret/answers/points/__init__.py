"""Points: the second form of an answer, a few clauses with integers that add up.

`card` is the value: clauses with points, and a cut. `fit` finds one: `path` adds and drops clauses
(priced by `gain`) of what `facts` holds, `whole` looks for the integers, `choose` takes what it is
fitted to and its length by folds (`validated`). `forms` says whether the rule or the card comes
first, `proof` what no other card can do: `other_points` bounds the cards of the same clauses,
`other_clauses` the sums of any, both by the convex loss of `convex`. `scored` is all that is told
of a card, `reasons` why a row has its points; `pieces` and `form` make questions of a card, for
whoever fills it in; `scales` and `credit` tell it as lenders do. `carded` puts a
card into an answer. What people see of one lives in `shown`.
"""
