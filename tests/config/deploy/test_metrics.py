"""`manage.py metrics` in a process of its own, as a monitor meets it."""

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.e2e.waiting import until
from tests.migrated import copy_migrated
from tests.serving import ROOT, free_port

STOP_SECONDS = 20


def test_it_serves_figures_until_it_is_told_to_end(tmp_path: Path) -> None:
    copy_migrated(tmp_path / "treasurer.sqlite3")
    port = free_port()
    hidden = ("DATABASE_URL", "REDIS_URL")
    environment = {name: text for name, text in os.environ.items() if name not in hidden}
    command = [sys.executable, "manage.py", "metrics", "--port", str(port)]
    process = subprocess.Popen(
        command, cwd=ROOT, env={**environment, "DATA_DIR": str(tmp_path)}, stderr=subprocess.PIPE
    )

    def figures() -> str:
        assert process.poll() is None, process.communicate()
        with suppress(OSError), urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
            return str(answer.read().decode())
        return ""

    try:
        text = until(figures)
        assert "treasurer_database_up 1.0" in text
        assert "treasurer_logged_events_total 0.0" in text
        process.terminate()
        assert process.wait(STOP_SECONDS) == 0
    finally:
        process.kill()


@pytest.mark.exhaustive
@pytest.mark.parametrize("port", ["1", "99999"])
def test_a_port_it_may_not_have_is_named(port: str, tmp_path: Path) -> None:
    environment = {**os.environ, "DATA_DIR": str(tmp_path)}
    command = [sys.executable, "manage.py", "metrics", "--host", "192.0.2.1", "--port", port]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert f"192.0.2.1:{port} cannot be listened at" in done.stderr
