"""Speed and memory, each beside a stated baseline in the same run: `python -m benchmarks NAME`."""
