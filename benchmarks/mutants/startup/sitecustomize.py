"""Python imports this module first, in every process that a test starts."""

from benchmarks.mutants.importing import put_into_imports

put_into_imports()
