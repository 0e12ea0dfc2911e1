"""The lease that lets one device write for a game, and its epoch.

Each new writer raises the epoch.
"""

from uuid import UUID

from django.db import transaction

from referee.models import Device, GameLog


class LeaseMovedError(Exception):
    """Another device took the lease meanwhile; `game` says which."""

    def __init__(self, game: GameLog) -> None:
        super().__init__(str(game.lease_epoch))
        self.game = game


@transaction.atomic
def take_over(*, device: Device, epoch: int) -> GameLog:
    """Make `device` the writer, given the epoch it saw.

    Repeating it after a lost answer is safe. Raises LeaseMovedError if somebody else took the
    lease since.
    """
    game = lock_game(device.game_id)
    if (game.lease_device_id, game.lease_epoch) == (device.pk, epoch + 1):
        return game
    if game.lease_epoch != epoch:
        raise LeaseMovedError(game)
    return give_lease(game, device)


def give_lease(game: GameLog, device: Device) -> GameLog:
    """Make `device` the writer of a locked game, if it is not the writer already."""
    if game.lease_device_id != device.pk:
        game.lease_device = device
        game.lease_epoch += 1
        game.save(update_fields=["lease_device", "lease_epoch"])
    return game


def end_lease(game: GameLog, device: Device) -> None:
    """Take a locked game's lease from this device, if it holds it.

    An append that waits for the game's row sees what changed in that row, but nothing that changed
    elsewhere.
    """
    if game.lease_device_id == device.pk:
        game.lease_device = None
        game.save(update_fields=["lease_device"])


def lease_is_free(game: GameLog) -> bool:
    """Return whether no device holds the lease."""
    return game.lease_device_id is None


def lock_game(game_id: UUID) -> GameLog:
    """Return the game's row, locked until the end of the transaction.

    It is not joined with its writer, which PostgreSQL would not read again after waiting for the
    row.
    """
    return GameLog.objects.select_for_update().get(pk=game_id)
