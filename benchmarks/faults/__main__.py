"""`python -m benchmarks.faults [--events N …]`: the fault run; writes RESULTS.md.

With `--site` only that phase is run, and what came of it is printed as JSON.
"""

from benchmarks.faults.report import command

if __name__ == "__main__":
    command()
