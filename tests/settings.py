"""The settings of the tests: the product's, with a Redis database of its own for each process.

Tests empty the cache; without this they would empty it under a test of the process beside them.
"""

import os
import re

if os.environ.get("REDIS_URL"):
    process = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    os.environ["REDIS_URL"] = re.sub(r"/\d+$", f"/{process}", os.environ["REDIS_URL"])
# Commands and servers that a test starts run with the product's own (pytest gets these by `--ds`).
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
# They answer in English, whatever the shell speaks in which the tests run.
os.environ["LC_ALL"] = "C.UTF-8"

from config.settings import *  # noqa: F403

# A password is made to be slow to guess; hundreds of tests make one.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# Who looks right after a change sees it, with no publisher at all.
VERSION_REMEMBERED_SECONDS = CHANGES_WAIT_SECONDS = BOARDS_SUMMED_UP_SECONDS = 0

# Static files are served from where they lie: no test depends on a collected copy, and no client of
# a test reads through all of it when it begins.
STATIC_ROOT = DATA_DIR / "static-of-tests"  # noqa: F405
STORAGES = {
    **STORAGES,  # noqa: F405
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}

# Django's test client asks this machine by a name of its own.
LOOPBACK_NAMES = [*LOOPBACK_NAMES, "testserver"]  # noqa: F405

# Nobody pulls the plug of a test's database. Servers that are killed have the product's settings.
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):  # noqa: F405
    DATABASES["default"]["OPTIONS"]["init_command"] += "PRAGMA synchronous=OFF;"  # noqa: F405
