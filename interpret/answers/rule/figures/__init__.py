"""The rule's answer in figures, each with its alternative in words.

Charts that a page moves are Plotly's (the `…_figures` modules), on the frame of
`interpret.present.charts`; what a report shows too is drawn as SVG (`dots`, `group_dots`,
`simple_ways`, `claims`, `clause_overlap`, `number_line`). `plots` names them all for Python.
Nothing is computed here that decides anything. Start reading with `figures.py`.
"""
