"""The report on a rule and its card: one HTML file that needs no network.

`report` puts what matters on two printed pages, with `report_parts`; `appendix` has the rest.
`model_card` is a form about the rule's use, `notebook` is what a notebook shows, and `side_by_side`
compares two answers. All figures here were computed before; `interpret.present.markup` is the frame
of a page.
"""
