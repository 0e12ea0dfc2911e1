"""Settings read from environment variables.

Each is checked, and errors name the variable.
"""

import base64
import os
import re
import secrets
import tempfile
from collections.abc import Callable
from datetime import date
from email.utils import parseaddr
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import unquote, urlsplit
from zoneinfo import available_timezones

import environ
from django.core.exceptions import ImproperlyConfigured

from config.private_files import close_keys, private_folder

T = TypeVar("T")

DATABASE_SCHEMES = {"sqlite", "postgres", "postgresql"}
REDIS_SCHEMES = {"redis", "rediss"}
MAIL_SCHEMES = {
    "smtp": ("", 25),
    "smtp+tls": ("EMAIL_USE_TLS", 587),
    "smtps": ("EMAIL_USE_SSL", 465),
}
LOOPBACK = {"localhost", "127.0.0.1", "::1"}

_P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
_PUSH_KEY_LETTERS = 43
_MOST = 999
_LAST_PORT = 65_535
_MAILBOX = re.compile(r"[^@\s<>]{1,64}@[^@\s<>]{1,255}")

env = environ.Env()


def read_variable(name: str, reader: Callable[[str], T], meaning: str, default: T) -> T:
    """Return the value of variable `name`, or `default` when it is unset or empty.

    Raises ImproperlyConfigured with a sentence that names the variable and says what it takes.
    """
    text = env.str(name, default="").strip()
    if not text:
        return default
    try:
        return reader(text)
    except (ValueError, KeyError, ImproperlyConfigured) as error:
        shown = without_password(text)
        message = f"{name} is {shown!r}, which does not work: {meaning}."
        raise ImproperlyConfigured(message) from error


def without_password(text: str) -> str:
    """Return an address with `***` for its password, and any other text as it is."""
    scheme, separator, rest = text.partition("://")
    access, at, place = rest.rpartition("@")
    user, colon, _password = access.partition(":")
    return f"{scheme}{separator}{user}:***@{place}" if at and colon else text


def boolean(text: str) -> bool:
    """Return the flag that `1/0`, `true/false`, `yes/no` or `on/off` spells.

    Raise KeyError for anything else.
    """
    words = {"1": True, "true": True, "yes": True, "on": True}
    words |= {"0": False, "false": False, "no": False, "off": False}
    return words[text.lower()]


def log_format(text: str) -> str:
    """Return `line` or `json`; raise KeyError for anything else."""
    return {"line": "line", "json": "json"}[text.lower()]


def words(text: str) -> list[str]:
    """Return the items of a list separated by commas, without blanks around them."""
    return [word.strip() for word in text.split(",") if word.strip()]


def origins(text: str) -> list[str]:
    """Return a list of origins, each with its scheme (ValueError without)."""
    found = words(text)
    if not all(item.startswith(("http://", "https://")) for item in found):
        raise ValueError(text)
    return found


def origin(text: str) -> str:
    """Return one origin with its scheme and no path (ValueError otherwise)."""
    parts = urlsplit(text)
    if parts.scheme not in {"http", "https"} or not parts.netloc or parts.path.strip("/"):
        raise ValueError(text)
    return f"{parts.scheme}://{parts.netloc}"


def address(text: str) -> str:
    """Return the address of an HTTP server as text (ValueError otherwise)."""
    parts = urlsplit(text)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.query or parts.fragment:
        raise ValueError(text)
    return text


def database(text: str) -> dict[str, Any]:
    """Return Django's database settings for a database address.

    The address is `sqlite:///file` or `postgres://user@host/name`. Raise ValueError for others.
    """
    if urlsplit(text).scheme not in DATABASE_SCHEMES:
        raise ValueError(text)
    settings = dict(environ.Env.db_url_config(text))
    if not settings.get("NAME"):
        raise ValueError(text)
    return settings


def redis(text: str) -> str:
    """Return the address of a Redis server as text."""
    if urlsplit(text).scheme not in REDIS_SCHEMES:
        raise ValueError(text)
    return text


def mail_server(text: str) -> dict[str, Any]:
    """Return Django's e-mail settings for a URL.

    The URL is `smtp+tls://user:password@host:587`, `smtps://…`, `smtp://…` without encryption,
    `file:///folder` or `console:`. Raise ValueError if a password would travel unencrypted to
    another machine.
    """
    parts = urlsplit(text)
    backend = "django.core.mail.backends."
    if parts.scheme == "console":
        return {"EMAIL_BACKEND": f"{backend}console.EmailBackend"}
    if parts.scheme == "file" and parts.path:
        return {
            "EMAIL_BACKEND": "config.private_mail.EmailBackend",
            "EMAIL_FILE_PATH": parts.path,
        }
    encryption, port = MAIL_SCHEMES[parts.scheme]
    in_clear = not encryption and parts.hostname not in LOOPBACK
    if not parts.hostname or (parts.password and in_clear):
        raise ValueError(text)
    return {
        "EMAIL_BACKEND": f"{backend}smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or port,
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        **({encryption: True} if encryption else {}),
    }


def mailbox(text: str) -> str:
    """Return an address to send from, with or without a name.

    As in `Spring Open <desk@example.org>`.
    """
    _name, found = parseaddr(text)
    if not _MAILBOX.fullmatch(found) or not text.isprintable():
        raise ValueError(text)
    return text


def data_folder(text: str) -> Path:
    """Return a private folder in which this process may write; make a missing one."""
    folder = Path(text).expanduser().resolve()
    try:
        private_folder(folder)
        close_keys(folder)
    except OSError as error:
        raise ValueError(text) from error
    return folder


def default_data_folder(checkout: Path | None) -> Path:
    """Return the data folder of a checkout, or of an installed program (None).

    An installed program has its data where the XDG base directory specification says. Raise
    ImproperlyConfigured where that cannot be made, as for an account without a home.
    """
    given = env.str("XDG_DATA_HOME", default="")
    share = given if given.startswith("/") else "~/.local/share"
    folder = str(checkout / "var") if checkout else f"{share}/treasurer"
    try:
        return data_folder(folder)
    except (ValueError, RuntimeError) as error:
        message = f"{folder} cannot be made. Set DATA_DIR to a folder this program may write in."
        raise ImproperlyConfigured(message) from error


def backup_recipients() -> list[str]:
    """Return the public keys of age in `BACKUP_RECIPIENT`; none if it is unset."""
    found = words(env.str("BACKUP_RECIPIENT", default=""))
    if not found:
        return []
    # Loaded only where it is needed: every command reads the settings.
    from pyrage import RecipientError, x25519

    try:
        for text in found:
            x25519.Recipient.from_str(text)
    except RecipientError:
        # It is not shown: somebody may have taken the private key for it.
        message = (
            "BACKUP_RECIPIENT does not work: give public keys of age, which begin with age1, "
            "separated by commas."
        )
        raise ImproperlyConfigured(message) from None
    return found


def absolute_path(text: str) -> Path:
    """Return a path that begins with `/` or `~` (ValueError otherwise)."""
    path = Path(text).expanduser()
    if not path.is_absolute():
        raise ValueError(text)
    return path


def count(text: str) -> int:
    """Return a whole number from 1 to 999 (ValueError otherwise)."""
    number = int(text)
    if not 1 <= number <= _MOST:
        raise ValueError(text)
    return number


def port_number(text: str) -> int:
    """Return the number of a port (ValueError otherwise)."""
    number = int(text)
    if not 1 <= number <= _LAST_PORT:
        raise ValueError(text)
    return number


def secret_key(folder: Path) -> str:
    """Return `SECRET_KEY`, or a key created once in the data folder.

    The key in the folder is readable by its owner only.
    """
    given: str = env.str("SECRET_KEY", default="")
    if given:
        if len(given) < 32:
            message = "SECRET_KEY is too short: give it at least 32 characters, or leave it unset."
            raise ImproperlyConfigured(message)
        return given
    return _kept_key(folder / "secret-key", secrets.token_urlsafe(48))


def push_key(folder: Path) -> str:
    """Return `PUSH_KEY`, or a key created once in the data folder.

    The key in the folder is readable by its owner only. It is a private key of P-256: 32 bytes
    in base64url, as generators of VAPID keys print it.
    """
    given: str = env.str("PUSH_KEY", default="").strip().rstrip("=")
    if not given:
        made = (secrets.randbelow(_P256_ORDER - 1) + 1).to_bytes(32)
        return _kept_key(folder / "push-key", base64.urlsafe_b64encode(made).decode().rstrip("="))
    try:
        number = int.from_bytes(base64.b64decode(f"{given}=", altchars=b"-_", validate=True))
    except ValueError:
        number = 0
    if len(given) != _PUSH_KEY_LETTERS or not 0 < number < _P256_ORDER:
        # Not even its end is shown: it is a secret.
        message = "PUSH_KEY does not work: give a private VAPID key, 43 letters of base64url."
        raise ImproperlyConfigured(message)
    return given


def _kept_key(file: Path, new: str) -> str:
    if not file.exists():
        _create_whole(file, new)
    return file.read_text()


def _create_whole(file: Path, text: str) -> None:
    """Create `file` with `text`, or keep the one another process made first.

    The file never has only half of it, also if the power fails right after.
    """
    handle, temporary = tempfile.mkstemp(dir=file.parent)
    with os.fdopen(handle, "w") as new:
        new.write(text)
        new.flush()
        os.fsync(handle)
    try:
        os.link(temporary, file)
    except FileExistsError:
        pass
    finally:
        os.unlink(temporary)


def day(text: str) -> date:
    """Return a day as in `2026-12-31` (ValueError otherwise)."""
    return date.fromisoformat(text)


def time_zone(text: str) -> str:
    """Return the name of a time zone this machine knows (ValueError otherwise)."""
    if text not in available_timezones():
        raise ValueError(text)
    return text
