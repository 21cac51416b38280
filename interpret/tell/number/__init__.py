"""How a number explained is told: `words` has its sentences and `figures` its charts.

`answer` puts them together, in brief for text and notebook, and whole for report and page.
"""
