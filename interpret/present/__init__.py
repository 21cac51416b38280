"""What a person sees of an answer: sentences, figures, exports and the HTML report.

Everything here is a pure function of an answer to plain text, a Plotly figure or a file's content.
Nothing here is computed that decides anything, nothing knows a screen, and nothing is escaped for
Markdown: pages do that. What an answer is lives in interpret.answer, with the two things that its
document carries too: what is proven (proof.py) and what unseen rows prove (evidence.py).

Start with verdict.py (what to think of a rule), words.py (its tests, clauses and figures in words)
and report.py, which puts what matters on two printed pages, with report_parts.py and, for the rest,
appendix.py. choices.py tells what "auto" took and why; export.py writes the rule as text, Python,
SQL and pandas, pmml.py and dmn.py for other programs, notebook.py for a notebook, model_card.py as
a form about its use; side_by_side.py puts two runs beside each other. The *_figures modules draw
with Plotly, each chart with a function that says it in words; what a report shows too is drawn as
SVG: by svg.py, and by dots.py, intervals.py, number_line.py, claims.py and clause_overlap.py.
"""
