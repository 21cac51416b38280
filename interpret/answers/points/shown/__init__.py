"""What people see of a card and take away: words, pictures, code, spreadsheets, PMML.

`words` and `tables` describe a card; `scorecard` and `figures` draw it. `card_form` is the form
that people fill in inside a report. `text`, `code`, `pmml` and `sheets` are the card's part of the
exported files. `proof_words` says what is proven of it, `changed` what a change by hand did, and
`drift` whether other rows still look like those the card was made from. All of them are functions
of an answer alone.
"""
