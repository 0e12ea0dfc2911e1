"""The tests' own settings: what one process empties is not what another counts in."""

import os

import pytest
from django.conf import settings

pytestmark = pytest.mark.services


def test_each_process_has_a_redis_database_of_its_own():
    process = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    assert settings.CACHES["default"]["LOCATION"].endswith(f"/{process}")
    assert settings.CELERY_BROKER_URL.endswith(f"/{process}")
