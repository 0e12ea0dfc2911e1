"""`python -m benchmarks.seating [--seeds N] [--former FOLDER]`: measure the draw, write RESULTS.md.

`--former` is a checkout of another version (`git worktree add FOLDER COMMIT`), set beside this one.
"""

import argparse
from pathlib import Path

from benchmarks.seating.report import main

parser = argparse.ArgumentParser(prog="python -m benchmarks.seating", description=__doc__)
parser.add_argument("--seeds", type=int, default=3, help="runs of each instance")
parser.add_argument("--former", type=Path, metavar="FOLDER", help="another version's checkout")
options = parser.parse_args()
main(options.seeds, options.former)
