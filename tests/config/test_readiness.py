"""A serving process has loaded everything before its first request."""

import os
import subprocess
import sys
import zoneinfo
from pathlib import Path

import pytest

STARTED = """
import gc, sys
from importlib import import_module
before = gc.get_freeze_count()
import_module(sys.argv[1])
from referee.engine import engine_digest
print("referee.api.views" in sys.modules, engine_digest.cache_info().currsize, before,
      gc.get_freeze_count() > 100_000, gc.get_threshold()[0])
"""


@pytest.mark.parametrize("served", ["config.wsgi", "config.asgi"])
def test_views_and_digest_are_loaded_and_left_alone_by_the_collector(
    served: str, tmp_path: Path
) -> None:
    # A broker that nobody asks: the laptop's own worker would want a database.
    given = {"DATA_DIR": str(tmp_path), "DATABASE_URL": "", "REDIS_URL": "redis://127.0.0.1:1"}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", STARTED, served],
        env={**os.environ, **given},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["True", "1", "0", "True", "20000"]


def test_time_zones_come_with_the_packages() -> None:
    try:
        zoneinfo.reset_tzpath(to=[])  # a machine without a zone database of its own
        assert "Europe/Chisinau" in zoneinfo.available_timezones()
    finally:
        zoneinfo.reset_tzpath()
