"""The interface's answers.

They are plain JSON values, with sentences in the language of the request.
"""

import json
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.db.models import F, Q
from django.utils import timezone, translation

from referee.devices.paired import Paired
from referee.engine import Refusal
from referee.language import refusal_text
from referee.log.append import Appended
from referee.log.finalising import blocking_reasons
from referee.log.heartbeat_query import HeartbeatState
from referee.log.next_table import NextTable, next_table
from referee.log.rows import as_json, stamp
from referee.log.table_clock import pause_time_of, snapshot_of_game
from referee.log.table_setup import rules_digest, setup_of
from referee.log.verdicts import ILLEGAL, STALE, STALE_SENTENCES, Verdict
from referee.models import Call, Device, GameLog, LoggedEvent, SetAside
from tournament import visibility
from tournament.common.editions import edition_of
from tournament.events.selectors.announcements import announcements_on_tablets
from tournament.models import Event, Table
from tournament.results.selectors.reviews import choice_of, has_result, is_waiting
from tournament.rounds.selectors.clock import clock_of_table

DECISIONS_SHOWN_FOR = timedelta(hours=24)
MAX_LISTED = 200
LOG_PAGE = 500
POLL_MS = 800
"""The interval between a tablet's heartbeats. Within a second a tablet thus learns that it was
withdrawn, that the clock was started, or what the chief decided."""


def pairing_json(done: Paired) -> dict[str, Any]:
    """Return the answer to a pairing, the only one with the token."""
    return {
        "token": done.token,
        "device": {"id": str(done.device.pk), "label": done.device.label, "role": "referee"},
        "game": str(done.game.pk),
        "lease": lease(done.game, done.device),
        "server_time": stamp(timezone.now()),
    }


def bootstrap(game: GameLog, device: Device, view: dict[str, Any] | None) -> dict[str, Any]:
    """Return everything a tablet needs to start cold and play offline."""
    table = Table.objects.select_related("round__event").get(pk=game.table_id)
    event = table.round.event
    setup = setup_of(game)
    return {
        "game": str(game.pk),
        "event": {"slug": event.slug, "name": event.name},
        "round": table.round.number,
        "table": table.number,
        "language": translation.get_language(),
        "edition": {"code": setup.header["edition"], "digest": rules_digest(game)},
        "roles": Event.Roles.THROWN if setup.thrown else Event.Roles.DRAWN,
        "header": setup.header,
        "seats": _seats(setup.header),
        "started": game.state != GameLog.State.WAITING,
        **log_page(game, after=0, limit=LOG_PAGE, name="log"),
        **_game_now(game, device, has_results=True),
        "calls": calls(game),
        "set_aside": set_aside(game),
        "next": next_json(next_table(game.pk)),
        "estimate": visibility.advises_tables(event.advice),
        "view": view,
    }


def heartbeat(state: HeartbeatState, device: Device) -> dict[str, Any]:
    """Return the answer to a heartbeat (1 query if nothing waits)."""
    return {
        "head": head(state.game),
        "digest": state.digest,
        "poll_ms": POLL_MS,
        **_game_now(state.game, device, has_results=state.has_results),
        "calls": calls(state.game) if state.has_calls else [],
        "set_aside": set_aside(state.game) if state.has_set_aside else [],
        "next": next_json(next_table(state.game.pk)) if state.has_newer_round else None,
        "estimate": state.advises,
        "announcements": announcements(state.game) if state.has_announcements else [],
    }


def announcements(game: GameLog) -> list[dict[str, str]]:
    """Return the organisers' latest announcements, the newest first (1 query)."""
    found = announcements_on_tablets(game.table_id)
    return [
        {"id": str(each.pk), "text": each.text, "at": stamp(each.sent_at)}
        for each in found
        if each.sent_at is not None
    ]


def next_json(found: NextTable | None) -> dict[str, Any] | None:
    """Return the table where this tablet goes on; None while no newer round is public.

    `exists` is false if the newest round has no table of this number.
    """
    if found is None:
        return None
    return {"round": found.round, "table": found.table, "exists": found.key is not None}


def batch_json(done: Appended, device: Device) -> dict[str, Any]:
    """Return the answer to a batch."""
    game = done.game
    currency = _currency(game) if any(v.verdict == ILLEGAL for v in done.verdicts) else ""
    return {
        "results": [verdict_json(verdict, currency) for verdict in done.verdicts],
        "head": head(game),
        "state": game.state,
        "lease": lease(game, device),
        "confirmation": confirmation(game, has_results=not done.is_plain),
        "set_aside": [] if done.is_plain else set_aside(game),
        "server_time": stamp(timezone.now()),
        "view": done.view,
    }


def handed_over(game: GameLog, verdicts: Iterable[Verdict]) -> dict[str, Any]:
    """Return the answer to events handed over."""
    return {
        "results": [
            {
                "event_id": str(verdict.event_id),
                "verdict": "duplicate" if verdict.seq else "set_aside",
                "seq": verdict.seq,
            }
            for verdict in verdicts
        ],
        "set_aside": set_aside(game),
    }


def _currency(game: GameLog) -> str:
    """Return the sign of the currency that the table plays with."""
    return edition_of(game.table.round.event).currency


def verdict_json(verdict: Verdict, currency: str) -> dict[str, Any]:
    """Return the verdict on one event; refusals show sums in the edition's `currency`."""
    answer: dict[str, Any] = {"event_id": str(verdict.event_id), "verdict": verdict.verdict}
    if verdict.seq is not None:
        return answer | {
            "seq": verdict.seq,
            "hash": verdict.hash,
            "consequences": json.loads(verdict.consequences),
        }
    answer["set_aside"] = verdict.set_aside
    if verdict.verdict == ILLEGAL:
        answer["refusals"] = [refusal_json(refusal, currency) for refusal in verdict.refusals]
    if verdict.verdict == STALE and verdict.code:
        answer |= {"code": verdict.code, "detail": str(STALE_SENTENCES[verdict.code])}
    return answer


def log_page(game: GameLog, *, after: int, limit: int, name: str = "rows") -> dict[str, Any]:
    """Return at most `limit` rows after row number `after`."""
    rows = list(
        LoggedEvent.objects.filter(game=game, seq__gt=after, seq__lte=game.head_seq).order_by(
            "seq"
        )[: limit + 1]
    )
    return {name: as_json(rows[:limit]), "head": head(game), "more": len(rows) > limit}


def head(game: GameLog) -> dict[str, Any]:
    """Return the head of the hash chain."""
    return {"seq": game.head_seq, "hash": game.head_hash}


def lease(game: GameLog, device: Device) -> dict[str, Any]:
    """Return the device that writes, and whether this device is it."""
    holder = game.lease_device
    return {
        "epoch": game.lease_epoch,
        "held": holder is not None and holder.pk == device.pk,
        "holder": {
            "id": str(holder.pk),
            "label": holder.label,
            "last_seen": stamp(holder.last_seen_at),
        }
        if holder
        else None,
    }


def confirmation(game: GameLog, *, has_results: bool) -> dict[str, Any]:
    """Return the statement's confirmation: done, required and blocked.

    It says who confirmed the statement, who must, and what blocks the result. With
    `has_results` the table may have several results: the answer then includes the chief's
    choice (2 queries). A table that has not begun should know of a result before it plays
    (1 query).
    """
    snapshot = json.loads(game.snapshot) if game.snapshot else {"status": None}
    review = has_results and is_waiting(game.table_id)
    entered = not game.head_seq and has_result(game.table_id)
    return {
        "statement": snapshot.get("statement_hash"),
        "required": snapshot.get("required", []),
        "confirmed": snapshot.get("confirmed", []),
        "disputed": snapshot.get("disputed", []),
        "blocked_by": blocking_reasons(game, snapshot, review=review or entered),
        "problem": snapshot.get("problem", ""),
        "choice": chosen_result(game) if has_results and not review else None,
    }


def chosen_result(game: GameLog) -> dict[str, Any] | None:
    """Return the result that the chief chose, and why; None if there was no choice."""
    made = choice_of(game.table_id)
    if made is None:
        return None
    return {"source": made.source, "reason": made.reason, "at": stamp(made.at)}


def set_aside(game: GameLog) -> list[dict[str, Any]]:
    """Return the entries that wait for the chief or were decided recently.

    Recently means in the last 24 hours. Those that wait come first; at most `MAX_LISTED` (1
    query).
    """
    listed = Q(decided_at=None) | Q(decided_at__gte=timezone.now() - DECISIONS_SHOWN_FOR)
    entries = SetAside.objects.filter(listed, game=game)
    return [
        {
            "id": str(entry.pk),
            "reason": entry.reason,
            "events": entry.event_count,
            "received_at": stamp(entry.received_at),
            "state": entry.state,
            "decision": entry.decision or None,
        }
        for entry in entries.order_by(F("decided_at").desc(nulls_first=True), "received_at", "pk")[
            :MAX_LISTED
        ]
    ]


def calls(game: GameLog) -> list[dict[str, Any]]:
    """Return the calls of the last 24 hours."""
    recent = Call.objects.filter(game=game, opened_at__gte=timezone.now() - DECISIONS_SHOWN_FOR)
    return [call_json(call) for call in recent]


def call_json(call: Call) -> dict[str, Any]:
    """Return one call to the judge as JSON."""
    return {
        "id": str(call.pk),
        "state": call.state,
        "topic": call.topic,
        "player": call.player,
        "note": call.note,
        "opened_at": stamp(call.opened_at),
        "claimed_by": call.claimed_by or None,
        "resolution": call.resolution or None,
        "credited_seconds": call.credited_seconds,
    }


def clock(game: GameLog) -> dict[str, Any]:
    """Return the hall's clock as of now, with this table's times (1 query).

    These are the table's extra time and pauses. `pauses` is the time that the table's own
    pauses up to the log's head give back.
    """
    reading = clock_of_table(game.table_id)
    pause = pause_time_of(snapshot_of_game(game), reading.steps)
    return {
        "state": reading.state,
        "length": reading.length,
        "extra": reading.extra,
        "elapsed": reading.elapsed,
        "elapsed_ms": reading.elapsed_ms,
        "as_of": stamp(reading.as_of),
        "pauses": {"seconds": pause.seconds, "since": pause.since, "through": game.head_seq},
    }


def _game_now(game: GameLog, device: Device, *, has_results: bool) -> dict[str, Any]:
    return {
        "server_time": stamp(timezone.now()),
        "state": game.state,
        "lease": lease(game, device),
        "clock": clock(game),
        "confirmation": confirmation(game, has_results=has_results),
    }


def _seats(header: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {
            "seat": number,
            "player": player["id"],
            "name": player["name"],
            "role": player["role"],
        }
        for number, player in enumerate(header["players"], start=1)
    ]


def refusal_json(refusal: Refusal, currency: str) -> dict[str, Any]:
    """Return a refusal for the wire.

    It has the code, the rule ("R11" or null), the parameters and the message.
    """
    return {**refusal.as_json(), "message": refusal_text(refusal, currency=currency)}
