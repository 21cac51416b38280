"""What all kinds of answers share.

`document` says how a document begins, `shapes` what documents must hold, from a test to the
preparation of a table, and `rows` is about rows to score. The kinds themselves have rooms of their
own: `interpret.forms`, `interpret.number`, `interpret.ranking`. Nothing here knows a screen or
keeps anything: runs are in `jobs`, pages in `dashboard`. Start reading with `document.py`.
"""
