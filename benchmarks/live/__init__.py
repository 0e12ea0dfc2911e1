"""The public side under load, beside baselines of the same run: `python -m benchmarks live`."""

from benchmarks.live.report import main

__all__ = ["main"]
