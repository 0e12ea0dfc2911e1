"""Password hashing in a separate process of the lowest priority.

Passwords are hashed one after the other. Hashing is slow on purpose, and a flood of
sign-ins must not slow down the tablets.
"""

import base64
import json
import selectors
import subprocess
import sys
from pathlib import Path
from threading import Lock

from django.contrib.auth.hashers import PBKDF2PasswordHasher

PROGRAM = Path(__file__).with_name("hashing_process.py")
PATIENCE = 30.0
"""Seconds to wait for an answer from the process; a hash takes well under one."""


class HashingError(Exception):
    """The hashing process died or does not answer."""


class HashingProcess:
    """One process, started at first use and restarted if it dies.

    It serves one caller at a time: threads wait here for each other, in no order.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._process: subprocess.Popen[str] | None = None

    def pbkdf2(self, *, digest: str, password: bytes, salt: bytes, iterations: int) -> bytes:
        """Return the derived key; raise HashingError if a restarted process fails, too."""
        question = {"digest": digest, "password": password.hex(), "salt": salt.hex()}
        line = json.dumps({**question, "iterations": iterations}) + "\n"
        with self._lock:
            try:
                return self._ask(line)
            except HashingError:
                return self._ask(line)

    def _ask(self, line: str) -> bytes:
        process = self._running_process()
        try:
            assert process.stdin is not None and process.stdout is not None  # noqa: S101, PT018
            process.stdin.write(line)
            process.stdin.flush()
            with selectors.DefaultSelector() as ready:
                ready.register(process.stdout, selectors.EVENT_READ)
                answer = process.stdout.readline() if ready.select(PATIENCE) else ""
        except OSError:
            answer = ""
        if not answer.endswith("\n"):
            self._end()
            raise HashingError
        return bytes.fromhex(answer)

    def _running_process(self) -> "subprocess.Popen[str]":
        if self._process is None or self._process.poll() is not None:
            self._end()
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                [sys.executable, "-I", str(PROGRAM)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()


_process = HashingProcess()


class PBKDF2InItsProcess(PBKDF2PasswordHasher):
    """Django's own hasher, byte for byte, but in the hashing process."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        """Return the hash as Django stores it."""
        self._check_encode_args(password, salt)  # type: ignore[attr-defined]
        iterations = iterations or self.iterations
        found = _process.pbkdf2(
            digest=self.digest().name,
            password=password.encode(),
            salt=salt.encode(),
            iterations=iterations,
        )
        text = base64.b64encode(found).decode("ascii")
        return f"{self.algorithm}${iterations}${salt}${text}"
