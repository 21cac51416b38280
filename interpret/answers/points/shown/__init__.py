"""What people see of a card: words and pictures.

`words` and `tables` describe a card; `scorecard` and `figures` draw it. `card_form` is the form
that people fill in inside a report. `proof_words` says what is proven of it, `changed` what a
change by hand did, and `drift` whether other rows still look like those the card was made from.
All of them are functions of an answer alone.
"""
