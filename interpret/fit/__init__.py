"""What is chosen and trained, on training rows alone: the machine, and the kind of rule.

`parts` splits a task into rows to train on and rows held out. `sample` holds the two values that
travel together, a Sample of rows and a Way to fit a rule. `choose_machine` chooses kernel and C by
cross-validation, `training` trains the machine so planned, `machine` keeps what was trained.
`row_weights` and `posing` turn a sample and its machine into the problem that a search is given;
that order is the same for the answer, for every fold and for every resample. `validation` measures
ways to fit a rule on left-out rows (`measured`), `choose_rule` chooses among them by `criteria`,
and `finding` runs the searches. `drafting` says what a draft takes where a choice is open. What is
far behind on the first folds is spared the others (`race`). `capacity`, `landmark_loss` and
`uniqueness` say how large a machine may be, what landmarks cost, and whether its weights are the
only ones.

What does not live here: searches themselves (`interpret.rules`), figures of an answer
(`interpret.answers.rule.answer`), the order of all steps (`interpret.answers.rule.explain`). Start
reading with `sample.py` and `posing.py`.
"""
