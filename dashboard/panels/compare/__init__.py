"""The panels of the page that compares kernels: what to compare, a run at work, charts, numbers.

Start reading with `kernel_charts.py`. `dashboard.comparisons` computes what the panels ask for.
"""
