"""The rule's answer in sentences and rows of tables, as plain text.

Whoever shows a sentence escapes it for its place. Nothing computed here decides anything. Start
with `verdict` (what to think of a rule) and `words` (its tests, its figures, how it was made).
`choices` says what "auto" took and why; `row_verdicts` and `still_words` describe other rows. Two
kinds of sentences are in documents too, so they are in `answer`: what is proven (`proof`) and what
unseen rows prove (`evidence`).
"""
