"""From a fresh clone to the first page, beside another commit: `benchmarks.setup_time COMMIT`.

Two clones of each commit are set up by `make run BOTS=0`, with caches of their own. The first one
downloads, the second finds all downloads in the caches: the difference is what the network takes.
The second one is then started again. Measured are seconds until `/` answers, and the megabytes in
`.venv` and `node_modules` by then.
"""

import argparse
import os
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import NamedTuple

from benchmarks.machine import machine
from tests.serving import free_port

ROOT = Path(__file__).resolve().parents[1]
TABLE = Path(__file__).with_suffix(".md")
PATIENCE_SECONDS = 900


class SetUpTime(NamedTuple):
    """Seconds to the first page with downloads, without, and of a later start; megabytes then."""

    downloading: float
    cached: float
    again: float
    megabytes: float


def measure(commit: str, folder: Path) -> SetUpTime:
    """Set up two clones of a commit, and start the second one again."""
    caches = {"PIP_CACHE_DIR": str(folder / "pip"), "npm_config_cache": str(folder / "npm")}
    downloading, _megabytes = first_page(clone(commit, folder / "first"), caches)
    second = clone(commit, folder / "second")
    cached, megabytes = first_page(second, caches)
    again, _megabytes = first_page(second, caches)
    return SetUpTime(downloading, cached, again, megabytes)


def clone(commit: str, target: Path) -> Path:
    """Check a commit out into a new folder."""
    subprocess.run(["git", "clone", "--quiet", "--no-checkout", str(ROOT), str(target)], check=True)
    subprocess.run(["git", "checkout", "--quiet", commit], cwd=target, check=True)
    return target


def first_page(root: Path, caches: dict[str, str]) -> tuple[float, float]:
    """Return seconds until `make run` serves its first page, and megabytes installed by then."""
    port = free_port()
    hidden = ("MAKEFLAGS", "DATA_DIR", "DATABASE_URL", "REDIS_URL")
    environment = {name: text for name, text in os.environ.items() if name not in hidden}
    began = time.monotonic()
    with subprocess.Popen(
        ["make", "run", f"PORT={port}", "BOTS=0"],
        cwd=root,
        env={**environment, **caches},
        start_new_session=True,
        stdout=subprocess.DEVNULL,
    ) as process:
        try:
            _wait_for(f"http://localhost:{port}/", process)
            return time.monotonic() - began, _megabytes(root)
        finally:
            os.killpg(process.pid, signal.SIGTERM)


def _wait_for(address: str, process: "subprocess.Popen[bytes]") -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until and process.poll() is None:
        try:
            urllib.request.urlopen(address).close()  # noqa: S310
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError(f"no page at {address}")


def _megabytes(root: Path) -> float:
    folders = [root / ".venv", root / "node_modules"]
    files = (path for folder in folders for path in folder.rglob("*") if not path.is_symlink())
    return sum(path.stat().st_size for path in files if path.is_file()) / 1_000_000


def main() -> None:
    """Measure this commit and the other in one run, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks.setup_time")
    parser.add_argument("commit", help="the commit to compare with")
    baseline = parser.parse_args().commit
    rows = ""
    for name, commit in ((f"`{baseline}`", baseline), ("this one", "HEAD")):
        folder = Path(tempfile.mkdtemp())
        try:
            took = measure(commit, folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        rows += f"| {name} | {took.downloading:.0f} | {took.cached:.0f} | {took.again:.1f} "
        rows += f"| {took.megabytes:.0f} |\n"
    TABLE.write_text(_HEAD + rows + f"\n{machine()}\n")


_HEAD = """# From a fresh clone to the first page

`python -m benchmarks.setup_time COMMIT` sets up two fresh clones of each commit by `make run`
and waits until `/` answers. Seconds with downloads, with all of them in the caches of pip and npm,
and at a second start; megabytes in `.venv` and `node_modules` when the first page is served.

| commit | with downloads | cached | second start | MB |
|---|---|---|---|---|
"""


if __name__ == "__main__":
    main()
