"""The study of an answer: what it is worth, examined after it was found and shown below it.

`study` runs the parts and holds them as one value: simple learners on the same rows (`baselines`),
agreement with the machine on possible rows (`other_rows`). It puts them beside the answer and into
its document, with other good rules (`good`, `held`). On demand, `groups` counts who is wronged, by
groups.

What is not here: figures that belong to every answer (`interpret.forms.answer`,
`interpret.measures`), and questions about a single row (`interpret.forms.whatif`). Start reading
with `study.py`.
"""
