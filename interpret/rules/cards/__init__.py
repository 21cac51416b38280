"""Searches for cards: sums of clauses, integers for them, and the proofs of both.

`path` adds and drops clauses for the targets and with the weights of `logistic`; `integer_points`
looks for the integers. `proof` says what no other card can do: `other_points` bounds the cards with
the same clauses, and `proof` itself the sums of any clauses, both by the convex loss of `convex`.
What a card is: `interpret.rules.card`. Which card is chosen, by folds: `interpret.fit`.
"""
