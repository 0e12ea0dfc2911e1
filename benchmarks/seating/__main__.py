"""`python -m benchmarks.seating [--seeds N]`: measure the draw, write RESULTS.md."""

import argparse

from benchmarks.seating.report import main

parser = argparse.ArgumentParser(prog="python -m benchmarks.seating", description=__doc__)
parser.add_argument("--seeds", type=int, default=3, help="runs of each instance")
main(parser.parse_args().seeds)
