"""An answer: a machine, the rule found in it, every figure of the two, and its document.

This room has the explanation as a value, with the figures of any formula that takes the place of
its rule (`explanation`), an explanation with its rows (`answer`), its document (`record` writes and
restores it, `shapes` says what it must hold), predictions from a document alone (`predictor`), how
probable a class is (`calibration`), what is proven (`proof`), what unseen rows prove (`evidence`),
versions changed by hand and cards on a scale (`version`, `versioned`), and a true class beside a
model's answer (`truth`). The other modules describe a rule by looking at rows: its clauses as a
list (`rule_list`), the weight of single values (`relevance`). `interpret.fit` and
`interpret.answers.rule.explain` find an answer, `interpret.answers.rule.study` studies it
afterwards, and `sentences` and `figures` beside this room show it. Start reading with
`explanation`, then `record`.
"""
