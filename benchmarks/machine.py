"""The machine's description in a table of figures."""

import os
import platform
from pathlib import Path


def machine() -> str:
    """Return one line: cores, processor, system and Python."""
    system = f"{platform.system()} {platform.machine()}"
    return f"{os.cpu_count()} cores, {_processor()}, {system}, Python {platform.python_version()}"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or "unknown processor"
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else "unknown processor"
