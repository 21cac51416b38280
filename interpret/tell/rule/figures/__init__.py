"""The figures of a rule and its card, each with the same in words.

`machine` and `verdicts` are Plotly charts, which a page moves; the others are SVG or HTML, which a
report prints too. What they show was computed before.
"""
