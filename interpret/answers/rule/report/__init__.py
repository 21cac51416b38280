"""The report on a rule and its card: one HTML file that needs no network.

`report` puts what matters on two printed pages, with `report_parts` and, for the rest, `appendix`;
`model_card` is a form on the rule's use, `document_report` reports on an answer without its rows,
`notebook` is what a notebook shows, `side_by_side` puts two answers beside each other. Whatever is
told here was computed before; the frame of a page is `interpret.present.markup`.
"""
