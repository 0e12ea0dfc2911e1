"""The lock installs whatever was released since: beside newer versions of every package, with the
pip that came with Python 3.11.0 to 3.11.7, and with the newest one."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.tools.stub_wheels import stub_wheel

ROOT = Path(__file__).resolve().parents[2]
LOCK = ROOT / "requirements-dev.txt"
NEWER = "99999"
OF_PYTHON_3_11 = "pip==23.2.1"
NEWEST = "pip"


class Machine(NamedTuple):
    """A local index with the locked files and a newer version of each, and programs of pip."""

    address: str
    pips: dict[str, list[str]]


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    folder = tmp_path_factory.mktemp("machine")
    files = folder / "files"
    _pip("download", "--no-deps", "--require-hashes", "--quiet", "-d", files, "-r", LOCK)
    return Machine(
        _index(folder / "simple", files),
        {
            wanted: _program(folder / str(number), wanted)
            for number, wanted in enumerate((OF_PYTHON_3_11, NEWEST))
        },
    )


def _pip(*arguments: str | Path) -> None:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *map(str, arguments)]
    subprocess.run(command, check=True, capture_output=True, text=True)


def _program(folder: Path, wanted: str) -> list[str]:
    """Another pip, run from a folder of its own."""
    _pip("install", "--quiet", "--no-deps", "--target", folder, wanted)
    return [sys.executable, str(folder / "pip")]


def _index(simple: Path, files: Path) -> str:
    """An index of what was downloaded, and of a newer version of each package; its address."""
    for file in files.iterdir():
        name = re.sub(r"[-_.]+", "-", file.name.split("-")[0]).lower()
        folder = simple / name
        folder.mkdir(parents=True, exist_ok=True)
        file.rename(folder / file.name)
        stub_wheel(folder, name, NEWER)
    for folder in simple.iterdir():
        links = "".join(f'<a href="{each.name}">{each.name}</a>' for each in folder.iterdir())
        (folder / "index.html").write_text(links)
    return simple.as_uri()


def install(machine: Machine, pip: str, lock: Path, *options: str) -> tuple[int, str, set[str]]:
    """What pip would install from that index: exit code, what it said, NAME==VERSION."""
    report = lock.parent / "report.json"
    report.unlink(missing_ok=True)
    command = [*machine.pips[pip], "--disable-pip-version-check", "install", "--dry-run"]
    command += ["--quiet", "--ignore-installed", "--no-cache-dir", "--require-hashes"]
    command += ["--index-url", machine.address, "--report", str(report), *options, "-r", str(lock)]
    kept = {name: text for name, text in os.environ.items() if not name.startswith("PIP_")}
    done = subprocess.run(
        command,
        env={**kept, "PIP_CONFIG_FILE": os.devnull},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        return done.returncode, done.stderr, set()
    found = [each["metadata"] for each in json.loads(report.read_text())["install"]]
    names = {f"{re.sub(r'[-_.]+', '-', each['name']).lower()}=={each['version']}" for each in found}
    return 0, done.stderr, names


@pytest.mark.parametrize("pip", [OF_PYTHON_3_11, NEWEST])
def test_the_lock_installs_beside_newer_releases(
    machine: Machine, pip: str, tmp_path: Path
) -> None:
    lock = tmp_path / LOCK.name
    lock.write_text(LOCK.read_text())
    code, said, names = install(machine, pip, lock, "--no-deps", "--only-binary", ":all:")
    assert (code, said) == (0, "")
    locked = re.findall(r"^([a-z0-9][\w.-]*)(?:\[[^]]*\])?==([^\s;]+)", lock.read_text(), re.M)
    assert names <= {f"{name}=={version}" for name, version in locked}
    assert len(names) > 100
    assert not any(NEWER in name for name in names)


def test_resolving_a_lock_without_extras_is_what_failed(machine: Machine, tmp_path: Path) -> None:
    """What stopped every set-up on the day that coverage 7.17.4 came out."""
    lock = tmp_path / LOCK.name
    lock.write_text(re.sub(r"^([a-z0-9][\w.-]*)\[[^]]*\]", r"\1", LOCK.read_text(), flags=re.M))
    code, said, _names = install(machine, OF_PYTHON_3_11, lock)
    assert code == 1
    assert "In --require-hashes mode, all requirements must have their versions pinned" in said


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
@pytest.mark.parametrize("lock", ["requirements-tablet.txt", "requirements-dev.txt"])
def test_every_package_has_a_wheel_for_each_python(lock: str, version: str) -> None:
    """Among the hashes of the lock, for a Linux machine of 2018 or later."""
    command = [str(Path(sys.executable).with_name("uv")), "pip", "install", "--dry-run"]
    command += ["--quiet", "--no-deps", "--only-binary", ":all:", "--require-hashes"]
    command += ["--python-version", version, "--python-platform", "x86_64-manylinux_2_28"]
    command += ["--target", "nowhere", "-r", lock]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
