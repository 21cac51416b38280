"""What an answer is worth, studied after it is found and shown under it.

`study` runs the parts and holds them as one value: simple learners on the same rows (`baselines`),
agreement with the machine on possible rows (`domain_fidelity`), whether the rule comes back from
other samples (`stability`), and the machine's heaviest conjunctions (`conjunctions`). `record`
writes the study into the answer's document and reads it back. Who is wronged is looked for on
demand, by groups (`groups`) and by the rule itself (`cohort`); `studied` puts all of it beside its
answer, for the report and other words.

What does not live here: figures that belong to every answer (`interpret.answers.rule.answer`,
`interpret.measures`), and questions about a single row (`interpret.answers.rule.whatif`). Start
reading with `study.py`.
"""
