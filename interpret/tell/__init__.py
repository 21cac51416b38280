"""An answer told once, as blocks, and the media that show blocks.

`blocks` has the values: heading, sentence, badge, facts, lines, table, drawing, chart, fold. A room
for each kind of answer composes them from an answer; there is nothing left to compute by then.
`text` and `html` show blocks, as the page does (`dashboard.panels.display`), and know no answer.
Each makes text safe for its medium in one place. `svg` and `charts` draw.
"""
