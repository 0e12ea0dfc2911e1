"""The pictures of the pages in `docs/`.

`python -m tools.screenshot` takes them anew. Browser tests take them, so that they show the
program as it is, in the pinned browser with the pinned letters. Needs what `make setup`
installs.
"""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

ROOT = Path(__file__).resolve().parent.parent
JOURNEYS = ROOT / "tests" / "e2e" / "journeys"
GUIDE_PICTURES = ROOT / "docs" / "guides" / "pictures"
# The tests run on the database and cache that come with them.
LEFT_OUT = ("DATABASE_URL", "REDIS_URL")


def main() -> int:
    """Write the README's picture and those of the guides.

    Return 0 if all were written.
    """
    with TemporaryDirectory() as folder:
        shots = Path(folder)
        failed = _run("test_picture.py", ROOT / "docs") or _run("test_whole_event.py", shots)
        if not failed:
            _write_guide_pictures(shots)
        return failed


def _run(journey: str, folder: Path) -> int:
    """Run a journey that keeps its pictures in `folder`; return its exit code."""
    environment = {name: value for name, value in os.environ.items() if name not in LEFT_OUT}
    environment["SHOTS"] = str(folder)
    command = [sys.executable, "-m", "pytest", "-q", str(JOURNEYS / journey)]
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode  # noqa: S603


def _write_guide_pictures(shots: Path) -> None:
    """Replace the guides' pictures by these, a fifth as large as WebP."""
    GUIDE_PICTURES.mkdir(parents=True, exist_ok=True)
    for old in GUIDE_PICTURES.glob("*.webp"):
        old.unlink()
    for shot in shots.glob("*.png"):
        Image.open(shot).save(GUIDE_PICTURES / f"{shot.stem}.webp", quality=80, method=6)


if __name__ == "__main__":
    sys.exit(main())
