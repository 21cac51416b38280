"""What people see of a card and take away: words, pictures, code, spreadsheets, PMML.

`words` and `tables` say it, `scorecard`, `nomogram` and `figures` draw it, `card_form` is the form
that a report lets people fill in, `text`, `code`, `pmml` and `sheets` are its part of the exported
files, `proof_words` tells what is proven of it, `changed` what a change by hand did, and `drift`
whether other rows are still as those it was made from. All are functions of an answer alone.
"""
