"""Every write of the tournament: keyword-only, atomic, with `by` and an audit row."""

from tournament.seat_plans import TablePlan
from tournament.services.audit import Actor
from tournament.services.conflicts import choose_result, wait_for_log
from tournament.services.draw_jobs import cancel_draw, request_draw
from tournament.services.drawing import draw_round
from tournament.services.events import (
    begin_event,
    create_event,
    delete_event,
    update_event,
)
from tournament.services.imports import import_players
from tournament.services.people import (
    add_entry,
    rejoin_entry,
    remove_entry,
    update_entry,
    withdraw_entry,
)
from tournament.services.results import note_correction, record_result, remove_result
from tournament.services.rounds import (
    clear_seats,
    create_round,
    delete_round,
    ensure_round,
    plans_of,
    publish_round,
    set_seats,
    unpublish_round,
)

__all__ = [
    "Actor",
    "TablePlan",
    "add_entry",
    "begin_event",
    "cancel_draw",
    "choose_result",
    "clear_seats",
    "create_event",
    "create_round",
    "delete_event",
    "delete_round",
    "draw_round",
    "ensure_round",
    "import_players",
    "note_correction",
    "plans_of",
    "publish_round",
    "record_result",
    "rejoin_entry",
    "remove_entry",
    "remove_result",
    "request_draw",
    "set_seats",
    "unpublish_round",
    "update_entry",
    "update_event",
    "wait_for_log",
    "withdraw_entry",
]
