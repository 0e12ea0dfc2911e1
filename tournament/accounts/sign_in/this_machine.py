"""Requests from the server's own machine, by a person who may read its files.

Such a person could do all this by a command, too.
"""

import ipaddress
import os
import re
import secrets
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port

from tournament.accounts.sign_in.ages import is_recent

CODE_SECONDS = 600
CODE_BYTES = 8
_LINE = re.compile(r"[^a-z0-9]")


def is_from_this_machine(request: HttpRequest) -> bool:
    """Return whether the connection comes from this machine, under a name of its own.

    A page whose own name was made to lead here (DNS rebinding) asks by that name. No other header
    counts: anybody can write them.
    """
    name, _port = split_domain_port(request.get_host())
    return name in settings.LOOPBACK_NAMES and is_loopback(request.META.get("REMOTE_ADDR", ""))


def is_loopback(address: str) -> bool:
    """Return whether no network carries this address."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    return (getattr(found, "ipv4_mapped", None) or found).is_loopback


def code_file() -> Path:
    """Return the file of the code for a new password.

    Whoever can read it may set the password.
    """
    return Path(settings.DATA_DIR) / "new-password.txt"


def has_code() -> bool:
    """Return whether there is a code that still counts."""
    try:
        return is_recent(code_file().stat().st_mtime, CODE_SECONDS)
    except FileNotFoundError:
        return False


def make_code() -> None:
    """Write a code that only the server's own account can read, good for CODE_SECONDS.

    The code before is not valid any more.
    """
    file = code_file()
    file.unlink(missing_ok=True)
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w") as new:
        new.write(secrets.token_hex(CODE_BYTES) + "\n")


def is_code(typed: str) -> bool:
    """Return whether this is the code in the file, however it was written."""
    if not has_code():
        return False
    try:
        right = code_file().read_text()
    except FileNotFoundError:
        return False
    return secrets.compare_digest(_plain_text(typed), _plain_text(right))


def forget_code() -> None:
    """Forget the code once it was used."""
    code_file().unlink(missing_ok=True)


def _plain_text(text: str) -> str:
    return _LINE.sub("", text.lower())
