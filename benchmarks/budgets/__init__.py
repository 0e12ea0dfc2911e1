"""The public pages in a browser on a slow phone: `python -m benchmarks budgets`."""

from benchmarks.budgets.report import main

__all__ = ["main"]
