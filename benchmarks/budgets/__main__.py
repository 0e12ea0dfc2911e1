"""`python -m benchmarks.budgets [PAGE …]`: these pages ("table, being played"), printed; or all and
Lighthouse, kept."""

import sys

from benchmarks.budgets.report import main

main(sys.argv[1:])
