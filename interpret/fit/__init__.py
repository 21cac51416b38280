"""What is chosen and trained, on training rows alone: the machine, and the kind of rule.

`parts` splits a task into rows to train on and rows held out. `sample` has the two values that
travel together: a Sample of rows and a Way to fit a rule. `choose_machine` chooses kernel and C by
cross-validation, `training` trains the machine, and `machine` keeps the result and says how large
it may be. `rule_problem` turns a sample and its machine into the problem for a search, in the same
way for the answer, for every fold and for every resample. `folds` divides a sample once, for
machine, rule and card, and drops what is far behind after the first folds. `rules_on_folds`
measures ways to fit a rule on these folds and compares them, `choose_rule` chooses among them, and
`find_rule` runs the searches or makes a draft. `cards_on_folds`, `choose_card` and `fit_card` do
the same for a card. `chances` says how probable the class is.

What is not here: the searches themselves (`interpret.rules`), the figures of an answer
(`interpret.forms.answer`), and the order of all steps (`interpret.forms.explain`). Start reading
with `sample.py` and `rule_problem.py`.
"""
