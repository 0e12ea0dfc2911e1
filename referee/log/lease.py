"""One writer a game: the lease and its epoch, which every taking over raises."""

from uuid import UUID

from django.db import transaction

from referee.models import Device, GameLog


class LeaseMovedError(Exception):
    """Another device took the lease meanwhile; `game` has it."""

    def __init__(self, game: GameLog) -> None:
        super().__init__(str(game.lease_epoch))
        self.game = game


@transaction.atomic
def take_over(*, device: Device, epoch: int) -> GameLog:
    """Make `device` the writer, given the epoch it saw; again after a lost answer: the same.

    Raises LeaseMovedError when somebody else took it since.
    """
    game = lock_game(device.game_id)
    if (game.lease_device_id, game.lease_epoch) == (device.pk, epoch + 1):
        return game
    if game.lease_epoch != epoch:
        raise LeaseMovedError(game)
    return give_lease(game, device)


def give_lease(game: GameLog, device: Device) -> GameLog:
    """Make `device` the writer of a locked game; nothing changes if it is."""
    if game.lease_device_id != device.pk:
        game.lease_device = device
        game.lease_epoch += 1
        game.save(update_fields=["lease_device", "lease_epoch"])
    return game


def end_lease(game: GameLog, device: Device) -> None:
    """Nobody writes for a locked game any more, if it was this device. An append that waits for the
    row to be unlocked sees what changed in it, and nothing that changed elsewhere."""
    if game.lease_device_id == device.pk:
        game.lease_device = None
        game.save(update_fields=["lease_device"])


def lease_is_free(game: GameLog) -> bool:
    """No device holds the lease."""
    return game.lease_device_id is None


def lock_game(game_id: UUID) -> GameLog:
    """The game's row, locked until the end of the transaction. Not joined with its writer, which
    PostgreSQL would not read again after it waited for the row."""
    return GameLog.objects.select_for_update().get(pk=game_id)
