"""A start says of the table what it likes: "HACKED" for a name, keys of its own, another event.

What stands in the header stands in the public record, so it has to be the tournament's word for
word; what a tablet writes elsewhere brings no keys of its own and no characters that reorder text.
"""

import copy
import json
from functools import partial
from typing import Any
from uuid import uuid4

import pytest

from referee.devices.services import invite
from referee.log import chief, journal_cache
from referee.log.finalising import save_rows
from referee.log.record import record_lines
from referee.log.rows import Author, new_row
from referee.log.table_setup import rules_digest, setup_of
from referee.log.verify import faults_of
from referee.log.wire import WireEvent
from referee.models import GameLog, LoggedEvent, SetAside
from referee.tablet.bridge import Bridge
from tests.referee.log.test_append import send
from tests.referee.log.test_chief import confirm, play
from tests.referee.tables import AT, Tablet, golden, log_events, make_table, paired
from tests.referee.tablet.api.conftest import Http
from tournament.models import Entry, Table

pytestmark = pytest.mark.django_db
EVENTS = log_events(golden("01"))
HEADER = EVENTS[0]["header"]
HACKED = "HACKED"


def changed(path: str, value: Any) -> dict[str, Any]:
    """The start with something else at a path such as `players.0.name`; None takes it away."""
    start: dict[str, Any] = copy.deepcopy(EVENTS[0])
    *way, last = path.split(".")
    place: Any = start["header"]
    for step in way:
        place = place[int(step) if step.isdecimal() else step]
    if value is None:
        del place[last]
    else:
        place[last] = value
    return start


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        ("players.0.name", HACKED, "names_differ"),
        ("players.0.name", ["x"], "names_differ"),
        ("players.0.id", "p09", "seats_differ"),
        ("players.0.id", ["p01"], "seats_differ"),
        ("players.0.role", "thief", "seats_differ"),
        ("players.0.note", HACKED, "field"),
        ("players.0.x-note", HACKED, "own_key"),
        ("event", HACKED, "rules_differ"),
        ("event", None, "rules_differ"),
        ("round", 2, "rules_differ"),
        ("table", 2, "rules_differ"),
        ("table", True, "rules_differ"),
        ("date", HACKED, "rules_differ"),
        ("edition", "us-wooden", "rules_differ"),
        ("mode", "A", "rules_differ"),
        ("rulings", {"rounding": "up"}, "rules_differ"),
        ("rulings", None, "rules_differ"),
        ("board", [], "rules_differ"),
        ("x-hacked", HACKED, "own_key"),
        ("x-engine", HACKED, "own_key"),
        ("x-quick", HACKED, "own_key"),
        ("x-quick", True, "own_key"),
        ("position", {"x-note": HACKED}, "own_key"),
        ("position", {"deeds": {"x-1": {"owner": HACKED}}}, "own_key"),
    ],
)
def test_a_start_says_nothing_that_the_draw_does_not(
    tablet: Tablet, path: str, value: Any, code: str
) -> None:
    done = send(tablet, *tablet.made_of(changed(path, value)))
    assert done.verdicts[0].verdict == "illegal"
    assert done.verdicts[0].refusals[0].code == code
    assert not LoggedEvent.objects.exists()
    assert send(tablet, *tablet.made_of(EVENTS[0])).verdicts[0].verdict == "accepted"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("throws", 5),
        ("throws", [5]),
        ("throws", [{"player": HACKED, "dice": [1, 2]}]),
        ("throws", [{"player": "p01", "dice": [1, 2]}] * 101),
        ("choices", 5),
        ("choices", [{"player": "p01", "role": HACKED}]),
        ("choices", [{"player": ["p01"], "role": "competitor"}]),
    ],
)
def test_throws_and_choices_are_of_the_players(db: None, field: str, value: Any) -> None:
    tablet = paired(make_table(HEADER, roles="thrown", slug="thrown"))
    start = {**EVENTS[0], field: value}
    done = send(tablet, *tablet.made_of(start))
    assert done.verdicts[0].refusals[0].code == "field"
    assert not LoggedEvent.objects.exists()


@pytest.mark.parametrize(
    ("event", "code"),
    [
        ({**EVENTS[1], "x-note": HACKED}, "own_key"),
        (
            {
                "type": "trade",
                "player": "p01",
                "with": "p02",
                "give": {"x-a": 1},
                "take": {"cash": 1},
            },
            "own_key",
        ),
        ({"type": "note", "text": "a\u202eb"}, "unfit"),
        ({"type": "note", "text": "a\x07b"}, "unfit"),
        ({"type": "pause", "reason": "\u2067x"}, "unfit"),
        ({"type": "note", "text": "x" * 501}, "too_long"),
        ({"type": "undo", "reason": "a\u202eb"}, "reason_form"),
    ],
    ids=["own key", "own key inside", "bidi", "control", "isolate", "long", "undo"],
)
def test_no_other_event_brings_them_either(
    tablet: Tablet, event: dict[str, Any], code: str
) -> None:
    """The server refuses it, and so does the tablet before it shows it as recorded."""
    play(tablet, EVENTS[:1])
    done = send(tablet, *tablet.made_of(event))
    assert done.verdicts[0].verdict == "illegal"
    assert done.verdicts[0].refusals[0].code == code
    assert LoggedEvent.objects.count() == 1
    bridge = Bridge()
    rows = [{"n": 1, "at": AT, "event": EVENTS[0]}]
    opened = {"header": HEADER, "roles": "drawn", "seats": [], "steps": [], "log": rows}
    bridge.ask("open", {**opened, "language": "en"})
    checked = bridge.ask("check", {"events": [event]})
    played = bridge.ask("play", {"events": [event], "at": AT})
    assert checked["refusals"][0]["code"] == played["refusals"][0]["code"] == code


def test_a_name_corrected_meanwhile_costs_no_game(tablet: Tablet) -> None:
    """The tablet was offline with the old name: the chief can take its events as they are."""
    player = Entry.objects.get(name=HEADER["players"][0]["name"])
    player.name = "Ada Lovelace"
    player.save()
    made = tablet.made_of(*EVENTS[:100])
    send(tablet, *made)
    entry = SetAside.objects.get()
    assert chief.apply(entry_id=entry.pk, decision="the name was corrected", by="chiara") == ()
    game = GameLog.objects.get(pk=tablet.game)
    assert record_lines(game)[0]["players"][0]["name"] == "Ada Lovelace"
    assert game.head_seq == len(made)
    assert faults_of(game) == []


def test_a_log_that_has_them_stays_true_and_can_be_corrected(tablet: Tablet, table: Table) -> None:
    """Rows keep their hashes; a correction elsewhere does not stumble over the start."""
    start = changed("x-hacked", HACKED)
    start["header"]["players"][0]["name"] = HACKED
    for event in (start, *EVENTS[1:]):
        logged_before(tablet, event)
    game = GameLog.objects.get(pk=tablet.game)
    tablet.acknowledge(game)
    assert faults_of(game) == []
    journal_cache.forget()
    correction = {"type": "revise", "seq": 2, "replacement": [EVENTS[1]], "reason": "as it was"}
    assert chief.append_chief(game_id=game.pk, event=correction, by="chiara") == ()
    again = {"type": "revise", "seq": 1, "replacement": [start], "reason": "no"}
    refused = chief.append_chief(game_id=game.pk, event=again, by="chiara")
    assert refused[0].code in ("rules_differ", "names_differ")
    right = {**again, "replacement": [EVENTS[0]]}
    assert chief.append_chief(game_id=game.pk, event=right, by="chiara") == ()
    tablet.acknowledge(GameLog.objects.get(pk=game.pk))
    assert HACKED not in json.dumps(record_lines(game))
    confirm(tablet, "p01", "p02")
    assert faults_of(GameLog.objects.get(pk=game.pk)) == []


def test_a_tablet_of_another_table_cannot_start_it(table: Table) -> None:
    other = make_table(HEADER, slug="other")
    http = Http(paired(other))
    own = GameLog.objects.get(pk=invite(table=table, by="test").pairing.game_id)
    assert http.ask("post", "/events", http.batch(EVENTS[0]), game=own.pk).status_code == 404


def logged_before(tablet: Tablet, event: dict[str, Any]) -> None:
    """A row as it was logged before headers were compared."""
    game = GameLog.objects.get(pk=tablet.game)
    kept = journal_cache.copy_at_head(game, partial(setup_of, game))
    live = kept.journal
    made = WireEvent.build(uuid4(), uuid4().hex, AT, event)
    author = Author(device=tablet.device.pk, lease_epoch=tablet.epoch)
    live.replay(live.seq, live.hash, event)
    row = new_row(
        live, game, made, live.judge({"type": "note", "text": "-"}), author, rules_digest(game)
    )
    save_rows(game, kept, [row], by="test")
    journal_cache.forget()
