"""What a person sees of an answer: sentences, figures, exports and the HTML report.

Everything here is a pure function of an answer to plain text, a Plotly figure or a file's content.
Nothing here is computed that decides anything, nothing knows a screen, and nothing but markdown.py
escapes for Markdown: pages do that. What an answer is lives in interpret.answer, with the two
things that its document carries too: what is proven (proof.py) and what unseen rows prove
(evidence.py).

Start with verdict.py (what to think of a rule), words.py (its tests, clauses and figures in words)
and report.py, which puts what matters on two printed pages, with report_parts.py and, for the rest,
appendix.py; document_report.py reports on an answer without its rows. choices.py tells what "auto"
took and why; export.py writes the rule as text, Python, SQL and pandas, pmml.py and dmn.py for
other programs, markdown.py and workbook.py to be read elsewhere, notebook.py for a notebook,
model_card.py as a form about its use; exports.py is the table of files by their endings,
take_away.py the same as methods in Python, clause_rows.py the clauses with their figures.
side_by_side.py puts two runs beside each other. The *_figures modules draw with Plotly, each chart
with a function that says it in words, and plots.py names them; what a report shows too is drawn as
SVG: by svg.py, and by dots.py, intervals.py, number_line.py, claims.py and clause_overlap.py.
"""
