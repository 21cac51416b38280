"""The dashboard: the only code, besides app.py, that knows Streamlit.

`pages` has the scripts of the menu, and `panels` has what they show. The modules here connect the
pages with the rest. `session` holds the state of one browser tab (ids and settings only). For all
sessions, `services` fetches tables and starts runs, and `stored_runs` restores their answers.
`recommending` serves one page. `text` makes text from data safe to
show. No module here computes a figure or words a verdict (`interpret` does), and nothing here
outlives the server (`jobs` does). Start reading with app.py, then `pages/find_rule.py`.
"""
