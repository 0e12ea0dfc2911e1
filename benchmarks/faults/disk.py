"""A small disk of its own, which can be full, slow, read-only, or lose what it had not written.

It is a file system in memory behind a loop device, where this process may make one. What is done to
it is Linux's own: ext4's error and shutdown, and the limit of a device's writes (cgroup blkio).
"""

import fcntl
import os
import shutil
import struct
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

SIZE = 2 << 30
BLOCK = bytes(4096)
WRITES_A_SECOND = Path("/sys/fs/cgroup/blkio/blkio.throttle.write_iops_device")
FEW_WRITES = 20
FREE_WITHIN = 5.0
# EXT4_IOC_SHUTDOWN, EXT4_GOING_FLAGS_NOLOGFLUSH
SHUT_DOWN, WITHOUT_FLUSH = 0x8004587D, struct.pack("I", 2)


class Disk:
    """A disk mounted at `folder`."""

    def __init__(self, folder: Path, device: str) -> None:
        self.folder, self._device = folder, device
        self._ballast = folder / "ballast"

    @classmethod
    @contextmanager
    def mounted(cls) -> Iterator[Self | None]:
        """Yield one, or None where nothing can be mounted."""
        with ExitStack() as stack:
            folder = Path(stack.enter_context(TemporaryDirectory(prefix="disk-")))
            made = _in_memory(folder, stack)
            if made is None:
                yield None
                return
            disk = cls(folder / "disk", made)
            disk.folder.mkdir()
            disk.mount()
            stack.callback(_run, "umount", "--lazy", str(disk.folder))
            # A database's server runs as a user of its own when we are root.
            disk.folder.chmod(0o755)
            folder.chmod(0o755)
            yield disk

    def mount(self) -> None:
        """Mount it, as a machine does that starts."""
        assert _run("mount", "-o", "errors=remount-ro", self._device, str(self.folder))

    def mount_again(self) -> None:
        """Mount it anew, as soon as who was killed uses it no more."""
        until = time.monotonic() + FREE_WITHIN
        while not _run("umount", str(self.folder)):
            assert time.monotonic() < until, f"somebody uses {self.folder}"
            time.sleep(0.05)
        self.mount()
        # What filled it shortly before may be back: that it was removed was not on the disk yet.
        self._ballast.unlink(missing_ok=True)

    @contextmanager
    def filled(self) -> Iterator[None]:
        """Leave no room on it for a while."""
        try:
            with suppress(OSError), self._ballast.open("wb", buffering=0) as file:
                free = os.statvfs(self.folder)
                os.posix_fallocate(file.fileno(), 0, free.f_bavail * free.f_frsize)
                file.seek(0, os.SEEK_END)
                while file.write(BLOCK):
                    os.fsync(file)
            yield
        finally:
            self._ballast.unlink()

    @property
    def can_be_slow(self) -> bool:
        """Whether its writes can be limited here."""
        return WRITES_A_SECOND.exists()

    @contextmanager
    def slowed(self) -> Iterator[None]:
        """Let it write a few times a second only, for a while."""
        number = Path("/sys/block", Path(self._device).name, "dev").read_text().strip()
        try:
            WRITES_A_SECOND.write_text(f"{number} {FEW_WRITES}")
            yield
        finally:
            WRITES_A_SECOND.write_text(f"{number} 0")

    def make_read_only(self) -> None:
        """Take no more writes, as after an error, until it is mounted again.

        Nobody may write at that moment: Linux tells one of eight who do (19 of 150) that their
        `fdatasync` succeeded, and loses what they wrote.
        """
        assert _run("mount", "-o", "remount,abort", str(self.folder))

    def cut(self) -> None:
        """Cut its power: what was not written never will be, and nothing more is."""
        opened = os.open(self.folder, os.O_RDONLY)
        fcntl.ioctl(opened, SHUT_DOWN, WITHOUT_FLUSH)
        os.close(opened)


def _in_memory(folder: Path, stack: ExitStack) -> str | None:
    """Return a new device with a file system in memory, None where there can be none."""
    if any(shutil.which(name) is None for name in ("mount", "losetup", "mkfs.ext4")):
        return None
    memory, image = folder / "memory", folder / "memory" / "image"
    memory.mkdir()
    if not _run("mount", "-t", "tmpfs", "-o", f"size={SIZE + (SIZE >> 3)}", "tmpfs", str(memory)):
        return None
    stack.callback(_run, "umount", "--lazy", str(memory))
    with image.open("wb") as file:
        file.truncate(SIZE)
    # Root may fill it to the last block.
    if not _run("mkfs.ext4", "-q", "-F", "-m", "0", str(image)):
        return None
    command = ["losetup", "--find", "--show", str(image)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return None
    device = done.stdout.strip()
    stack.callback(_run, "losetup", "--detach", device)
    return device


def _run(*command: str) -> bool:
    """Return whether a command did what it is for."""
    return subprocess.run(command, capture_output=True, check=False).returncode == 0
