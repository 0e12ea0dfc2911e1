"""The boards of games in progress as the public sees them.

They are plain values for the event's state. A board is made from the game's journal once
for each row of its log. This process caches it, with everything else taken from the
journal. As long as a log has not gone on, no journal is needed, however many games are
played.
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

from referee.chances.selectors import chances_of_games
from referee.engine import LANGUAGES
from referee.engine.state import FINISHED, State
from referee.journal.headlines import Reader as Listener
from referee.journal.headlines import headline
from referee.journal.journal import Journal
from referee.journal.pauses import Pause
from referee.live.publishing.worth import worth_so_far
from referee.log import journal_cache
from referee.log.calls import OPEN_STATES
from referee.log.table_clock import pause_time
from referee.log.table_setup import setup_of
from referee.models import Call, GameLog, LiveChance
from referee.records import board as records
from tournament import visibility
from tournament.models import Event, Round
from tournament.rounds.selectors.clock import hall_clocks_of
from tournament.visibility import Reader

Json = dict[str, Any]
FREE_TEXTS = ("reason", "text", "name")
"""Fields in the referee's own words, which stay at the table until the record is published."""
MAX_WITH_WORTH = 12
"""The most games that say how worth went: of more, nobody sees all, and everybody would get it."""
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
    """Return the boards of an event by round and table, as shown now.

    `event` is a key; the keys of the boards are the numbers of round and table. `names` are the
    players' names as shown, by code. Takes 3 queries, 2 more if a table paused, 1 with chances,
    and one for rows that this process's journals lack; with a delay, one or two a table
    instead. An unchanged board is the same object as before.
    """
    found = Event.objects.defer("edition_file").filter(pk=event).first()
    if found is None:
        return {}
    moment = visibility.boards_shown_until(Reader.PUBLIC, found, now=now)
    games = _games(found)
    facts, journal_of = _log_facts(games, moment)
    calls = _calls(facts, moment)
    clocks = _pauses(games, facts)
    estimates = visibility.sees_estimates(Reader.PUBLIC, found)
    shown = Shown(
        names,
        estimates=estimates,
        worth=estimates and len(games) <= MAX_WITH_WORTH,
        plans=_plans(found),
        chances=_chances(found, facts),
    )
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
    """The context of an event's boards: names, estimates, plans and chances.

    `names` are by player code, and `estimates` says whether the boards have estimates. With
    `worth`, they also say how the estimates went. `plans` says which players' best adjustment
    is shown. `chances` are by game; None where the event shows none.
    """

    names: Mapping[str, str]
    estimates: bool = field(kw_only=True)
    worth: bool = field(kw_only=True)
    plans: records.Plans = field(kw_only=True)
    chances: Mapping[UUID, LiveChance] | None = field(kw_only=True)

    def board(
        self, game: Any, facts: LogFacts, beside: Json, journal_of: Callable[[Any], Journal]
    ) -> Json:
        """Return a game's board, from the cache if nothing in it has changed."""
        with _lock:
            key, board = _boards.get(game.pk, (None, {}))
        chance = self.chances.get(game.pk) if self.chances else None
        if key != self._key(facts, beside, chance):
            journal = journal_of(game)
            board = {**_board_of(journal, self), **beside}
            if self.worth:
                board["worth"] = worth_so_far(journal)
            if self.chances is not None and journal.status != FINISHED:
                board["chances"] = _chances_at(journal, chance)
            with _lock:
                # A row may have come since.
                _boards[game.pk] = self._key(_facts_of(journal), beside, chance), board
        return board

    def _key(self, facts: LogFacts, beside: Json, chance: LiveChance | None) -> Hashable:
        """Return everything that the board depends on, as a cache key."""
        names = tuple((code, self.names.get(code, "")) for code in facts.players)
        clock = tuple(beside["clock"].items())
        shows = (self.estimates, self.worth, self.plans, self.chances is not None)
        computed = (chance.head, chance.computed_at) if chance else None
        return facts.hash, names, shows, beside["judge"], clock, computed


def _chances(event: Event, games: Iterable[UUID]) -> Mapping[UUID, LiveChance] | None:
    """Return the chances of the games (1 query).

    If the event shows no chances, return None, with no query.
    """
    if not visibility.sees_chances(Reader.PUBLIC, event):
        return None
    return chances_of_games(list(games))


def _chances_at(journal: Journal, chance: LiveChance | None) -> Json:
    """Return the row and age of a board's chances.

    The age is the number of events that came since that row (`behind`). `at`, the moment when
    the chances were computed, tells them from others of that row. The result is empty if there
    are no chances yet. The chances themselves are asked for where they are read.
    """
    # The chances may be of a row that this journal lacks; then it is about to be read.
    if chance is None or chance.computed_at is None or chance.seq > journal.seq:
        return {}
    if _is_taken_back(journal, chance.seq):
        return {}
    behind = sum(seq > chance.seq for seq in journal.in_force)
    return {"at": chance.computed_at.isoformat(), "seq": chance.seq, "behind": behind}


def _is_taken_back(journal: Journal, seq: int) -> bool:
    """Return whether undos since row `seq` took back an event that was in force then."""
    since = 0
    for number, event in journal.order.events:
        if number > seq:
            since += -1 if event["type"] == "undo" else 1
        if since < 0:
            return True
    return False


def _plans(event: Event) -> records.Plans:
    """Return the players of an event whose best adjustment the public sees."""
    if visibility.sees_plan(Reader.PUBLIC, event, decided=False):
        return records.Plans.ALL
    if visibility.sees_plan(Reader.PUBLIC, event, decided=True):
        return records.Plans.DECIDED
    return records.Plans.NOBODY


def _games(event: Event) -> list[Any]:
    """Return the games being played.

    Each has `round_number`, `table_number` and `round` (a key). Other columns are left out,
    because hundreds of games may be read twice a second.
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
    """Return the facts of the games' logs, and a function for their journals.

    The function returns a game's journal.
    """
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


def _board_of(journal: Journal, shown: Shown) -> Json:
    """Return the board of a journal whose game has started.

    `on_turn` is the first player if nobody has moved yet. `last` is the board's last event as a
    sentence, by language. Players are named by their codes and deeds by the squares' numbers; a
    deed says what it collects (`records.board.rents_of`).
    """
    state = journal.require_game().state
    lies = records.board_of(state, estimates=shown.estimates, plans=shown.plans)
    rents = records.rents_of(state)
    return {
        "seq": journal.seq,
        **lies,
        "deeds": {square: deed | rents[square] for square, deed in lies["deeds"].items()},
        "on_turn": lies["on_turn"] or state.ids[state.next],
        "last": _last_event(journal, state, shown.names),
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
