"""An answer: a machine, the rule found in it, every figure of the two, and its document.

Here live the explanation as a value (`explanation`), the figures of any formula that stands in it
(`figured`), an explanation with its rows (`answer`), its document (`record` writes and restores it,
`shapes` says what it must hold), predictions (`predictor`) also from a document alone (`predict`),
how probable a class is (`calibration`), what is proven (`proof`), what unseen rows prove
(`evidence`), what a draft gave (`drafted`), versions changed by hand (`version`, `versioned`), and
a true class beside a model's answer (`truth`). The rest describes a rule by looking at rows: its
clauses as a list (`rule_list`), its length with one value for each attribute (`spelled`), empty
cells (`denied`), several classes together (`together`), the weight of single values (`relevance`).
How an answer is found lives in `interpret.fit` and `interpret.answers.rule.explain`, the study made
of it afterwards in `interpret.answers.rule.study`, its words and figures in `sentences` and
`figures` beside this room. Start reading with `explanation`, then `record`.
"""
