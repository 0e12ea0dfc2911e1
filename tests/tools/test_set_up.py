"""The set-up of a new machine: what it installs, and what it says when something is missing."""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tools.stub_wheels import stub_wheel
from tools.set_up import SetUpError, _check_disk, _check_python, explain_failure

ROOT = Path(__file__).resolve().parents[2]
FIND_PYTHON = ROOT / "tools" / "find_python.sh"


def find_python(folder: Path, **programs: str) -> subprocess.CompletedProcess[str]:
    """Run find_python.sh where only these programs are found."""
    for name, text in programs.items():
        program = folder / name.replace("_", ".")
        program.write_text(f"#!/bin/sh\n{text}\n")
        program.chmod(0o755)
    return subprocess.run(
        ["/bin/sh", str(FIND_PYTHON)],
        env={"PATH": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    )


def test_the_newest_python_that_runs_is_found(tmp_path: Path) -> None:
    """A shim of a version that is not installed is found too, and fails when it is run."""
    found = find_python(tmp_path, python3_14="exit 127", python3_12="exit 0", python3_11="exit 0")
    assert found.stdout == "python3.12\n"


def test_without_a_python_it_says_what_to_install_and_to_type(tmp_path: Path) -> None:
    found = find_python(tmp_path, python3="exit 1")
    assert found.stdout == "false\n"
    assert "apt install python3 python3-venv" in found.stderr
    assert "make PYTHON=/path/to/python3" in found.stderr


@pytest.mark.parametrize("version", [(3, 10), (3, 15)])
def test_another_python_is_refused_by_its_number(version: tuple[int, int]) -> None:
    with pytest.raises(SetUpError, match=rf"this is 3\.{version[1]}\."):
        _check_python(version)


def test_a_disk_without_room_is_told_before_anything_is_downloaded() -> None:
    with pytest.raises(SetUpError, match=r"The disk has \d+ MB left, and 1000000000 MB are needed"):
        _check_disk(10**9)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("ERROR: Could not install: [Errno 28] No space left on device", "The disk is full"),
        ("npm error code ENOSPC", "The disk is full"),
        (
            "Collecting django==5.2.19 (from -r requirements.txt (line 9))\n"
            "ReadTimeoutError: HTTPSConnectionPool: Read timed out.",
            "did not answer within 20 seconds at django==5.2.19",
        ),
        (
            "npm error network request to http://127.0.0.1/@scope%2fqr failed, reason: ETIMEDOUT",
            "did not answer within 20 seconds at @scope/qr",
        ),
        (
            "Collecting six==1.17.0\nERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE FILE.",
            "at six==1.17.0 is not what the lock file names",
        ),
    ],
)
def test_a_failure_is_told_in_a_sentence_with_the_package(said: str, sentence: str) -> None:
    assert sentence in explain_failure(said, "pip")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project whose only package is a wheel in its folder `index`, in a path with a space."""
    root = tmp_path / "a project"
    (root / "tools").mkdir(parents=True)
    shutil.copy(ROOT / "tools" / "set_up.py", root / "tools")
    wheel, digest = stub_wheel(root / "index", "six", "1.0")
    assert wheel.exists()
    (root / "requirements.txt").write_text(f"six==1.0 \\\n    --hash=sha256:{digest}\n")
    return root


def set_up(project: Path, *options: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run its set-up for serving, with packages from `index` alone unless `variables` say else."""
    kept = {name: text for name, text in os.environ.items() if not name.startswith("PIP_")}
    index = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": (project / "index").as_uri()}
    return subprocess.run(
        [sys.executable, "tools/set_up.py", "run", *options],
        cwd=project,
        env={**kept, "PIP_CONFIG_FILE": os.devnull, **(variables or index)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.exhaustive
def test_it_installs_the_lock_once(project: Path) -> None:
    assert set_up(project, "--check").returncode == 1
    done = set_up(project)
    assert (done.returncode, done.stderr) == (0, "")
    assert "  1 Python packages: " in done.stdout
    assert set_up(project, "--check").returncode == 0
    assert set_up(project).stdout == ""
    lock = project / "requirements.txt"
    lock.write_text(lock.read_text() + "\n")
    assert set_up(project, "--check").returncode == 1


def test_a_python_without_venv_is_told(project: Path) -> None:
    (project / "shadow").mkdir()
    text = "print('because ensurepip is not available'); raise SystemExit(1)"
    (project / "shadow" / "venv.py").write_text(text)
    done = set_up(project, PYTHONPATH=str(project / "shadow"))
    assert done.returncode == 1
    assert "sudo apt install python3." in done.stderr
    assert not (project / ".venv").exists()


@pytest.fixture
def closed_port() -> Iterator[int]:
    """A port at which nobody answers."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield taken.getsockname()[1]


@pytest.mark.long
@pytest.mark.exhaustive
def test_a_network_that_does_not_answer_is_told_with_the_package(
    project: Path, closed_port: int
) -> None:
    done = set_up(project, PIP_INDEX_URL=f"http://127.0.0.1:{closed_port}/simple")
    assert done.returncode == 1
    assert "The network did not answer within 20 seconds at six==1.0." in done.stderr
    assert "run the same command again" in done.stderr
    assert set_up(project, "--check").returncode == 1
