"""How a rule and its card are told.

`brief` is what text, Markdown, notebook and command line show; `report` puts what matters on two
printed pages, and `appendix` has the rest. `model_card` is a form about the rule's use, and
`side_by_side` compares two answers.
"""
