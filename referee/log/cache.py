"""Live games kept in this process between requests, so that an append need not replay the log."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Any
from uuid import UUID

from django.db import transaction

from referee.journal.journal import BrokenLogError
from referee.journal.start import TableSetup
from referee.log.live_game import LiveGame
from referee.log.rows import opened
from referee.models import GameLog, LoggedEvent

MAX_GAMES = 400

_games: OrderedDict[UUID, LiveGame] = OrderedDict()
_lock = Lock()


def take(game: GameLog, setup: Callable[[], TableSetup]) -> LiveGame:
    """The game as of the head of `game` (whose row is locked), out of the cache: whoever takes it
    may change it, and gives it back with `give_back` once the change is committed."""
    with _lock:
        live = _games.pop(game.pk, None)
    if live is None or not _catch_up(live, game):
        live = LiveGame(setup)
        _read(live, game)
    live.setup = setup
    return live


def take_at(game: UUID, seq: int, row_hash: str) -> LiveGame | None:
    """The game as of row `seq` with that hash, if this process has it, or an earlier state of it
    and only the rows between are missing. Taken out as by `take`; no lock is held."""
    with _lock:
        live = _games.pop(game, None)
    if live is None:
        return None
    if live.seq < seq and not _catch_up(live, GameLog(pk=game, head_seq=seq, head_hash=row_hash)):
        return None
    if (live.seq, live.hash) != (seq, row_hash):
        # Somebody asks for what is past: the game is as good as before for everybody else.
        keep(game, live)
        return None
    return live


def give_back(game: GameLog, live: LiveGame) -> None:
    """Keep the game for the next request, once (and only if) the transaction commits."""
    transaction.on_commit(lambda: keep(game.pk, live))


def forget() -> None:
    """Empty the cache."""
    with _lock:
        _games.clear()


def view(game: GameLog, setup: Callable[[], TableSetup]) -> dict[str, Any] | None:
    """What a tablet without an engine shows, of the game as of `game` (which is not locked)."""
    live = take(game, setup)
    shown = live.view()
    keep(game.pk, live)
    return shown


def rebuilt(game: GameLog, setup: Callable[[], TableSetup]) -> LiveGame:
    """The game replayed from its first row, whatever the cache holds."""
    live = LiveGame(setup)
    _read(live, game)
    return live


def keep(pk: UUID, live: LiveGame) -> None:
    """Keep a game at once that is as it was taken: nothing of it was changed."""
    with _lock:
        _games[pk] = live
        _games.move_to_end(pk)
        while len(_games) > MAX_GAMES:
            _games.popitem(last=False)


def _catch_up(live: LiveGame, game: GameLog) -> bool:
    """Bring a cached game to the head of the log; False where it is not of this log."""
    if live.seq == game.head_seq:
        return live.hash == game.head_hash
    if live.seq > game.head_seq:
        return False
    try:
        _read(live, game)
    except BrokenLogError:
        return False
    return True


def _read(live: LiveGame, game: GameLog) -> None:
    """Replay the rows after the game's head; raises BrokenLogError where the chain is broken."""
    rows = LoggedEvent.objects.filter(game=game, seq__gt=live.seq, seq__lte=game.head_seq)
    for seq, previous, own, event, private in rows.order_by("seq").values_list(
        "seq", "previous_hash", "hash", "event", "private"
    ):
        if previous != live.hash or seq != live.seq + 1:
            raise BrokenLogError(f"event {seq} does not follow on event {live.seq}")
        live.replay(seq, own, opened(event, private))
    live.catch_up()
    if (live.seq, live.hash) != (game.head_seq, game.head_hash):
        raise BrokenLogError(f"the log ends at event {live.seq}, not {game.head_seq}")
