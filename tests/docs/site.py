"""The documentation's site, built for a test."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COMMAND = re.compile(r"^BUILD_DOCS = (.*)$", re.MULTILINE)


def build_site(folder: Path) -> Path:
    """Build the site as `make docs` does, with any warning as a failure."""
    found = COMMAND.search((ROOT / "Makefile").read_text("utf-8"))
    assert found
    command = found[1].replace("$(VENV)", ".venv") + f" --quiet --site-dir {folder}"
    subprocess.run(command, cwd=ROOT, check=True, shell=True)  # noqa: S602
    return folder
