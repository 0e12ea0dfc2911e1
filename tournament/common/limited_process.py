"""Run one of our scripts on untrusted input in a separate process, within limits.

A small file may unpack to a huge one, and take even more memory once parsed. In a separate process,
that ends only a process that nobody else waits for. This file does not load Django, so it starts at
once. It is also the script that sets the limits, and then becomes the other one.
"""

import os
import resource
import runpy
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import BoundedSemaphore
from time import monotonic
from typing import IO, NamedTuple

AT_ONCE = 2
PATIENCE = 30
"""Seconds to wait for a free place."""
BEAT_SECONDS = 5
# Without the server's own settings: a file must not reach its keys.
KEPT = ("PATH", "LD_LIBRARY_PATH", "SYSTEMROOT")
OUT_OF_MEMORY = 3
"""The exit code of a script that asked for more memory than it may have."""
_places = BoundedSemaphore(AT_ONCE)


Beats = tuple[Callable[[], object], float]
"""A function that is called while a script runs, and the seconds between."""


class Limits(NamedTuple):
    """A script's limits of CPU time, wall-clock time and memory.

    `seconds` is CPU time and `patience` wall-clock time, both in seconds; `memory` is in bytes.
    """

    seconds: int
    patience: int
    memory: int


class BusyError(Exception):
    """Other files are being read, or no process could be started: try again later."""


class LimitReachedError(Exception):
    """The script exceeded one of its limits."""


def run_limited(
    script: Path,
    *arguments: str,
    given: bytes | IO[bytes],
    limits: Limits,
    beat: Callable[[], object] = lambda: None,
    beat_seconds: float = BEAT_SECONDS,
    places: BoundedSemaphore = _places,
) -> bytes:
    """Return the output of the script for `given`, its standard input.

    `beat` is called every `beat_seconds` meanwhile. Work in the background has `places` of its own,
    so that nobody who waits for a page waits for it. Raise BusyError, LimitReachedError, or
    CalledProcessError for a bug in the script, whose traceback is then in the server's log.
    """
    if not places.acquire(timeout=PATIENCE):
        raise BusyError
    try:
        return _run_command([str(script), *arguments], given, limits, (beat, beat_seconds))
    except OSError as error:
        raise BusyError from error
    finally:
        places.release()


def _run_command(
    command: list[str], given: bytes | IO[bytes], limits: Limits, beats: Beats
) -> bytes:
    numbers = (str(limits.seconds), str(limits.memory))
    with (
        _file_of(given) as file,
        subprocess.Popen(  # noqa: S603 - our own script, without a shell
            [sys.executable, "-I", "-W", "ignore", __file__, *numbers, *command],
            stdin=file,
            stdout=subprocess.PIPE,
            env={key: os.environ[key] for key in KEPT if key in os.environ},
        ) as process,
    ):
        try:
            out = _output(process, limits.patience, beats)
        except BaseException:
            process.kill()
            raise
    if process.returncode < 0 or process.returncode == OUT_OF_MEMORY:
        raise LimitReachedError
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command[0])
    return out


@contextmanager
def _file_of(given: bytes | IO[bytes]) -> Iterator[IO[bytes]]:
    """Yield a file from which the process reads its input.

    `Popen.communicate` sends nothing more after its first timeout.
    """
    if not isinstance(given, bytes):
        yield given
        return
    with tempfile.TemporaryFile() as file:
        file.write(given)
        file.seek(0)
        yield file


def _output(process: "subprocess.Popen[bytes]", patience: int, beats: Beats) -> bytes:
    beat, every = beats
    end = monotonic() + patience
    while (left := end - monotonic()) > 0:
        with suppress(subprocess.TimeoutExpired):
            return process.communicate(timeout=min(left, every))[0]
        beat()
    raise LimitReachedError


def _limit(seconds: int, memory: int) -> None:
    """Limit the process's CPU time and memory, and lower its priority.

    macOS has no limit on memory.
    """
    os.nice(5)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def main() -> None:
    """Set the limits given on the command line, and run the script that it names."""
    seconds, memory, script = sys.argv[1:4]
    _limit(int(seconds), int(memory))
    sys.argv = sys.argv[3:]
    # An isolated process finds no package of this program by itself.
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    # NumPy would start a thread for each core, each with a stack out of the memory allowed.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    try:
        runpy.run_path(script, run_name="__main__")
    except MemoryError:
        sys.exit(OUT_OF_MEMORY)


if __name__ == "__main__":
    main()
