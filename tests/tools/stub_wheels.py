"""Wheels that hold nothing but their name and version, made by the tests."""

import hashlib
import zipfile
from pathlib import Path


def stub_wheel(folder: Path, name: str, version: str) -> tuple[Path, str]:
    """Write an empty wheel for every Python; its path and its SHA-256 (hex)."""
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"{name.replace('-', '_')}-{version}"
    path = folder / f"{stem}-py3-none-any.whl"
    info = f"{stem}.dist-info"
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr(
            f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        )
        wheel.writestr(
            f"{info}/WHEEL",
            "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        )
        wheel.writestr(f"{info}/RECORD", f"{info}/METADATA,,\n{info}/WHEEL,,\n{info}/RECORD,,\n")
    return path, hashlib.sha256(path.read_bytes()).hexdigest()
