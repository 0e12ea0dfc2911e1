"""The wheels hold what they should, twice the same, and the engine's runs without anything else."""

import json
import re
import subprocess
import sys
import zipfile
from email.parser import Parser
from pathlib import Path
from typing import NamedTuple

import pytest

from referee.tablet import pack, python, snapshot
from tools import wheels

MAX_BYTES = 25_000_000
PAGE = wheels.ROOT / "docs" / "engine.md"
LEFT_OUT = (
    *(".ci/", ".gitignore", ".npmrc", "benchmarks/", "docs/", "tests/", "tools/", wheels.DEPLOY),
    *("CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "Makefile", "README.md"),
    *("biome.jsonc", "package", "pyproject.toml", "requirements", "tsconfig.json"),
)
"""What git follows and is in no wheel, or only as what describes it."""

pytestmark = pytest.mark.exhaustive


class Built(NamedTuple):
    engine: Path
    program: Path
    bill: Path


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return Built(*wheels.build(tmp_path_factory.mktemp("wheels")))


def names(wheel: Path) -> set[str]:
    """The files of a wheel, without what describes it."""
    with zipfile.ZipFile(wheel) as archive:
        found = {name for name in archive.namelist() if name[-1] != "/"}
    return {name for name in found if ".dist-info/" not in name}


def snapshot_file(built: Built) -> str:
    """The only file of its folder, without the folder of what is shipped."""
    folder = f"{wheels.SHIPPED}/tablet/"
    (found,) = (name for name in names(built.program) if name.startswith(folder))
    return found.removeprefix(f"{wheels.SHIPPED}/")


def description(wheel: Path) -> dict[str, list[str]]:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        found = Parser().parsestr(archive.read(name).decode())
    return {key: found.get_all(key, []) for key in ("Requires-Dist", "Version")}


def hashes_of_the_lock() -> dict[tuple[str, str], set[str]]:
    """The hashes of each package and version, read from the lock line by line."""
    found: dict[tuple[str, str], set[str]] = {}
    for line in (wheels.ROOT / "requirements.txt").read_text("utf-8").splitlines():
        if line[:1].isalnum():
            name, _, rest = line.partition("==")
            current = found[name.partition("[")[0], rest.split()[0]] = set()
        elif "--hash=sha256:" in line:
            current.add(line.partition("sha256:")[2].split()[0])
    return found


def test_each_followed_file_is_in_one_wheel_or_left_out(built: Built) -> None:
    engine, program = names(built.engine), names(built.program)
    assert not engine & program
    shipped = f"{wheels.SHIPPED}/"
    there = {name.removeprefix(shipped) for name in engine | program}
    wanted = {name for name in wheels.followed_files() if not name.startswith(LEFT_OUT)}
    catalogues = {name for name in wanted if name.endswith(".po")}
    assert wanted - catalogues <= there
    assert there - wanted == {
        wheels.BILL_FILE,
        *(f"{name[:-3]}.mo" for name in catalogues),
        *(f"node_modules/pyodide/{name}" for name in (*python.FILES, "package.json")),
        *(f"node_modules/qr/{name}" for name in ("decode.js", "index.js", "LICENSE-MIT")),
        *(str(python.cached_file(name).relative_to(wheels.ROOT)) for name in python.KEPT),
        snapshot_file(built),
    }
    assert {name.split("/")[0] for name in program} == {"config", "referee", "tournament"}


def test_the_snapshot_is_of_the_engine_that_is_installed(built: Built, tmp_path: Path) -> None:
    for wheel in (built.engine, built.program):
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(tmp_path)
    version = python.version()
    assert version
    folder = snapshot.folder(version, pack.build(tmp_path).digest)
    assert snapshot_file(built).startswith(f"tablet/{folder.name}/")


def test_they_are_small(built: Built) -> None:
    assert built.engine.stat().st_size + built.program.stat().st_size <= MAX_BYTES


def test_dependencies_are_those_of_the_lock_to_the_version(built: Built) -> None:
    engine, program = description(built.engine), description(built.program)
    assert engine["Requires-Dist"] == []
    (version,) = program["Version"]
    assert re.fullmatch(r"0\.1\.0\+g[0-9a-f]{12}", version)
    lock = (wheels.ROOT / "requirements.txt").read_text("utf-8")
    pinned = re.findall(r"^([\w.-]+)(?:\[.*\])?==([^ ]+)", lock, re.MULTILINE)
    assert len(pinned) == len(re.findall(r"^\w", lock, re.MULTILINE))
    wanted = {f"{name}=={number}" for name, number in pinned}
    assert {text.split(" ; ")[0] for text in program["Requires-Dist"]} == {
        f"treasurer-engine=={version}",
        *wanted,
    }


def test_the_bill_of_materials_is_of_both_locks(built: Built) -> None:
    bill = json.loads(built.bill.read_text("utf-8"))
    listed = {(each["name"], each["version"]) for each in bill["components"]}
    npm = json.loads((wheels.ROOT / "package.json").read_text("utf-8"))["dependencies"]
    hashes = hashes_of_the_lock()
    (version,) = description(built.engine)["Version"]
    assert listed == {*hashes} | {*npm.items()} | {("treasurer-engine", version)}
    python_packages = [each for each in bill["components"] if "externalReferences" in each]
    assert hashes == {
        (each["name"], each["version"]): {
            one["hashes"][0]["content"] for one in each["externalReferences"]
        }
        for each in python_packages
    }
    with zipfile.ZipFile(built.program) as archive:
        assert json.loads(archive.read(f"{wheels.SHIPPED}/{wheels.BILL_FILE}")) == bill


def test_a_build_elsewhere_gives_the_same_bytes(
    built: Built, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    again = wheels.build(tmp_path)
    assert [path.read_bytes() for path in again] == [path.read_bytes() for path in built]


def test_the_engine_runs_alone(built: Built, tmp_path: Path) -> None:
    with zipfile.ZipFile(built.engine) as archive:
        archive.extractall(tmp_path)
    program = (
        f"import doctest, sys; sys.path.insert(0, {str(tmp_path)!r});"
        f"found = doctest.testfile({str(PAGE)!r}, module_relative=False);"
        "sys.exit(found.failed or not found.attempted)"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
