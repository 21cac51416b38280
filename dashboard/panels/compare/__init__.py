"""The panels of the page that compares kernels: what to compare, a run at work, charts, numbers.

Start reading with `kernel_charts.py`; what it asks for is computed by `dashboard.comparisons`.
"""
