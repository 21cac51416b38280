"""Points: the second form of an answer, a few clauses with integers that add up.

`card` is the value: clauses with points, and a cut. `fit` finds one: `path` adds and drops clauses
(priced by `gain`) for the targets in `facts`, `whole` looks for the integers, and `choose` chooses
by folds (`validated`) what the card is fitted to and its length. `forms` says whether the rule or
the card comes first. `proof` says what no other card can do: `other_points` bounds the cards of the
same clauses, `other_clauses` the sums of any clauses, both by the convex loss of `convex`. `scored`
holds all figures of a card, `reasons` why a row has its points; `pieces` and `form` make questions
of a card, for whoever fills it in; `scales` and `credit` tell it as lenders do. `carded` puts a
card into an answer. What people see of one lives in `shown`.
"""
