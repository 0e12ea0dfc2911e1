"""What a test here needs of the machine beyond the test packages."""

import os
from pathlib import Path
from typing import Any

NCHAN = Path("/usr/lib/nginx/modules/ngx_nchan_module.so")
# Where everything has to be tested a missing module fails the test instead.
LEFT_OUT = not NCHAN.exists() and not os.environ.get("CI")
collect_ignore = ["test_nchan.py", "test_platform.py"] if LEFT_OUT else []


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say what was left out."""
    if LEFT_OUT:
        terminalreporter.write_line(
            "Left out: what is behind nginx (Debian: nginx, libnginx-mod-nchan).",
            yellow=True,
        )
