"""The journals of the games that were asked for last, kept in this process: a request need not
replay a log that was replayed before.

A journal that is kept never changes. Who judges gets a copy, and puts it in the place of the one
kept once the database has committed what was judged; with whatever is refused, fails or is rolled
back, only the copy is lost. Other processes append as well, so a journal kept may be behind its
log: it then reads the rows it lacks. That it is of this log at all is told by the hash of its row.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from threading import Lock
from typing import Any, Self
from uuid import UUID

from cachetools import LRUCache
from django.db import transaction
from django.db.models.expressions import RawSQL

from referee.journal.hash_chain import FIRST
from referee.journal.journal import Journal
from referee.journal.judgement import BrokenLogError
from referee.journal.start import TableSetup
from referee.log.prepared_statements import key
from referee.log.rows import opened_event
from referee.models import GameLog, LoggedEvent

MAX_GAMES = 400
FIELDS = ("seq", "previous_hash", "hash", "event", "private", "device_id", "received_at")
Row = tuple[Any, ...]
"""Of these fields."""


@dataclass(slots=True)
class KeptGame:
    """A game's journal, and what appending has to know beside it.

    `rules`: the edition and the organiser's own edition file it was last judged by. `usual_writer`:
    a device and the epoch of its lease, whose next batch is likely to be appended without a lock
    (`head.remembered_head`): from others, a batch is judged under the lock only. None: not known.
    """

    journal: Journal
    rules: tuple[str, str] | None = None
    usual_writer: tuple[UUID, int] | None = None

    def copy(self) -> Self:
        """An independent copy."""
        return type(self)(self.journal.copy(), self.rules, self.usual_writer)


_games: LRUCache[UUID, KeptGame] = LRUCache(MAX_GAMES)
_earlier: LRUCache[UUID, Journal] = LRUCache(MAX_GAMES)
"""As of an earlier moment, for who is told of it later."""
_lock = Lock()


def copy_at_head(game: GameLog, setup: Callable[[], TableSetup]) -> KeptGame:
    """A copy of the game as of the head of `game`, whose row is locked."""
    kept = _game_at_row(game.pk, game.head_seq, game.head_hash)
    if kept is None:
        # Whatever else is kept is not of this log: the row is locked.
        kept = KeptGame(replay_log(game, setup))
        _keep(game.pk, kept)
    return _copy_to_judge(kept, setup)


def copy_as_read(game: GameLog, setup: Callable[[], TableSetup]) -> KeptGame:
    """The same of a `game` that is not locked: where its log moved on since its row was read, what
    is kept stays."""
    kept = _game_at_row(game.pk, game.head_seq, game.head_hash)
    if kept is None:
        kept = KeptGame(replay_log(game, setup))
        with _lock:
            _games.setdefault(game.pk, kept)
    return _copy_to_judge(kept, setup)


def copy_at_row(game: UUID, seq: int, row_hash: str) -> KeptGame | None:
    """A copy of the game as of row `seq` with that hash, if this process has it, or an earlier
    state of it and only the rows between are missing. No lock is held."""
    kept = _game_at_row(game, seq, row_hash)
    return kept.copy() if kept else None


def current_journal(game: GameLog, setup: Callable[[], TableSetup]) -> Journal:
    """The journal as of the head of `game`, or of a later row that was committed since its row was
    read. It is the one that is kept: who asks does not change it."""
    with _lock:
        kept = _games.get(game.pk)
    if kept is not None and kept.journal.seq > game.head_seq:
        # Somebody appended meanwhile, or this is another log than the one that is kept.
        game.refresh_from_db(fields=["head_seq", "head_hash"])
    kept = _game_at_row(game.pk, game.head_seq, game.head_hash)
    if kept is None:
        kept = KeptGame(replay_log(game, setup))
        _keep(game.pk, kept)
    return kept.journal


def catch_up_journals(games: Iterable[GameLog]) -> None:
    """Bring the journals that are kept of these games to the heads that their rows name, so that
    `current_journal` asks nothing more: for hundreds of games at once (1 query where any is
    behind). A log that is not as expected is left to `current_journal`."""
    with _lock:
        kept = {game.pk: _games.get(game.pk) for game in games}
    behind = {
        game.pk: (game, found)
        for game in games
        if (found := kept[game.pk]) is not None and found.journal.seq < game.head_seq
    }
    if not behind:
        return
    rows: dict[UUID, list[Row]] = {pk: [] for pk in behind}
    for pk, row in _rows_after({pk: found.journal.seq for pk, (_, found) in behind.items()}):
        rows[pk].append(row)
    for pk, (game, found) in behind.items():
        copy = found.copy()
        with suppress(BrokenLogError):
            _take(copy.journal, rows[pk], game.head_seq, game.head_hash)
            _keep(pk, copy)


def journal_as_of(game: GameLog, moment: datetime, setup: Callable[[], TableSetup]) -> Journal:
    """The journal as of the last row that the server received by this moment; without a row where
    there is none. As `current_journal`, it is the one that is kept (1 query,
    2 where it did not have all of these rows)."""
    with _lock:
        journal = _earlier.get(game.pk) or Journal(setup)
    seq, row_hash = last_row_told(game, moment, after=(journal.seq, journal.hash))
    if seq < journal.seq:
        # Less is told than before, or it is another log: a longer delay, a backup put back.
        journal = Journal(setup)
        seq, row_hash = last_row_told(game, moment)
    if seq > journal.seq:
        journal = journal.copy()
        _read(journal, game.pk, seq, row_hash)
    with _lock:
        _earlier[game.pk] = journal
    return journal


def last_row_told(
    game: GameLog, moment: datetime, *, after: tuple[int, str] = (0, FIRST)
) -> tuple[int, str]:
    """Number and hash of the last row that the server received by this moment; `after` is a row
    that may be told already: row 0 where it is not, any more (1 query). Rows before it came before
    it, even where they say a later time, of a clock that was set back since."""
    rows = LoggedEvent.objects.filter(game=game, seq__gte=after[0], seq__lte=game.head_seq)
    told = (0, FIRST)
    for seq, own, received in rows.order_by("seq").values_list("seq", "hash", "received_at"):
        if seq == after[0] and own != after[1]:
            break
        if received <= moment:
            told = seq, own
    return told


def is_begun(game: UUID) -> bool:
    """Whether this process knows of rows in the game's log."""
    with _lock:
        kept = _games.get(game)
    return kept is not None and kept.journal.seq > 0


def keep_once_committed(game: GameLog, judged: KeptGame) -> None:
    """Put a copy that was judged on in the place of the one kept, when (and only if) the
    transaction commits; it may not change any more.

    Of two threads that commit one after the other the first may come here last. What is kept is
    behind then, and reads the row it lacks when it is asked for.
    """
    transaction.on_commit(partial(_keep, game.pk, judged))


def forget() -> None:
    """Empty the cache."""
    with _lock:
        _games.clear()
        _earlier.clear()


def replay_log(game: GameLog, setup: Callable[[], TableSetup]) -> Journal:
    """The game replayed from its first row, whatever is kept."""
    journal = Journal(setup)
    _read(journal, game.pk, game.head_seq, game.head_hash)
    return journal


def _copy_to_judge(kept: KeptGame, setup: Callable[[], TableSetup]) -> KeptGame:
    copy = kept.copy()
    copy.journal.setup = setup
    return copy


def _keep(pk: UUID, kept: KeptGame) -> None:
    with _lock:
        _games[pk] = kept


def _game_at_row(game: UUID, seq: int, row_hash: str) -> KeptGame | None:
    """What is kept, as of row `seq`; None where nothing is, or what is not of a log with this hash
    there."""
    with _lock:
        kept = _games.get(game)
    if kept is None or kept.journal.seq > seq:
        return None
    if kept.journal.seq < seq:
        kept = kept.copy()
        try:
            _read(kept.journal, game, seq, row_hash)
        except BrokenLogError:
            return None
        _keep(game, kept)
    return kept if kept.journal.hash == row_hash else None


def _read(journal: Journal, game: UUID, head: int, head_hash: str) -> None:
    """Replay the rows after the journal's, up to the log's `head`; raises BrokenLogError where the
    chain is broken."""
    rows = LoggedEvent.objects.filter(game=game, seq__gt=journal.seq, seq__lte=head)
    _take(journal, rows.order_by("seq").values_list(*FIELDS), head, head_hash)


def _rows_after(known: Mapping[UUID, int]) -> Iterable[tuple[UUID, Row]]:
    """The rows of these games (by key) after the one with the number given, in order (1 query)."""
    pairs = ", ".join(["(%s, %s)"] * len(known))
    after = RawSQL(  # noqa: S611
        f"SELECT e.id FROM referee_loggedevent e JOIN (VALUES {pairs}) AS known"  # noqa: S608 - none
        " ON e.game_id = known.column1 AND e.seq > known.column2",
        [value for game, seq in known.items() for value in (key(game), seq)],
    )
    rows = LoggedEvent.objects.filter(pk__in=after).order_by("seq")
    for game, *row in rows.values_list("game", *FIELDS):
        yield game, tuple(row)


def _take(journal: Journal, rows: Iterable[Row], head: int, head_hash: str) -> None:
    """Replay rows that follow on the journal's, up to the `head`; those after it are left."""
    for seq, previous, own, event, private, device, received in rows:
        if seq > head:
            break
        if previous != journal.hash or seq != journal.seq + 1:
            raise BrokenLogError(f"event {seq} does not follow on event {journal.seq}")
        by_chief = device is None
        journal.replay(seq, own, opened_event(event, private), chief=by_chief, received=received)
    journal.catch_up()
    if (journal.seq, journal.hash) != (head, head_hash):
        raise BrokenLogError(f"the log ends at event {journal.seq}, not {head}")
