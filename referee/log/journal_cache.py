"""A cache of the journals of recently used games, per process.

Logs are not replayed again because of it. A cached journal never changes. Judging works on
a copy, which replaces the cached one once the database has committed the judged rows; if
that is refused, fails or is rolled back, only the copy is lost. Other processes append as
well, so a cached journal may be behind its log: it then reads the rows it lacks. The hash
of its last row shows whether it belongs to this log at all. A game that does not go on is
forgotten, so that a process holds the games of now, not those of all earlier rounds.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from threading import Lock
from typing import Any, Self
from uuid import UUID

from cachetools import TTLCache
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
MAX_IDLE_SECONDS = 10 * 60
"""How long a game is cached that does not go on; after a longer break its log is replayed."""
FIELDS = ("seq", "previous_hash", "hash", "event", "private", "device_id", "received_at")
Row = tuple[Any, ...]
"""The values of FIELDS."""


@dataclass(slots=True)
class KeptGame:
    """A game's journal, and what else an append needs to know.

    `rules` are the edition and the organiser's own edition file it was last judged by.
    `usual_writer` is a device and the epoch of its lease, whose next batch can probably be appended
    without a lock (`head.remembered_head`); batches of others are judged under the lock only. None:
    not known.
    """

    journal: Journal
    rules: tuple[str, str] | None = None
    usual_writer: tuple[UUID, int] | None = None

    def copy(self) -> Self:
        """Return an independent copy."""
        return type(self)(self.journal.copy(), self.rules, self.usual_writer)


_games: TTLCache[UUID, KeptGame] = TTLCache(MAX_GAMES, MAX_IDLE_SECONDS)
_earlier: TTLCache[UUID, Journal] = TTLCache(MAX_GAMES, MAX_IDLE_SECONDS)
"""Journals as of an earlier moment, for readers who see a game with a delay."""
_lock = Lock()


def copy_at_head(game: GameLog, setup: Callable[[], TableSetup]) -> KeptGame:
    """Return a copy of the game as of the head of `game`, whose row is locked.

    1 query, more if rows are missing.
    """
    kept = _game_at_row(game.pk, game.head_seq, game.head_hash)
    if kept is None or not _has_times_of(game, kept.journal):
        # Whatever else is kept is not of this log: the row is locked.
        kept = KeptGame(replay_log(game, setup))
        _keep(game.pk, kept)
    return _copy_to_judge(kept, setup)


def copy_as_read(game: GameLog, setup: Callable[[], TableSetup]) -> KeptGame:
    """Return a copy of the game as of the head of `game`, whose row is not locked.

    If the log went on since the row was read, the newer cached journal stays.
    """
    kept = _game_at_row(game.pk, game.head_seq, game.head_hash)
    if kept is None:
        kept = KeptGame(replay_log(game, setup))
        with _lock:
            _games.setdefault(game.pk, kept)
    return _copy_to_judge(kept, setup)


def copy_at_row(game: UUID, seq: int, row_hash: str) -> KeptGame | None:
    """Return a copy of the game as of row `seq` with that hash, without a lock.

    None unless this process has the game as of that row or an earlier one, whose missing rows are
    then read.
    """
    kept = _game_at_row(game, seq, row_hash)
    return kept.copy() if kept else None


def current_journal(game: GameLog, setup: Callable[[], TableSetup]) -> Journal:
    """Return the journal as of the head of `game`.

    It may also be as of a row committed since the head was read. It is the cached one: do not
    change it.
    """
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
    """Bring the cached journals of these games up to the heads that their rows name.

    `current_journal` then makes no query, for hundreds of games at once (1 query if any is behind).
    A log that is not as expected is left to `current_journal`.
    """
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
    """Return the journal as of the last row that the server received by this moment.

    It has no rows if there is none. It is the cached one: do not change it. 1 query; 2 if it lacked
    rows, and 1 more if less is shown than before.
    """
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
    """Return number and hash of the last row received by this moment (1 query).

    The time is that of receipt by the server. Earlier rows count as received before it, even if
    they have a later time, because the clock was set back since. The search begins at the row
    `after`, which was told before. The answer is row 0 if that row is not in the log any more,
    or if there is none.
    """
    rows = LoggedEvent.objects.filter(game=game, seq__gte=after[0], seq__lte=game.head_seq)
    told = (0, FIRST)
    for seq, own, received in rows.order_by("seq").values_list("seq", "hash", "received_at"):
        if seq == after[0] and own != after[1]:
            break
        if received <= moment:
            told = seq, own
    return told


def is_begun(game: UUID) -> bool:
    """Return whether this process knows of rows in the game's log."""
    with _lock:
        kept = _games.get(game)
    return kept is not None and kept.journal.seq > 0


def keep_once_committed(game: GameLog, judged: KeptGame) -> None:
    """Cache a judged copy once the transaction commits; it must not change any more.

    If two threads commit one after the other, the first may come here last. The cached journal is
    then behind, and reads the row it lacks when it is needed.
    """
    transaction.on_commit(partial(_keep, game.pk, judged))


def forget() -> None:
    """Empty the cache."""
    with _lock:
        _games.clear()
        _earlier.clear()


def replay_log(game: GameLog, setup: Callable[[], TableSetup]) -> Journal:
    """Replay the game from its first row, ignoring the cache."""
    journal = Journal(setup)
    _read(journal, game.pk, game.head_seq, game.head_hash)
    return journal


def _has_times_of(game: GameLog, journal: Journal) -> bool:
    """Return whether the log's last row was received when the journal says (1 query).

    If a table sent its events again after the event was restored, the rows have the same hashes as
    before, but other times.
    """
    rows = LoggedEvent.objects.filter(game=game, seq=game.head_seq).order_by()
    return rows.values_list("received_at", flat=True).first() == journal.received_at


def _copy_to_judge(kept: KeptGame, setup: Callable[[], TableSetup]) -> KeptGame:
    copy = kept.copy()
    copy.journal.setup = setup
    return copy


def _keep(pk: UUID, kept: KeptGame) -> None:
    with _lock:
        _games[pk] = kept


def _game_at_row(game: UUID, seq: int, row_hash: str) -> KeptGame | None:
    """Return the cached game as of row `seq`, reading missing rows.

    None if there is none, if the cached log is longer, or if it has another hash there.
    """
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
    """Replay the rows after the journal's, up to the log's `head`.

    Raises BrokenLogError.
    """
    rows = LoggedEvent.objects.filter(game=game, seq__gt=journal.seq, seq__lte=head)
    _take(journal, rows.order_by("seq").values_list(*FIELDS), head, head_hash)


def _rows_after(known: Mapping[UUID, int]) -> Iterable[tuple[UUID, Row]]:
    """Yield the rows of these games after the given row numbers (1 query).

    Games are given by key, and the rows are in order.
    """
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
    """Replay rows that follow on the journal's, up to the `head`; ignore later ones.

    Raises BrokenLogError if they do not follow, or do not end at the head.
    """
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
