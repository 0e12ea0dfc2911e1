"""Forty tablets, while everything under them is killed: `python -m benchmarks.faults`."""

from benchmarks.faults.report import main

__all__ = ["main"]
