"""The rule's answer in figures, each with an alternative in words.

Charts that a page moves use Plotly (the `…_figures` modules), on the frame of
`interpret.tell.charts`. Charts that a report shows too are SVG (`dots`, `group_dots`,
`simple_ways`, `claims`, `clause_overlap`, `number_line`). `plots` names them all for Python.
Nothing computed here decides anything. Start reading with `figures.py`.
"""
