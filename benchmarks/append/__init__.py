"""Appending to the log beside two bare baselines: `python -m benchmarks append`."""

from benchmarks.append.report import main

__all__ = ["main"]
