"""`python -m config.server`: listen, and keep one worker process serving."""

import os
import signal
import socket
import subprocess
import sys
import time
from argparse import ArgumentParser, Namespace

BACKLOG = 1024
PAUSE_SECONDS = 0.2
# A worker that cannot even start once, for a wrong setting, is not started again.
STARTED_SECONDS = 10.0
MEMORY = {"MALLOC_ARENA_MAX": "2", "MALLOC_TRIM_THRESHOLD_": "131072"}
"""How glibc keeps memory: it gives each thread a heap of its own, and what one rendered of a large
event stays there. 12 threads rendering 25 versions of 450 tables hold 303 MB without, 250 with."""


class Supervisor:
    """A supervisor of one worker at a time.

    The socket stays open between two workers: a client that connects then waits.
    """

    def __init__(self, host: str, port: int, certificate: list[str]) -> None:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._socket = socket.create_server((host, port), family=family, backlog=BACKLOG)
        # The worker reads one end, and stops when the other is gone with this process.
        self._alive, self._held = os.pipe()
        self._certificate = certificate
        self._worker: subprocess.Popen[bytes] | None = None
        self._stopping = False

    def run(self) -> int:
        """Keep a worker running until a signal says to stop; return the exit code.

        Return at once the code of a first worker that fails within STARTED_SECONDS.
        """
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: self._stop())
        first = True
        while not self._stopping:
            began = time.monotonic()
            code = self._serve()
            if first and code > 0 and time.monotonic() - began < STARTED_SECONDS:
                return code
            first = False
            if not self._stopping:
                time.sleep(PAUSE_SECONDS)
        return 0

    def _serve(self) -> int:
        passed = (self._socket.fileno(), self._alive)
        command = [sys.executable, "-m", "config.server.worker", *map(str, passed)]
        self._worker = subprocess.Popen(  # noqa: S603
            [*command, *self._certificate], pass_fds=passed, env={**MEMORY, **os.environ}
        )
        if self._stopping:
            self._worker.terminate()
        return self._worker.wait()

    def _stop(self) -> None:
        self._stopping = True
        if self._worker is not None:
            self._worker.terminate()


def _arguments() -> Namespace:
    parser = ArgumentParser(prog="python -m config.server", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--certificate", help="PEM file; with --key the server speaks HTTPS")
    parser.add_argument("--key", help="PEM file")
    return parser.parse_args()


if __name__ == "__main__":
    given = _arguments()
    pair = [given.certificate, given.key] if given.certificate else []
    sys.exit(Supervisor(given.host, given.port, pair).run())
