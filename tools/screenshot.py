"""The picture in the README: `python -m tools.screenshot` takes it anew.

A browser test takes it, so that it shows the program as it is: a tablet in the middle of a game, in
the pinned browser with the pinned letters. Needs what `make setup` installs.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
JOURNEY = "tests/e2e/journeys/test_picture.py"
# The tests run on the database and cache that come with them.
LEFT_OUT = ("DATABASE_URL", "REDIS_URL")


def main() -> int:
    """Write docs/screenshot.png; return 0 if it was written."""
    environment = {name: value for name, value in os.environ.items() if name not in LEFT_OUT}
    environment["SHOTS"] = str(ROOT / "docs")
    command = [sys.executable, "-m", "pytest", "-q", JOURNEY]
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode  # noqa: S603


if __name__ == "__main__":
    sys.exit(main())
