"""Limits of request bodies: their size, by path, and how slowly they may arrive.

The one table for both interfaces (`body_limit`) and for the proxy (`config/deploy/nginx.conf`).
"""

KIB = 1024
MIB = 1024 * KIB

# The first that fits decides; `*` stands for one part of a path.
MAX_BODY_BYTES: tuple[tuple[str, int], ...] = (
    ("/api/v1/pair", 4 * KIB),
    ("/api/v1/games/*/live", 4 * KIB),
    # A hall's event, like a backup that is put back.
    ("/api/v1/uploads/", 25 * MIB),
    ("/api/", 256 * KIB),
    ("/tablet/judge/", 256 * KIB),
    # A list of players of 3 MB comes back as text in the page that confirms it.
    ("/organise/*/players/", 5 * MIB),
    # A backup that is put back (`referee.backups.views`): 120 players over five rounds have 20 MB.
    ("/organise/restore/", 25 * MIB),
    ("/organise/*/chief/live", 4 * KIB),
    ("/organise/sign-in/", 4 * KIB),
    ("/organise/", 256 * KIB),
    # A record of 512 KiB as a form sends it.
    ("/replay/", 640 * KIB),
    ("/admin/", MIB),
    ("/e/*/live", 4 * KIB),
    # Name and club of a hundred letters, each of which may take twelve bytes in a form.
    ("/e/*/register/", 8 * KIB),
    # Pages that are only read, the choice of a language, and whatever there is not.
    ("/", 4 * KIB),
)
_PREFIXES = [(pattern.removesuffix("/").split("/"), most) for pattern, most in MAX_BODY_BYTES]
_MAX_PREFIX_PARTS = max(len(prefix) for prefix, _most in _PREFIXES)

MAX_BODY_SECONDS = 20.0
MIN_BYTES_A_SECOND = 8 * KIB

# Bodies that wait in memory for their last byte or their answer, of one address and of all.
MAX_HELD_BYTES_OF_ADDRESS = 32 * MIB
MAX_HELD_BYTES = 128 * MIB
# A length of more digits is no length.
_MAX_DIGITS = 15
_NO_LENGTH = int("9" * _MAX_DIGITS)


def most_bytes(path: str) -> int:
    """Return the largest body, in bytes, that a request to `path` may have.

    The path may also be the `*` of `OPTIONS *`.
    """
    parts = path.split("/", _MAX_PREFIX_PARTS)
    found = (most for prefix, most in _PREFIXES if _is_below(parts, prefix))
    return next(found, _PREFIXES[-1][1])


def _is_below(parts: list[str], prefix: list[str]) -> bool:
    if len(parts) < len(prefix):
        return False
    return all(want in ("*", part) for want, part in zip(prefix, parts, strict=False))


def declared_bytes(length: str) -> int:
    """Return the number in a Content-Length; more than any limit if it is no number."""
    if length.isascii() and length.isdigit() and len(length) <= _MAX_DIGITS:
        return int(length)
    return _NO_LENGTH


def allowed_seconds(received: int) -> float:
    """Return the seconds within which a body must be complete.

    The seconds grow with the `received` bytes that have arrived. Every 8 KiB add one second: a
    slow line may send much, but nobody may send little for long.
    """
    return MAX_BODY_SECONDS + received / MIN_BYTES_A_SECOND
