"""`python -m benchmarks.live [PART …]`: these parts of the table, or all."""

import sys

from benchmarks.live.report import main

main(sys.argv[1:])
