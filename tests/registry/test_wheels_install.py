"""The wheels, installed by their files: the program runs, and needs no checkout."""

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from urllib.request import Request, urlopen

import pytest

from tests.serving import free_port
from tools import wheels

PATIENCE = 120
UV = str(Path(sys.executable).with_name("uv"))


def read(address: str, language: str = "en") -> str:
    """The text at an address; OSError if it is not there."""
    request = Request(address, headers={"Accept-Language": language})  # noqa: S310
    with urlopen(request) as answer:  # noqa: S310
        return str(answer.read().decode())


class Installed(NamedTuple):
    """The program `treasurer` of an environment of its own, and what its processes see."""

    program: str
    environment: dict[str, str]

    def run(self, *words: str) -> str:
        """What a command prints."""
        done = subprocess.run(
            [self.program, *words],
            env=self.environment,
            cwd=self.environment["HOME"],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


def modules_of_others() -> set[str]:
    """Names that the program imports: its own, those of all packages, and one of Python's."""
    site = Path(pytest.__file__).parents[1]
    found = {path.name.partition(".")[0] for path in site.iterdir()}
    own = {"config", "referee", "scoring", "tournament", "asyncio"}
    return own | {name for name in found if name.isidentifier()}


def expand(word: str, folder: Path) -> list[str]:
    """What a shell in this folder makes of a word."""
    if "*" not in word:
        return [word]
    return sorted(str(path.relative_to(folder)) for path in folder.glob(word))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheels in `dist`."""
    found = tmp_path_factory.mktemp("wheels")
    wheels.build(found / "dist")
    return found


@pytest.fixture(scope="module", params=["uv tool install", "pipx install"])
def installed(
    request: pytest.FixtureRequest, folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> Installed:
    """The program as `docs/operations.md` installs and updates it, beside modules of others."""
    home = tmp_path_factory.mktemp("home")
    for name in modules_of_others():
        (home / f"{name}.py").write_text("raise SystemExit('of the current folder')\n")
    page = (wheels.ROOT / "docs" / "operations.md").read_text("utf-8")
    (line,) = re.findall(rf"^    ({request.param} .*)$", page, re.MULTILINE)
    tool = [UV] if request.param.startswith("uv") else [UV, "tool", "run", "pipx"]
    programs = {"UV_TOOL_BIN_DIR": str(home / "bin"), "PIPX_BIN_DIR": str(home / "bin")}
    folders = {"UV_TOOL_DIR": str(home / "tools"), "PIPX_HOME": str(home / "tools")}
    words = [word for part in shlex.split(line)[1:] for word in expand(part, folder)]
    command = [*tool, *words, "--python", sys.executable]
    for options in ([], ["--force"]):
        environment = {**os.environ, **folders, **programs}
        subprocess.run([*command, *options], cwd=folder, env=environment, check=True)
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    return Installed(str(home / "bin" / "treasurer"), {**kept, "HOME": str(home)})


@pytest.fixture(scope="module")
def address(installed: Installed) -> Iterator[str]:
    """The address of the running program, once its events are loaded and published."""
    port = str(free_port())
    command = [installed.program, "run", "--port", port, "--no-bots"]
    home = installed.environment["HOME"]
    server = subprocess.Popen(
        command,
        env=installed.environment,
        cwd=home,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    base, until = f"http://localhost:{port}", time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with suppress(OSError):
            read(f"{base}/api/v1/public/events/spring-open-2026/snapshot")
            break
        time.sleep(0.5)
    yield base
    os.killpg(server.pid, signal.SIGINT)
    assert server.wait(20) == 0


def test_it_serves_pages_styles_and_the_tablets_engine(address: str) -> None:
    sheet = read(f"{address}/").split('rel="stylesheet" href="')[1].split('"')[0]
    assert "{" in read(address + sheet)
    worker = read(f"{address}/tablet/service-worker.js")
    assert ".snapshot" in worker
    assert "pyodide.asm.wasm" in worker
    assert "Classement" in read(f"{address}/e/spring-open-2026/", "fr")


def test_what_it_publishes_can_be_verified_by_itself(installed: Installed, address: str) -> None:
    assert "24" in installed.run("verify", f"{address}/e/spring-open-2026/")


def test_a_saved_event_is_put_back_where_nothing_is_yet(
    installed: Installed, address: str, tmp_path: Path
) -> None:
    path = Path(installed.run("backup", "spring-open-2026").strip())
    assert path.stat().st_size > 10_000
    new = installed._replace(environment={**installed.environment, "DATA_DIR": str(tmp_path)})
    assert "Spring Open" in new.run("restore", str(path))


def test_a_record_is_played_again(installed: Installed) -> None:
    record = next((wheels.ROOT / "tests" / "golden" / "golden").glob("01*.amr.jsonl"))
    assert installed.run("replay", str(record))


def test_its_data_lies_in_the_users_folder(installed: Installed, address: str) -> None:
    data = Path(installed.environment["HOME"]) / ".local" / "share" / "treasurer"
    assert (data / "treasurer.sqlite3").exists()
