"""Which rows are of a class, by the rule inside a machine and, beside it, by a card.

`explain` is the order of the steps from a table to an explanation, `classes` takes them for each
class; machines are trained and ways chosen in `interpret.fit`, and formulas are searched for in
`interpret.rules`. `answer` is what comes of it, as values and documents; `study` what the answer is
worth, `whatif` what would change it. `sentences`, `figures`, `exports` and `report` are what people
see and take away, each a function of the answer alone; `take_away` gives all of it to Python.
`own_model` explains a model of the user's. Cards are made and told in `interpret.answers.points`.
Start reading with `explain.py`.
"""
