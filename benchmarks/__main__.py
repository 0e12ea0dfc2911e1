"""`python -m benchmarks [NAME …]`: run these benchmarks, or all; each rewrites its table."""

import importlib
import pkgutil
import sys

import benchmarks

NO_BENCHMARK = {
    "__main__",
    "machine",
    "first_start",
    "setup_time",
    "warm_start",
    "day",
    "tablet",
    "tablet_plans",
    "versions",
    "fuzz",
    "mutants",
    "quiet_hours",
    "soak",
}
"""Helpers, what needs another checkout or hours, and those of `make fuzz` and `make test-all`."""


def main(names: list[str]) -> None:
    """Run the named benchmarks one after another, each in turn alone on the machine."""
    known = [
        m.name for m in pkgutil.iter_modules(benchmarks.__path__) if m.name not in NO_BENCHMARK
    ]
    if unknown := sorted(set(names) - set(known)):
        sys.exit(f"no benchmark {', '.join(unknown)}; there are: {', '.join(known)}")
    for name in names or known:
        module = importlib.import_module(f"benchmarks.{name}")
        module.main()


if __name__ == "__main__":
    main(sys.argv[1:])
