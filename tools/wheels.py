"""Both wheels of the program: `python -m tools.wheels FOLDER` (`make wheels`).

They hold the files that git follows, as they are in the folder. `treasurer-engine` has the pure
packages and depends on nothing. `treasurer` has all the rest; it depends on that, and on what the
lock names in the very versions. No file is in both. Two builds of one commit are the same bytes.
`tools/bill_of_materials.py` writes beside them what is in them.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, NamedTuple

import polib

from tools.bill_of_materials import bill_of_materials, locked_packages

ROOT = Path(__file__).resolve().parent.parent
ENGINE = (
    "scoring/",
    "referee/__init__.py",
    "referee/engine/",
    "referee/journal/",
    "tournament/__init__.py",
    "tournament/seating/",
)
"""The paths in the engine's wheel."""
PACKAGES = ("config/", "referee/", "scoring/", "tournament/")
SHIPPED = "config/shipped"
"""The folder of the other wheel for what lies at the top of a checkout."""
TOP = ("manage.py", "templates/")
DEPLOY = "config/deploy/"
"""A platform's own settings are written into these files: no wheel has them."""
BILL_FILE = "treasurer.cdx.json"


class Wheel(NamedTuple):
    """The metadata of one wheel, and its packages."""

    name: str
    description: str
    readme: str
    packages: tuple[str, ...]
    dependencies: tuple[str, ...]
    license: str
    licence_files: tuple[str, ...] = ("LICENSE",)
    scripts: tuple[str, ...] = ()


def build(folder: Path) -> list[Path]:
    """Build both wheels and the bill of materials into a folder.

    Return their paths.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("treasurer*.whl"):
        old.unlink()
    _check_node_packages()
    with tempfile.TemporaryDirectory() as work:
        engine, program = (Path(work) / name for name in ("engine", "program"))
        files = followed_files()
        _copy([name for name in files if name.startswith(ENGINE)], engine)
        _lay_out_program(files, program)
        bill = folder / BILL_FILE
        project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
        project["version"] += f"+g{head()[:12]}"
        bill.write_text(bill_of_materials(ROOT, project), "utf-8")
        shutil.copyfile(bill, program / SHIPPED / BILL_FILE)
        return [
            _build_wheel(engine, engine_wheel(), project, folder),
            _build_wheel(program, program_wheel(project), project, folder),
            bill,
        ]


def head() -> str:
    """Return the hash of the commit that is checked out.

    It is a part of the wheels' version: so an update is another version, and no index can have one
    of that name, for none takes local versions (PEP 440).
    """
    command = ["git", "rev-parse", "HEAD"]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def followed_files() -> list[str]:
    """Return the paths that git follows and that are there, sorted."""
    command = ["git", "ls-files", "-z"]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return sorted(name for name in done.stdout.split("\0") if name and (ROOT / name).is_file())


def _check_node_packages() -> None:
    """End the program unless the Node packages that are shipped are the lock's."""
    packages = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    for name in ("pyodide", "qr"):
        path = ROOT / "node_modules" / name / "package.json"
        wanted = packages[f"node_modules/{name}"]["version"]
        if not path.exists() or json.loads(path.read_text("utf-8"))["version"] != wanted:
            sys.exit(f"{name} is not installed in version {wanted}: run make setup.")


def _lay_out_program(files: Iterable[str], program: Path) -> None:
    rest = [name for name in files if not name.startswith((*ENGINE, DEPLOY))]
    _copy([name for name in rest if name.startswith(PACKAGES)], program)
    shipped = program / SHIPPED
    _copy([name for name in rest if name.startswith(TOP)], shipped)
    for name in files:
        if name.startswith("locale/") and name.endswith(".po"):
            _write((shipped / name).with_suffix(".mo"), polib.pofile(ROOT / name).to_binary())
    _add_node_packages(shipped)
    _add_snapshot(shipped)


def _add_node_packages(shipped: Path) -> None:
    """Add the files of Node packages that a server hands out.

    The largest are added compressed as well.
    """
    from referee.tablet import python
    from tournament.people.views import qr_reader

    names = [f"node_modules/pyodide/{name}" for name in (*python.FILES, "package.json")]
    python.keep_packed()
    kept = [str(python.cached_file(name).relative_to(ROOT)) for name in python.KEPT]
    _copy([*names, *(f"node_modules/qr/{name}" for name in qr_reader.FILES), *kept], shipped)


def _add_snapshot(shipped: Path) -> None:
    """Add the memory of the started engine, which Node makes."""
    from referee.tablet import pack, python, snapshot

    program, version = snapshot.node(), python.version()
    if program is None or version is None:
        sys.exit("Node is missing: run make setup.")
    engine = pack.build(ROOT)
    made = snapshot.started_memory(engine, program)
    folder = shipped / "tablet" / snapshot.folder(version, engine.digest).name
    _write(folder / f"{made.sha256}.br", made.compressed)


def _copy(names: Iterable[str], target: Path) -> None:
    for name in names:
        _write(target / name, (ROOT / name).read_bytes())


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def engine_wheel() -> Wheel:
    """Return the description of the engine's wheel."""
    return Wheel(
        name="treasurer-engine",
        description="The rules of Anti-Monopoly, game records, statements, seating and standings.",
        readme="docs/engine.md",
        packages=("referee", "scoring", "tournament"),
        dependencies=(),
        license="Apache-2.0",
    )


def program_wheel(project: dict[str, Any]) -> Wheel:
    """Return the description of the program's wheel.

    Its dependencies are the engine and the lock's packages, pinned.
    """
    pinned = (
        f"{one.name}=={one.version}" + (f" ; {one.marker}" if one.marker else "")
        for one in locked_packages(ROOT)
    )
    return Wheel(
        name="treasurer",
        description=project["description"],
        readme="README.md",
        packages=("config", "referee", "tournament"),
        dependencies=(f"treasurer-engine=={project['version']}", *pinned),
        license="Apache-2.0 AND MPL-2.0 AND PSF-2.0 AND OFL-1.1 AND MIT AND Bitstream-Vera",
        licence_files=("LICENSE", "docs/licences.md", "docs/licences/*.txt"),
        scripts=('treasurer = "config.command_line:main"',),
    )


def _build_wheel(staged: Path, wheel: Wheel, project: dict[str, Any], folder: Path) -> Path:
    patterns = wheel.licence_files
    texts = [name for name in followed_files() if any(fnmatch(name, each) for each in patterns)]
    _copy([wheel.readme, *texts], staged)
    _write(staged / "pyproject.toml", _settings(wheel, project).encode())
    uv = str(Path(sys.executable).with_name("uv"))
    options = ["--wheel", "--offline", "--no-config", "--quiet", "--out-dir", str(folder)]
    subprocess.run([uv, "build", *options, str(staged)], check=True)
    return folder / f"{wheel.name.replace('-', '_')}-{project['version']}-py3-none-any.whl"


def _settings(wheel: Wheel, project: dict[str, Any]) -> str:
    """Return the build's settings; texts and lists of JSON are TOML's too."""
    lines = [
        "[project]",
        f"name = {json.dumps(wheel.name)}",
        f"version = {json.dumps(project['version'])}",
        f"description = {json.dumps(wheel.description)}",
        f"readme = {json.dumps(wheel.readme)}",
        f"license = {json.dumps(wheel.license)}",
        f"license-files = {json.dumps(wheel.licence_files)}",
        f"requires-python = {json.dumps(project['requires-python'])}",
        f"dependencies = {json.dumps(wheel.dependencies, indent=4)}",
        *(["[project.scripts]", *wheel.scripts] if wheel.scripts else []),
        "[build-system]",
        'requires = ["uv_build"]',
        'build-backend = "uv_build"',
        "[tool.uv.build-backend]",
        'module-root = ""',
        "namespace = true",
        f"module-name = {json.dumps(wheel.packages)}",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    import os

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    for path in build(Path(sys.argv[1])):
        sys.stdout.write(f"{path}  {path.stat().st_size / 1e6:.1f} MB\n")
