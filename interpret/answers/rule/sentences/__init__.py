"""The rule's answer in sentences and rows of tables, as plain text.

Whoever shows a sentence escapes it for where it goes. Nothing is computed here that decides
anything. Start with `verdict` (what to think of a rule) and `words` (its tests, its figures, how it
was made); `choices` tells what "auto" took and why, `scored` and `still_words` what is said of
other rows. Two kinds of sentences are in documents too and live in `answer`: what is proven
(`proof`) and what unseen rows prove (`evidence`).
"""
