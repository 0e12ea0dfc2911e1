"""A process as a container has it: nobody's, the first of its own numbers, its root read-only.

Where the machine lets nobody make such a room, it runs as any other process.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path

import psutil

NOBODY = "65534"
ROOM = [
    *("bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--unshare-user"),
    *("--uid", NOBODY, "--gid", NOBODY, "--unshare-pid", "--as-pid-1", "--proc", "/proc"),
    *("--cap-drop", "ALL", "--chdir", "/"),
]
OF_NGINX = "/var/lib/nginx"
"""Where nginx makes folders once it runs as root, as it may have on this machine."""


@cache
def is_possible() -> bool:
    """Whether this machine has bubblewrap, and lets us make rooms by it."""
    with suppress(OSError):
        return subprocess.run([*ROOM, "true"], check=False, capture_output=True).returncode == 0
    return False


class Process:
    """A command in a room where it can write into folders of its own, `tmpfs`, and into `data`;
    of the real ones it sees what is `shown`. Its log is a file."""

    def __init__(
        self,
        words: list[str],
        environment: Mapping[str, str],
        *,
        data: Path,
        tmpfs: Iterable[str],
        shown: Iterable[Path],
        log: Path,
    ) -> None:
        room = list(ROOM) if is_possible() else []
        if room:
            room += ["--tmpfs", OF_NGINX, "--remount-ro", OF_NGINX]
            for own in tmpfs:
                room += ["--tmpfs", own]
            for path in (*shown, Path(sys.prefix)):
                room += ["--ro-bind", str(path), str(path)]
            room += ["--bind", str(data), str(data)]
        with log.open("ab") as written:
            self._outer = subprocess.Popen(
                [*room, *words],
                cwd="/",
                env=environment,
                stdout=written,
                stderr=written,
                start_new_session=True,
            )
        self._log = log

    def stop(self, number: signal.Signals = signal.SIGTERM) -> None:
        """Tell its first process to end, as systemd and container engines do."""
        self.first.send_signal(number)

    @property
    def first(self) -> psutil.Process:
        """The process that runs the command."""
        outer = psutil.Process(self._outer.pid)
        return outer.children()[0] if is_possible() else outer

    @property
    def is_running(self) -> bool:
        """Whether it has not ended yet."""
        return self._outer.poll() is None

    def wait(self, seconds: float) -> int:
        """Return its exit code; TimeoutExpired if it takes longer."""
        return self._outer.wait(seconds)

    def done(self) -> None:
        """Wait until it has ended well."""
        assert self._outer.wait() == 0, self._log.read_text("utf-8")

    def kill(self) -> None:
        """Kill all of it."""
        with suppress(psutil.NoSuchProcess, IndexError):
            self.first.kill()
        with suppress(ProcessLookupError):
            os.killpg(self._outer.pid, signal.SIGKILL)
        self._outer.wait()
