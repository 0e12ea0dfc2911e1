"""Encrypt and decrypt streams in the format age, in constant memory.

The format (age-encryption.org) is authenticated: a changed, missing or added byte ends the
decryption with an error.
"""

import os
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import pyrage

from referee.backups.installation.errors import DamagedBackupError, InstallationBackupError

Recipient = Any
Identity = Any
"""Public and private keys of `pyrage`, which has no types."""
_IDENTITY = "AGE-SECRET-KEY-1"
_NO_KEY = "No matching keys found"


def new_identity() -> Identity:
    """Return a new private key; `str` of it is what `age-keygen` prints."""
    return pyrage.x25519.Identity.generate()


def recipients_of(texts: Iterable[str]) -> list[Recipient]:
    """Return public keys (`age1…`); raise ValueError for a text that is none."""
    try:
        return [pyrage.x25519.Recipient.from_str(text) for text in texts]
    except pyrage.RecipientError as error:
        raise ValueError(str(error)) from error


def read_identities(file: Path) -> list[Identity]:
    """Return the private keys of a file that `age-keygen` or `backup_key` wrote."""
    try:
        lines = [line.strip() for line in file.read_text("ascii").splitlines()]
        found = [
            pyrage.x25519.Identity.from_str(line) for line in lines if line.startswith(_IDENTITY)
        ]
    except OSError as error:
        message = f"The key {file} cannot be read: {error.strerror}."
        raise InstallationBackupError(message) from error
    except (UnicodeDecodeError, pyrage.IdentityError):
        found = []
    if not found:
        message = f"{file} has no private key of age: a line that begins with {_IDENTITY}."
        raise InstallationBackupError(message)
    return found


class _ChunkReader:
    """A file to read from, made of chunks of bytes; it keeps the chunks' error."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self._chunks = chunks
        self._rest = b""
        self.error: BaseException | None = None

    def read(self, size: int = -1) -> bytes:
        """Return at most `size` bytes; none at the end."""
        try:
            while not self._rest:
                self._rest = next(self._chunks)
        except StopIteration:
            return b""
        except BaseException as error:
            self.error = error
            raise
        size = len(self._rest) if size < 0 else size
        found, self._rest = self._rest[:size], self._rest[size:]
        return found


class _Writer:
    """A file to write to, which keeps its error: the library hides its kind."""

    def __init__(self, out: BinaryIO) -> None:
        self._out = out
        self.error: OSError | None = None

    def write(self, data: bytes) -> int:
        """Write all of `data`."""
        try:
            return self._out.write(data)
        except OSError as error:
            self.error = error
            raise

    def flush(self) -> None:
        """Leave that to the file's owner."""


def encrypt(chunks: Iterator[bytes], out: BinaryIO, recipients: Sequence[Recipient]) -> None:
    """Encrypt to each of the recipients; raise OSError if the disk is full."""
    reader, writer = _ChunkReader(chunks), _Writer(out)
    try:
        pyrage.encrypt_io(reader, writer, list(recipients))
    except Exception as error:
        raise writer.error or reader.error or error from error


@contextmanager
def decrypted(file: Path, identities: Sequence[Identity]) -> Iterator[BinaryIO]:
    """Open the content of an encrypted file for reading from its beginning to its end.

    What is read is only known to be whole once the block has ended: it raises DamagedBackupError
    for any changed byte, also if reading failed for that. An error of the block itself goes first
    if the file was fine so far.
    """
    incoming, outgoing = os.pipe()
    decryption = _Decryption(file, identities, outgoing)
    decryption.start()
    try:
        with os.fdopen(incoming, "rb") as content:
            yield content
            while content.read(1 << 16):
                pass
    except Exception as error:
        decryption.join()
        if refusal := decryption.refusal():
            raise refusal from error
        raise
    decryption.join()
    if refusal := decryption.refusal():
        raise refusal


class _Decryption(threading.Thread):
    """A thread that decrypts a file into a pipe: the library writes, tar reads."""

    def __init__(self, file: Path, identities: Sequence[Identity], pipe: int) -> None:
        super().__init__(name="age", daemon=True)
        self._file, self._identities, self._pipe = file, identities, pipe
        self._error: Exception | None = None

    def run(self) -> None:
        """Decrypt until the end, an error, or nobody reads any more."""
        with os.fdopen(self._pipe, "wb", buffering=0) as out:
            writer = _Writer(out)
            try:
                with self._file.open("rb") as source:
                    pyrage.decrypt_io(source, writer, list(self._identities))
            except Exception as error:
                # Nobody reads on: why is known there.
                self._error = None if isinstance(writer.error, BrokenPipeError) else error

    def refusal(self) -> Exception | None:
        """Return why the file could not be decrypted; None if it could."""
        error = self._error
        if error is None:
            return None
        if _NO_KEY in str(error):
            return InstallationBackupError(
                "No private key of that file opens this backup: it was made for another key, or "
                "its first bytes are damaged. Nothing was changed."
            )
        if isinstance(error, OSError) and error.errno is not None:
            return InstallationBackupError(f"{self._file} cannot be read: {error.strerror}.")
        return DamagedBackupError(str(error).partition("\n")[0].rstrip("."))
