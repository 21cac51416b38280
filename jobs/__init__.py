"""Durable runs: a separate process works on anything that takes longer than two seconds.

This package has the store (database, store), the runner that starts and watches processes,
and the worker that one process runs. `interpret` computes what a run asks for, and `dashboard`
shows it. Start reading with `runner.py`.

To add a kind of run:

1. In the room that computes it, write a function `work(run, reporter)` (`interpret.registry`) that
   returns the document of its answer, or None if it was stopped before there was one. It calls
   `reporter.step({"fraction": …})` at each step, and ends with its best result so far as soon as
   that returns False. It may show a first answer with `reporter.publish(document)`.
2. In the same module, define `KIND = Kind(…)`: how a document becomes a value again, the question
   and the result in words, and the page.
3. List the module in `KINDS` of `interpret.registry`.
4. Write the page `dashboard/pages/<page>.py` and list it in `dashboard/pages/__init__.py`. The page
   starts runs with `services.begin(state, "<name>", spec)`, asks `services.current` for the run to
   show, and lets `run_state.at_work` watch it.

A spec holds "settings", "table" (its name) and entries of the kind's own. Links, the address, the
list of runs, repeating, deleting and tests/test_run_kinds.py follow the table of kinds. If a kind
needs more than settings, add a small example to that test.
"""
