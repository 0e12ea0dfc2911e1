"""What the lock files name is all that an installation needs."""

import json
import re
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
RUN, TABLET, DEV = "requirements.txt", "requirements-tablet.txt", "requirements-dev.txt"
RUN_MEGABYTES = 300


def locked(lock: str) -> dict[str, Requirement]:
    """The requirements of a lock file for this Python, by name."""
    lines = re.findall(r"^[a-z0-9][^\\\n]*", (ROOT / lock).read_text(), re.MULTILINE)
    found = [Requirement(line.strip()) for line in lines]
    return {
        canonicalize_name(each.name): each
        for each in found
        if each.marker is None or each.marker.evaluate()
    }


def needed(requirement: Requirement) -> Iterator[Requirement]:
    """What a locked distribution asks for, with the extras that the lock names."""
    for text in distribution(requirement.name).requires or ():
        asked = Requirement(text)
        here = {name: str(value) for name, value in default_environment().items()}
        environments = [{**here, "extra": extra} for extra in ("", *requirement.extras)]
        if asked.marker is None or any(asked.marker.evaluate(each) for each in environments):
            yield asked


@pytest.mark.parametrize("lock", [RUN, TABLET, DEV])
def test_every_requirement_is_pinned_with_its_extras(lock: str) -> None:
    pins = locked(lock)
    missing = []
    for pin in pins.values():
        for asked in needed(pin):
            found = pins.get(canonicalize_name(asked.name))
            if found is None or not asked.extras <= found.extras:
                missing.append(f"{pin.name} asks for {asked}")
            elif not asked.specifier.contains(_version(found), prereleases=True):
                missing.append(f"{pin.name} asks for {asked}, and {found} is pinned")
    assert missing == []


@pytest.mark.parametrize("lock", [RUN, TABLET])
def test_the_tests_run_on_what_serves(lock: str) -> None:
    development = locked(DEV)
    for name, pin in locked(lock).items():
        assert _version(development[name]) == _version(pin)
        assert pin.extras <= development[name].extras


def _version(pin: Requirement) -> str:
    (specifier,) = pin.specifier
    assert specifier.operator == "=="
    return specifier.version


def test_every_pin_has_hashes_and_none_an_address() -> None:
    for lock in (RUN, TABLET, DEV):
        text = (ROOT / lock).read_text()
        pins = re.split(r"^(?=[a-z0-9])", text, flags=re.MULTILINE)[1:]
        assert all("--hash=sha256:" in pin for pin in pins)
        assert "://" not in text


def test_npms_lock_names_exact_files() -> None:
    """npm installs what it names (`npm ci`), and refuses a file with another digest."""
    lock = json.loads((ROOT / "package-lock.json").read_text())
    packages = {name: each for name, each in lock["packages"].items() if name}
    assert all(each["integrity"].startswith("sha512-") for each in packages.values())
    assert all(each["version"] and "resolved" not in each for each in packages.values())
    wanted = json.loads((ROOT / "package.json").read_text())
    for group in ("dependencies", "devDependencies"):
        for name, version in wanted[group].items():
            assert packages[f"node_modules/{name}"]["version"] == version


def test_what_serving_needs_stays_small() -> None:
    """The files of `requirements.txt`, and pip, which comes with the environment."""
    size = 0
    for name in [*locked(RUN), "pip"]:
        try:
            found = distribution(name)
        except PackageNotFoundError:
            continue
        paths = [Path(str(file.locate())) for file in found.files or () if file.suffix != ".pyc"]
        size += sum(path.stat().st_size for path in paths if path.exists())
    assert 100 < size / 1_000_000 < RUN_MEGABYTES
