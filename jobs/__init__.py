"""Durable runs: whatever takes longer than two seconds is worked on by a process of its own.

Here live the store (schema, database, store), the runner that starts and watches processes, the
worker that one process runs, its reporter, and the table of run kinds. What a run computes lives
in `interpret`; how it looks lives in `dashboard`. Start reading with `runner.py`.

To add a kind of run: (1) write, in the room that computes it, a function `work(asked, reporter)`
(`interpret.runs`) that returns the document of its answer, or None where it was stopped before
there was any; it calls `reporter.step({"fraction": …})` at each step, ends with its best so far as
soon as that returns False, and may show a first answer with `reporter.publish(document)`. (2) In
the same module name `RUN = RunKind(…)`: how a document becomes a value again, the question and the
result in words, and the page. (3) List a kind of answer in `interpret.answers.kinds`, another one
in `kinds.py`. (4) Write the page `dashboard/pages/<page>.py`, which starts runs with
`services.begin(state, "<name>", spec)`, asks `services.current` for the one to show and lets
`run_state.at_work` watch it; list it in `dashboard/pages/__init__.py`.

A spec holds "settings", "table" (its name) and entries of the kind's own. Links, the address, the
list of runs, repeating, deleting and tests/test_run_kinds.py follow the table; a kind that needs
more than settings to be asked gets a small example there.
"""
