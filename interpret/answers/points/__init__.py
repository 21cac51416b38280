"""What people read and see of a card: `shown`, whose parts are functions of the answer alone.

How a card is found, judged and filled in is in `interpret.forms`. Start reading with
`shown/words.py`.
"""
