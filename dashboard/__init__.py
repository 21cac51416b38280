"""The dashboard: the only code, beside app.py, that knows Streamlit.

`pages` are the scripts of the menu, `panels` what they show, in folders by page. The modules here
stand between pages and the rest: `session` holds what one browser tab is about (ids and settings
only); `services` fetches tables and starts runs and `results` restores their answers, both for all
sessions; and `comparisons`, `learning`, `numbers`, `predictions`, `recommending`, `versions` and
`stored_runs` ask on behalf of one page each. `text` makes text from data safe to show. Nothing here
computes a figure or words a verdict: that is `interpret.answers`; and nothing here outlives the
server: that is `jobs`. Start reading with app.py, then `pages/find_rule.py`.
"""
