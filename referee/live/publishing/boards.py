"""The boards of games in progress as the public sees them: plain values for the event's state.

A board is made from the game's journal once for each row of its log. This process caches it, with
everything else taken from the journal. As long as a log has not gone on, no journal is needed,
however many games are played.
"""

import datetime as dt
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from threading import Lock
from typing import Any, NamedTuple
from uuid import UUID

from cachetools import LRUCache
from django.db.models import F
from django.utils import timezone

from referee.engine import LANGUAGES
from referee.engine.state import State
from referee.journal.headlines import Reader as Listener
from referee.journal.headlines import headline
from referee.journal.journal import Journal
from referee.journal.pauses import Pause
from referee.log import journal_cache
from referee.log.calls import OPEN_STATES
from referee.log.table_clock import pause_time
from referee.log.table_setup import setup_of
from referee.models import Call, GameLog
from referee.records import board as records
from tournament import visibility
from tournament.models import Event, Round
from tournament.rounds.selectors.clock import hall_clocks_of
from tournament.visibility import Reader

Json = dict[str, Any]
FREE_TEXTS = ("reason", "text", "name")
"""Fields in the referee's own words, which stay at the table until the record is published."""
MAX_GAMES = 2_000
"""The most games to cache, at some 10 kB each; a journal takes half a megabyte."""


class LogFacts(NamedTuple):
    """Facts from a journal beside its board, up to the row with this hash.

    `players` is empty before the start.
    """

    hash: str
    players: tuple[str, ...]
    pauses: tuple[Pause, ...]


_facts: LRUCache[UUID, LogFacts] = LRUCache(MAX_GAMES)
_boards: LRUCache[UUID, tuple[Hashable, Json]] = LRUCache(MAX_GAMES)
_lock = Lock()


def running_boards(event: int, names: Mapping[str, str], *, now: dt.datetime) -> Json:
    """Return the boards of an event (by key) by the numbers of round and table, as shown now.

    `names` are the players' names as shown, by code. Takes 3 queries, 2 more if a table paused, and
    one for rows that this process's journals lack; with a delay, one or two a table instead. An
    unchanged board is the same object as before.
    """
    found = Event.objects.defer("edition_file").filter(pk=event).first()
    if found is None:
        return {}
    moment = visibility.boards_shown_until(Reader.PUBLIC, found, now=now)
    games = _games(found)
    facts, journal_of = _log_facts(games, moment)
    calls = _calls(facts, moment)
    clocks = _pauses(games, facts)
    shown = Shown(names, estimates=visibility.sees_estimates(Reader.PUBLIC, found))
    boards: Json = {}
    for game in games:
        if not facts[game.pk].players:
            continue
        beside = {"judge": calls.get(game.pk, ""), "clock": clocks.get(game.pk, {})}
        board = shown.board(game, facts[game.pk], beside, journal_of)
        boards.setdefault(str(game.round_number), {})[str(game.table_number)] = board
    return boards


@dataclass(frozen=True, slots=True)
class Shown:
    """Context of an event's boards: names by player code, and whether results are estimates."""

    names: Mapping[str, str]
    estimates: bool = field(kw_only=True)

    def board(
        self, game: Any, facts: LogFacts, beside: Json, journal_of: Callable[[Any], Journal]
    ) -> Json:
        """Return a game's board, from the cache if nothing in it has changed."""
        with _lock:
            key, board = _boards.get(game.pk, (None, {}))
        if key != self._key(facts, beside):
            journal = journal_of(game)
            board = {**_board_of(journal, self.names, estimates=self.estimates), **beside}
            with _lock:
                # A row may have come since.
                _boards[game.pk] = self._key(_facts_of(journal), beside), board
        return board

    def _key(self, facts: LogFacts, beside: Json) -> Hashable:
        """Return everything that the board depends on, as a cache key."""
        names = tuple((code, self.names.get(code, "")) for code in facts.players)
        clock = tuple(beside["clock"].items())
        return facts.hash, names, self.estimates, beside["judge"], clock


def _games(event: Event) -> list[Any]:
    """Return the games being played, each with `round_number`, `table_number` and `round` (a key).

    Other columns are left out, because hundreds of games may be read twice a second.
    """
    tables = visibility.running_tables(Reader.PUBLIC, event)
    games = GameLog.objects.filter(table__in=tables.values("pk"), head_seq__gt=0).annotate(
        round_number=F("table__round__number"),
        table_number=F("table__number"),
        round=F("table__round"),
    )
    return list(games.order_by("round_number", "table_number").only("head_seq", "head_hash"))


def _calls(games: Iterable[UUID], moment: dt.datetime | None) -> dict[UUID, str]:
    """Return the games with an open call at this moment (1 query).

    The value is `called`, or `coming` if somebody claimed the call.
    """
    calls = Call.objects.filter(game__in=list(games), state__in=OPEN_STATES)
    if moment is not None:
        calls = calls.filter(opened_at__lte=moment)
    # In the order of the states: if one of two open calls is claimed, somebody is coming.
    states = calls.order_by("-state").values_list("game", "state")
    return {game: "coming" if state == Call.State.CLAIMED else "called" for game, state in states}


def _pauses(games: Iterable[Any], facts: Mapping[UUID, LogFacts]) -> dict[UUID, Json]:
    """Return the clocks of paused tables, in seconds (2 queries if any table paused).

    A clock has what the table's own pauses give back, and when a present one began.
    """
    paused = [game for game in games if facts[game.pk].pauses]
    if not paused:
        return {}
    rounds = Round.objects.filter(pk__in={game.round for game in paused})
    halls = hall_clocks_of(rounds.defer("certificate"), now=timezone.now())
    clocks: dict[UUID, Json] = {}
    for game in paused:
        pause = pause_time(facts[game.pk].pauses, halls[game.round].steps)
        clocks[game.pk] = {"paused_seconds": pause.seconds}
        if pause.began_at is not None:
            clocks[game.pk]["paused_at"] = pause.began_at.isoformat()
    return clocks


def _log_facts(
    games: Iterable[Any], moment: dt.datetime | None
) -> tuple[dict[UUID, LogFacts], Callable[[Any], Journal]]:
    """Return the facts of the games' logs, and a function that returns a game's journal."""
    if moment is not None:
        journals = {
            g.pk: journal_cache.journal_as_of(g, moment, partial(setup_of, g)) for g in games
        }
        return {pk: _facts_of(one) for pk, one in journals.items()}, lambda game: journals[game.pk]
    with _lock:
        known = {game.pk: _facts.get(game.pk) for game in games}
    facts = {
        game.pk: one for game in games if (one := known[game.pk]) and one.hash == game.head_hash
    }
    changed = [game for game in games if game.pk not in facts]
    journal_cache.catch_up_journals(changed)
    fresh = {game.pk: _facts_of(_journal(game)) for game in changed}
    with _lock:
        _facts.update(fresh)
    return facts | fresh, _journal


def _journal(game: Any) -> Journal:
    return journal_cache.current_journal(game, partial(setup_of, game))


def _facts_of(journal: Journal) -> LogFacts:
    return LogFacts(
        journal.hash, journal.players if journal.game else (), journal.beside.pauses.all
    )


def _board_of(journal: Journal, names: Mapping[str, str], *, estimates: bool) -> Json:
    """Return the board of a journal whose game has started.

    `on_turn` is the first player if nobody has moved yet. `last` is the board's last event as a
    sentence, by language. Players are named by their codes and deeds by the squares' numbers.
    """
    state = journal.played().state
    lies = records.board_of(state, estimates=estimates)
    return {
        "seq": journal.seq,
        **lies,
        "on_turn": lies["on_turn"] or state.ids[state.next],
        "last": _last_event(journal, state, names),
    }


def _last_event(journal: Journal, state: State, names: Mapping[str, str]) -> dict[str, str]:
    events, start = journal.order.events, journal.order.start
    event = dict(events[-1][1] if events else start or {})
    told = {key: value for key, value in event.items() if key not in FREE_TEXTS}
    edition = state.edition
    return {
        language: headline(told, Listener(names, state.board, language, edition.currency)).strip()
        for language in LANGUAGES
    }
