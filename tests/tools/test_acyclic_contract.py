"""The contract that no files import each other in a circle, by circles planted for it."""

import subprocess
import sys
import tomllib
from pathlib import Path

import grimp
import pytest

from tools.acyclic_contract import AcyclicFilesContract, find_circles

ROOT = Path(__file__).resolve().parent.parent.parent
LINTER = Path(sys.executable).parent / "lint-imports"

CONFIG = """
[tool.importlinter]
root_packages = ["{package}"]
contract_types = ["acyclic_files: tools.acyclic_contract.AcyclicFilesContract"]

[[tool.importlinter.contracts]]
name = "No circle between files"
type = "acyclic_files"
"""


def plant(folder: Path, package: str, files: dict[str, str]) -> None:
    """A package of these modules, by name within it."""
    for name, source in {"__init__.py": "", **files}.items():
        path = folder / package / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source, encoding="utf-8")


def circles_of(folder: Path, package: str, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What the contract finds in the planted package."""
    monkeypatch.syspath_prepend(str(folder))
    graph = grimp.build_graph(package, cache_dir=None)
    check = AcyclicFilesContract("", {}, {}).check(graph, verbose=False)
    circles: list[object] = check.metadata["circles"]
    assert check.kept is not bool(circles)
    return circles


@pytest.mark.parametrize(
    ("package", "way_back"),
    [
        ("planted_at_the_top", "from {package} import one\n"),
        ("planted_in_a_function", "def late():\n    from {package}.one import name\n"),
        (
            "planted_for_types",
            "from typing import TYPE_CHECKING\n"
            "if TYPE_CHECKING:\n    from {package}.one import name\n",
        ),
    ],
)
def test_two_files_that_import_each_other_are_a_circle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: str, way_back: str
) -> None:
    files = {"one.py": f"import {package}.two\n", "two.py": way_back.format(package=package)}
    plant(tmp_path, package, files)
    circle = (f"{package}.one", f"{package}.two", f"{package}.one")
    assert circles_of(tmp_path, package, monkeypatch) == [circle]


def test_a_package_that_passes_on_what_its_own_module_takes_from_it_is_a_circle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {
        "inner/__init__.py": "from planted_init.inner.one import name\n",
        "inner/one.py": "from planted_init.inner import other\n",
    }
    plant(tmp_path, "planted_init", files)
    circle = ("planted_init.inner", "planted_init.inner.one", "planted_init.inner")
    assert circles_of(tmp_path, "planted_init", monkeypatch) == [circle]


def test_files_that_import_one_way_are_no_circle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {
        "one.py": "from planted_one_way import two, three\n",
        "two.py": "from planted_one_way import three\n",
        "three.py": "import json\n",
    }
    plant(tmp_path, "planted_one_way", files)
    assert circles_of(tmp_path, "planted_one_way", monkeypatch) == []


def test_every_circle_is_named_also_where_they_share_files() -> None:
    imports = {"a": {"b"}, "b": {"a", "c"}, "c": {"b"}, "d": {"e"}, "e": {"d"}, "f": {"a", "d"}}
    assert sorted(find_circles(imports)) == [("a", "b", "a"), ("b", "c", "b"), ("d", "e", "d")]


def test_breaking_each_named_circle_once_leaves_none() -> None:
    tangle = {name: set("abcde") - {name} for name in "abcde"}
    for circle in find_circles(tangle):
        tangle[circle[-2]].discard(circle[-1])
    assert find_circles(tangle) == []


def test_the_linter_prints_the_circle_with_its_lines_and_fails(tmp_path: Path) -> None:
    files = {"one.py": "\nimport planted.two\n", "two.py": "from planted import one\n"}
    plant(tmp_path, "planted", files)
    config = tmp_path / "circles.toml"
    config.write_text(CONFIG.format(package="planted"), encoding="utf-8")
    command = [str(LINTER), "--no-cache", "--config", str(config)]
    run = subprocess.run(
        command,
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1, run.stdout + run.stderr
    assert "planted.one imports planted.two (line 2)" in run.stdout
    assert "planted.two imports planted.one (line 1)" in run.stdout


def test_every_folder_of_python_here_is_looked_at_for_circles() -> None:
    linter = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert set(linter["importlinter"]["root_packages"]) == packages
    contracts = {item["type"]: item for item in linter["importlinter"]["contracts"]}
    assert "acyclic_files" in contracts
    assert set(contracts["acyclic_siblings"]["ancestors"]) == packages
