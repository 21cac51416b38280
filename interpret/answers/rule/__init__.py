"""Which rows belong to a class, by the rule inside a machine and by a card beside it.

`explain` has the steps from a table to an explanation in order, and `classes` takes them for each
class. `interpret.fit` trains machines and chooses ways to fit, and `interpret.rules` searches for
formulas. `answer` is the result, as values and documents; `study` says what it is worth, and
`whatif` what would change it. `sentences`, `figures` and `exports` are what people see and take
away, each a function of the answer alone; `interpret.tell.rule` puts them together, and `take_away`
offers all of it to Python. `own_model` explains a model of the user's. Cards are made and described
in `interpret.answers.points`. Start reading with `explain.py`.
"""
