"""An answer: a machine, the forms found with it, every figure of them, and its document.

This room has a rule or a card with its figures as a value (`form`; `judging` counts them), the
explanation, which holds both, the better first (`explanation`), an explanation with its rows
(`answer`), its document (`record` writes and restores it, `shapes` says what it must hold),
predictions from a document alone (`predictor`), how probable a class is (`calibration`), what is
proven (`proof`) and what unseen rows prove (`evidence`). The other modules look at rows: the
clauses of a rule as rows of figures (`clause_rows`), in which values rows lie (`spread`), what the
rules of several classes share (`several`), which values and columns count (`relevance`), why a card
says what it says of a row (`reasons`), and scored rows as columns (`scored`). `interpret.fit` and
`interpret.forms.explain` find an answer, `interpret.forms.study` studies it afterwards, and
`interpret.tell.rule` tells it. Start reading with `explanation`, then `record`.
"""
