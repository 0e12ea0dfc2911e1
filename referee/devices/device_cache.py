"""A cache of devices by token, per process.

With it an append starts without a query.

An entry may be out of date. Only appends start from it: their conditional write, or the
transaction that locks the game, checks in the database that the token still holds.
"""

from threading import Lock

from cachetools import LRUCache

from referee.devices.services import device_by_token
from referee.models import Device
from tournament.common.secret_tokens import hash_secret

MAX_DEVICES = 1000

# By hash of the token; threads share it.
_devices: LRUCache[str, Device] = LRUCache(MAX_DEVICES)
_lock = Lock()


def cached_device(token: str) -> Device | None:
    """Return the cached device of a token, or fetch it.

    It may be revoked, and its token may be replaced.
    """
    with _lock:
        device = _devices.get(hash_secret(token))
    return device or fetched_device(token)


def fetched_device(token: str) -> Device | None:
    """Fetch and cache the device that holds a token now, revoked or not (1 query)."""
    device = device_by_token(token)
    if device is not None:
        with _lock:
            _devices[device.token_hash] = device
    return device


def forget(device: Device) -> None:
    """Remove a device from the cache, so that it is fetched again."""
    with _lock:
        _devices.pop(device.token_hash, None)
