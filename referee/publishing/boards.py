"""The boards of the games that are being played, as the public sees them: plain values for the
state of their event.

A board is made of the game's journal once for each row of its log, and kept in this process.
"""

import datetime as dt
from collections.abc import Hashable, Iterable, Mapping
from functools import partial
from typing import Any
from uuid import UUID

from cachetools import LRUCache
from django.db.models import F
from django.utils import timezone

from referee.engine import LANGUAGES
from referee.engine.state import State
from referee.journal.headlines import Reader as Listener
from referee.journal.headlines import headline
from referee.journal.journal import Journal
from referee.log import journal_cache
from referee.log.calls import OPEN_STATES
from referee.log.table_clock import pause_time
from referee.log.table_setup import setup_of
from referee.models import Call, GameLog
from referee.records import board as records
from tournament import visibility
from tournament.models import Event, Round
from tournament.selectors.clock import hall_clocks_of
from tournament.visibility import Reader

Json = dict[str, Any]
FREE_TEXTS = ("reason", "text", "name")
"""What the referee wrote in own words stays at the table until the record is published."""
MAX_BOARDS = 400

_boards: LRUCache[Hashable, Json] = LRUCache(MAX_BOARDS)


def running_boards(event: int, names: Mapping[str, str], *, now: dt.datetime) -> Json:
    """The boards of an event (by key) by the numbers of round and table, as they are told at this
    moment; `names` are the players' as they may be shown, by code (3 queries, 2 more where a table
    paused, and one for the rows that the journals kept in this process lack; where running games
    are told later, one or two a table instead). A board that is as before is the same object."""
    found = Event.objects.defer("edition_file").filter(pk=event).first()
    if found is None:
        return {}
    moment = visibility.told_up_to(Reader.PUBLIC, found, now=now)
    games = _games(found)
    journals = _journals(games, moment)
    calls = _calls(journals, moment)
    clocks = _pauses(games, journals)
    estimates = visibility.sees_estimates(Reader.PUBLIC, found)
    boards: Json = {}
    for game in games:
        journal = journals[game.pk]
        if journal.game is None:
            continue
        beside = {"judge": calls.get(game.pk, ""), "clock": clocks.get(game.pk, {})}
        of_round = boards.setdefault(str(game.round_number), {})
        of_round[str(game.table_number)] = _kept_board(
            game.pk, journal, names, beside, estimates=estimates
        )
    return boards


def _games(event: Event) -> list[Any]:
    """The games of tables that play, each with its `round_number`, `table_number` and `round` (its
    key), and nothing that is not needed: there may be hundreds, twice a second."""
    tables = visibility.running_tables(Reader.PUBLIC, event)
    games = GameLog.objects.filter(table__in=tables.values("pk"), head_seq__gt=0).annotate(
        round_number=F("table__round__number"),
        table_number=F("table__number"),
        round=F("table__round"),
    )
    return list(games.order_by("round_number", "table_number").only("head_seq", "head_hash"))


def _calls(games: Iterable[UUID], moment: dt.datetime | None) -> dict[UUID, str]:
    """At which games the judge was called, up to this moment, or is on the way (1 query)."""
    calls = Call.objects.filter(game__in=list(games), state__in=OPEN_STATES)
    if moment is not None:
        calls = calls.filter(opened_at__lte=moment)
    # The order of the states: where two calls are open and one is claimed, somebody comes.
    states = calls.order_by("-state").values_list("game", "state")
    return {game: "coming" if state == Call.State.CLAIMED else "called" for game, state in states}


def _pauses(games: Iterable[Any], journals: Mapping[UUID, Journal]) -> dict[UUID, Json]:
    """What the tables' own pauses give back, in seconds, and since when one lasts (2 queries where
    any table paused)."""
    paused = [game for game in games if journals[game.pk].beside.pauses.all]
    if not paused:
        return {}
    rounds = Round.objects.filter(pk__in={game.round for game in paused})
    halls = hall_clocks_of(rounds.defer("certificate"), now=timezone.now())
    clocks: dict[UUID, Json] = {}
    for game in paused:
        pause = pause_time(journals[game.pk].beside.pauses.all, halls[game.round].steps)
        clocks[game.pk] = {"paused_seconds": pause.seconds}
        if pause.began_at is not None:
            clocks[game.pk]["paused_at"] = pause.began_at.isoformat()
    return clocks


def _journals(games: Iterable[Any], moment: dt.datetime | None) -> dict[UUID, Journal]:
    if moment is not None:
        return {g.pk: journal_cache.as_of(g, moment, partial(setup_of, g)) for g in games}
    journal_cache.read_on(games)
    return {game.pk: journal_cache.to_read(game, partial(setup_of, game)) for game in games}


def _kept_board(
    game: UUID, journal: Journal, names: Mapping[str, str], beside: Json, *, estimates: bool
) -> Json:
    shown = tuple((code, names.get(code, "")) for code in journal.players)
    clock = tuple(beside["clock"].items())
    key = (game, journal.hash, shown, estimates, beside["judge"], clock)
    board = _boards.get(key)
    if board is None:
        board = {**_board_of(journal, dict(shown), estimates=estimates), **beside}
        _boards[key] = board
    return board


def _board_of(journal: Journal, names: Mapping[str, str], *, estimates: bool) -> Json:
    """The board of a journal whose game has started. `on_turn` is who begins where nobody has moved
    yet; `last` the last event of the board as a sentence, by language; players and deeds are by
    the players' codes and the squares' numbers."""
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
