"""`python -m benchmarks.soak`."""

from benchmarks.soak.hall import main

main()
