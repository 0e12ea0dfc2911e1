"""The devices this process has served, by token, so that an append begins without a query.

What is remembered may be out of date. Only appending starts from it: the statement that writes, or
the transaction that locks the game, asks the database whether the token still holds.
"""

from threading import Lock

from cachetools import LRUCache

from referee.devices import secrets
from referee.devices.models import Device
from referee.devices.services import device_of

MAX_REMEMBERED = 1000

# By hash of the token; threads share it.
_devices: LRUCache[str, Device] = LRUCache(MAX_REMEMBERED)
_lock = Lock()


def remembered(token: str) -> Device | None:
    """The device that holds a token, or held it when it was last looked up; revoked or not."""
    with _lock:
        found = _devices.get(secrets.hashed(token))
    return found or looked_up(token)


def looked_up(token: str) -> Device | None:
    """The device that holds a token now, revoked or not (1 query)."""
    device = device_of(token)
    if device is not None:
        with _lock:
            _devices[device.token_hash] = device
    return device


def forget(device: Device) -> None:
    """The token of this device is to be looked up again."""
    with _lock:
        _devices.pop(device.token_hash, None)
