"""The interpreters of this machine that the program runs on: on the path, and pyenv's."""

import os
import subprocess
import sys
from pathlib import Path

VERSIONS = ("3.11", "3.12", "3.13", "3.14")
_SAY = "import sys; print('{}.{} {}'.format(*sys.version_info[:2], sys.executable))"


def interpreters() -> dict[str, str]:
    """The first that runs of each version, by version: among them the one that asks."""
    found = {f"{sys.version_info[0]}.{sys.version_info[1]}": sys.executable}
    for program in _candidates():
        done = subprocess.run([program, "-c", _SAY], capture_output=True, text=True, check=False)
        version, _, path = done.stdout.strip().partition(" ")
        if done.returncode == 0 and version in VERSIONS:
            found.setdefault(version, path)
    return found


def _candidates() -> list[str]:
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    folders = [*os.get_exec_path(), *(str(each / "bin") for each in pyenv.glob("*"))]
    paths = (Path(folder) / f"python{version}" for folder in folders for version in VERSIONS)
    return [str(path) for path in paths if path.is_file()]
