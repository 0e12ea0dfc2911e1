"""The table draw beside its peers: `python -m benchmarks.seating`."""

from benchmarks.seating.report import main

__all__ = ["main"]
