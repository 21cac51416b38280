"""How a rule and its card are told: every sentence, table and figure of them, each in one place.

`brief` is what text, notebook and command line show; `report` puts what matters on two printed
pages. Both are made of the same parts: `verdict`, `words`, `card`, `truth`, `wronged`, `several`,
`inside`, `proof` and the room's `figures`; `scored` tells of other rows, `at_work` of a search that
runs or that evolved. Nothing is computed here.
"""
