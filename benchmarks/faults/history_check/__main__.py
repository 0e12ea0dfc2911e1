"""`python -m benchmarks.faults.history_check FOLDER`: a report as JSON; 1 if it found anything."""

import json
import sys
from pathlib import Path

from benchmarks.faults.history_check import check


def main() -> None:
    """Check the folder that the command line names."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    report = check(Path(sys.argv[1]))
    violations = [each._asdict() for each in report.violations]
    json.dump({"counts": report.counts, "violations": violations}, sys.stdout, indent=1)
    sys.exit(bool(violations))


if __name__ == "__main__":
    main()
