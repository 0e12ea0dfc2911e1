"""Move a tablet to its table's game in the newest public round."""

from uuid import UUID

from django.db import transaction

from referee.devices.paired import (
    MAX_DEVICES,
    Newcomer,
    Paired,
    PairingError,
    add_device,
    open_log,
    renew_token,
)
from referee.log.head import RevokedError
from referee.log.lease import lock_game
from referee.log.next_table import next_table
from referee.models import Device, GameLog
from tournament.models import Table


@transaction.atomic
def move_on(*, device: Device) -> Paired:
    """Pair the tablet with its table's next game.

    If it is there already, renew its token.

    It takes the next game's lease if it has its own game's and nobody else writes there.

    Raises PairingError (`early`: no newer round is public, `no-table`, `full`), and
    RevokedError.
    """
    own = lock_game(device.game_id)
    # Read anew: whoever revokes has to wait for the same row.
    device = Device.objects.get(pk=device.pk)
    if device.revoked_at is not None:
        raise RevokedError
    found = next_table(own.pk)
    if found is None:
        raise PairingError("early")
    if found.key is None:
        raise PairingError("no-table")
    game = lock_game(open_log(table=Table(pk=found.key)).pk)
    there = game.devices.filter(tablet=device.tablet).first()
    if there is not None:
        return renew_token(device=there, game=game)
    if game.devices.count() >= MAX_DEVICES:
        raise PairingError("full")
    newcomer = Newcomer(device.label, tablet=device.tablet, code=device.code)
    writes = own.lease_device_id == device.pk
    return add_device(game=game, newcomer=newcomer, writes=writes, by=str(device))


def lock_games(tablet: UUID) -> list[GameLog]:
    """Lock and return all games of a tablet, within a transaction.

    They are locked in the order of their rounds. That is the order in which `move_on` locks. A
    move that runs meanwhile has to wait, or its game is found too.
    """
    seen: list[GameLog] = []
    while len(seen) < Device.objects.filter(tablet=tablet).count():
        games = GameLog.objects.filter(devices__tablet=tablet)
        others = games.exclude(pk__in=[game.pk for game in seen])
        for key in others.order_by("table__round__number").values_list("pk", flat=True):
            seen.append(lock_game(key))
    return seen
