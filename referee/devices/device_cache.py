"""The devices this process has served, by token, so that an append begins without a query.

What is kept may be out of date. Only appending starts from it: the statement that writes, or the
transaction that locks the game, asks the database whether the token still holds.
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
    """The device that holds a token, or held it when it was last fetched; revoked or not."""
    with _lock:
        device = _devices.get(hash_secret(token))
    return device or fetched_device(token)


def fetched_device(token: str) -> Device | None:
    """The device that holds a token now, revoked or not (1 query)."""
    device = device_by_token(token)
    if device is not None:
        with _lock:
            _devices[device.token_hash] = device
    return device


def forget(device: Device) -> None:
    """The token of this device is to be fetched again."""
    with _lock:
        _devices.pop(device.token_hash, None)
