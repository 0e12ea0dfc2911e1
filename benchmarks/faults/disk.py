"""A small disk of its own that can be full: a tmpfs, where this process may mount one."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

SIZE = 2 << 30
PIECE = bytes(1 << 20)


class Disk:
    """A disk mounted at `folder`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    @contextmanager
    def mounted(cls) -> Iterator[Self | None]:
        """Yield one, or None where nothing can be mounted."""
        with TemporaryDirectory(prefix="disk-") as folder:
            mount = ["mount", "-t", "tmpfs", "-o", f"size={SIZE},mode=755", "tmpfs", folder]
            if shutil.which("mount") is None or subprocess.run(mount, check=False).returncode:
                yield None
                return
            try:
                yield cls(Path(folder))
            finally:
                subprocess.run(["umount", "--lazy", folder], check=True)

    @contextmanager
    def filled(self) -> Iterator[None]:
        """Leave no room on it for a while."""
        ballast = self.folder / "ballast"
        try:
            with suppress(OSError), ballast.open("wb", buffering=0) as file:
                while file.write(PIECE):
                    pass
            yield
        finally:
            ballast.unlink()
