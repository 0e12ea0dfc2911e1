"""What the cookies let scripts, other sites and plain HTTP do: nothing."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

NAMES = ("SESSION", "CSRF", "LANGUAGE")
ASK = f"""
import json
from django.conf import settings
print(json.dumps({{
    name: [getattr(settings, f"{{name}}_COOKIE_{{what}}") for what in
           ("NAME", "SECURE", "HTTPONLY", "SAMESITE", "DOMAIN", "PATH")]
    for name in {NAMES!r}
}}))
"""


def cookies(folder: Path, **given: str) -> dict[str, list[object]]:
    """Name, Secure, HttpOnly, SameSite, Domain and Path of each cookie with these settings."""
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATA_DIR": str(folder),
    }
    done = subprocess.run(
        [sys.executable, "-c", ASK], env={**environment, **given}, capture_output=True, check=True
    )
    found: dict[str, list[object]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("given", [{"HTTPS": "true"}, {"SECURE_COOKIES": "true"}])
def test_by_https_every_cookie_is_secure_and_of_this_host_alone(
    given: dict[str, str], tmp_path: Path
) -> None:
    found = cookies(tmp_path, **given)
    for name, secure, http_only, same_site, domain, path in found.values():
        assert str(name).startswith("__Host-")
        assert (secure, http_only, same_site, domain, path) == (True, True, "Lax", None, "/")


def test_on_the_laptop_itself_there_is_no_https_but_all_else_holds(tmp_path: Path) -> None:
    found = cookies(tmp_path, HTTPS="", SECURE_COOKIES="")
    for name, secure, http_only, same_site, domain, path in found.values():
        assert not str(name).startswith("__")
        assert (secure, http_only, same_site, domain, path) == (False, True, "Lax", None, "/")
