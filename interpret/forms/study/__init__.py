"""The study of an answer: what it is worth, examined after it was found and shown below it.

`study` runs the parts and holds them as one value: simple learners on the same rows (`baselines`),
agreement with the machine on possible rows and whether the rule comes back from other samples
(`other_rows`), and other good rules (`good`, `held`). It puts them beside the answer and into its
document. On demand, `groups` and `cohort` look for who is wronged, by groups and by the rule
itself.

What is not here: figures that belong to every answer (`interpret.forms.answer`,
`interpret.measures`), and questions about a single row (`interpret.forms.whatif`). Start reading
with `study.py`.
"""
