"""The chief referee's pages: who sees them, what they show, and what their buttons do."""

import json
import re
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from referee.devices.services import pair
from referee.log.append import append
from referee.log.calls import open_call
from referee.log.row_filter import turns_of
from referee.models import Call, Device, GameLog, LoggedEvent, Pairing, SetAside
from tests.accounts import staff
from tests.referee.chief.pages import EVENTS, revise, words
from tests.referee.log.test_append import send
from tests.referee.log.test_chief import confirm, play
from tests.referee.tables import Tablet
from tournament.access import Action
from tournament.models import Entry, Result, Table
from tournament.rounds.selectors.clock import clock_of_table

pytestmark = pytest.mark.django_db
ILLEGAL = {"type": "buy", "player": "p02"}


def addresses(tablet: Tablet, table: Table) -> list[tuple[str, str]]:
    """Every page and button."""
    game, entry, call = tablet.game, uuid4(), uuid4()
    return [
        ("get", reverse("chief:game", args=[game])),
        ("get", reverse("chief:pairing", args=[game])),
        ("get", reverse("chief:revise", args=[game, 2])),
        ("get", reverse("chief:set_aside", args=[entry])),
        ("post", reverse("chief:pair", args=[table.pk])),
        ("post", reverse("chief:rule", args=[game])),
        ("post", reverse("chief:answer", args=[game])),
        ("post", reverse("chief:revoke", args=[tablet.device.pk])),
        ("post", reverse("chief:call", args=[call])),
        ("post", reverse("chief:set_aside", args=[entry])),
        ("post", reverse("chief:revise", args=[game, 2])),
    ]


@pytest.mark.parametrize("who", ["nobody", "player", "staff"])
def test_only_the_chief_gets_in(client: Client, tablet: Tablet, table: Table, who: str) -> None:
    if who != "nobody":
        actions = set(Action) - {Action.ACT_AS_CHIEF, Action.PAIR_TABLETS}
        user = staff(who, *actions) if who == "staff" else User.objects.create_user(who)
        client.force_login(user)
    nowhere = ("/chief/calls/", "/chief/set-aside/")  # there are none yet
    for method, address in addresses(tablet, table):
        refused = 404 if any(part in address for part in nowhere) else 403
        # An event that is not published is unknown to who is no member of it.
        expected = {"nobody": 302, "player": 404, "staff": refused}[who]
        assert getattr(client, method)(address).status_code == expected, address
    assert not LoggedEvent.objects.exists()
    assert Device.objects.get().revoked_at is None


def test_an_empty_event_says_so(chief_client: Client, table: Table) -> None:
    page = words(chief_client.get(reverse("chief:now", args=["open"])))
    assert "Nothing is waiting for you" in page
    assert "Not started No tablet" in page


def test_a_tablet_is_paired_from_the_page(chief_client: Client, table: Table) -> None:
    response = chief_client.post(reverse("chief:pair", args=[table.pk]))
    page = response.content.decode()
    code = re.search(r"<code>(\w{4}-\d{6})</code>", page)
    assert code
    assert "<svg" in page
    assert "Or open http://testserver/tablet/ on the tablet" in page
    assert 'fill="#fff"' in page  # on a dark page too
    assert "style=" not in page
    assert code[1].startswith(Pairing.objects.get().handle)
    assert "no-store" in response["Cache-Control"]


def test_a_tablet_is_revoked_from_the_page(chief_client: Client, tablet: Tablet) -> None:
    page = words(chief_client.get(reverse("chief:game", args=[tablet.game])))
    assert "Tablet 7" in page
    assert "Writes" in page
    response = chief_client.post(reverse("chief:revoke", args=[tablet.device.pk]), follow=True)
    assert "Revoked" in words(response)
    assert Device.objects.get().revoked_at is not None


def test_a_call_is_claimed_resolved_and_its_time_credited(
    chief_client: Client, tablet: Tablet, table: Table
) -> None:
    call = open_call(device=tablet.device, call_id=uuid4(), topic="rules", note="rent of 13")
    address = reverse("chief:call", args=[call.pk])
    assert "rent of 13" in words(chief_client.get(reverse("chief:now", args=["open"])))
    assert "chiara" in words(chief_client.post(address, {"step": "claim"}, follow=True))
    chief_client.post(address, {"resolution": "it is due", "minutes": "5"})
    call.refresh_from_db()
    assert (call.state, call.resolution, call.credited_seconds) == ("resolved", "it is due", 300)
    assert clock_of_table(table.pk).extra == 300
    chief_client.post(address, {"resolution": "again", "minutes": "5"})
    assert clock_of_table(table.pk).extra == 300


@pytest.mark.parametrize("minutes", ["-1", "61", "x"])
def test_an_impossible_time_resolves_nothing(
    chief_client: Client, tablet: Tablet, minutes: str
) -> None:
    call = open_call(device=tablet.device, call_id=uuid4(), topic="rules", note="")
    address = reverse("chief:call", args=[call.pk])
    response = chief_client.post(address, {"resolution": "x", "minutes": minutes}, follow=True)
    assert "whole minutes" in words(response)
    assert Call.objects.get().state == "open"


def test_a_ruling_is_logged(chief_client: Client, tablet: Tablet) -> None:
    send(tablet, *tablet.made_of(*EVENTS[:3]))
    address = reverse("chief:rule", args=[tablet.game])
    page = words(chief_client.post(address, {"text": "the dice count"}, follow=True))
    assert "the dice count" in page
    row = LoggedEvent.objects.get(seq=4)
    assert (row.kind, row.by) == ("chief", "chiara")


def test_a_closed_log_waits_for_no_reader(chief_client: Client, tablet: Tablet) -> None:
    send(tablet, *tablet.made_of(*EVENTS[:3]))
    chief_client.post(reverse("chief:rule", args=[tablet.game]), {"text": "the dice count"})
    address = reverse("chief:game", args=[tablet.game])
    assert "not read at the table yet" in words(chief_client.get(address))
    GameLog.objects.update(state=GameLog.State.CONFIRMED)
    assert "read at the table" not in words(chief_client.get(address))


def test_the_log_is_told_in_words(chief_client: Client, tablet: Tablet) -> None:
    send(tablet, *tablet.made_of(*EVENTS[:5]))
    chief_client.post(reverse("chief:rule", args=[tablet.game]), {"text": "the dice count"})
    address = reverse("chief:game", args=[tablet.game])
    page = words(chief_client.get(address))
    assert "Event 5 Chloé buys the deed" in page
    assert "Event 6 Ruling: the dice count" in page
    assert re.search(r"chiara Record : event 6", page), page
    assert re.search(r"Tablet 7 Correct : event 5 Record : event 5", page), page
    assert re.search(r"Tablet’s time: [^{]*{&quot;player&quot;:&quot;p01&quot;", page), page
    shown = re.sub(r"<code.*?</code>|<option[^>]*>", "", chief_client.get(address).content.decode())
    assert "p01" not in shown
    chief_client.cookies["django_language"] = "fr"
    assert "Chloé achète" in words(chief_client.get(address))


def test_the_log_says_what_does_not_count(chief_client: Client, tablet: Tablet) -> None:
    send(tablet, *tablet.made_of(*EVENTS[:5], {"type": "undo", "reason": "a slip"}, EVENTS[4]))
    revise(chief_client, tablet, 7, events="", reason="not bought", step="apply")
    response = chief_client.get(reverse("chief:game", args=[tablet.game]))
    page = words(response)
    assert "Event 5 Chloé buys the deed taken back" in page
    assert "Event 7 Chloé buys the deed corrected" in page
    assert len(re.findall(rb'class="ledger-event[^"]* undone"', response.content)) == 2


def logged(response: Any) -> list[int]:
    """The numbers of the events that a page lists."""
    return [int(seq) for seq in re.findall(rb'id="event-(\d+)"', response.content)]


def test_the_log_is_narrowed_by_player_kind_and_turn(chief_client: Client, tablet: Tablet) -> None:
    send(tablet, *tablet.made_of(*EVENTS[:30]))
    chief_client.post(reverse("chief:rule", args=[tablet.game]), {"text": "the dice count"})
    address = reverse("chief:game", args=[tablet.game])
    assert logged(chief_client.get(address)) == [*range(31, 0, -1)]
    bought = {"player": "p01", "kind": "deals"}
    deals = ("buy", "build", "sell", "mortgage", "redeem", "trade")
    assert logged(chief_client.get(address, bought)) == [
        seq
        for seq in range(30, 0, -1)
        if EVENTS[seq - 1]["type"] in deals and "p01" in json.dumps(EVENTS[seq - 1])
    ]
    assert logged(chief_client.get(address, {"kind": "rulings"})) == [31]
    page = chief_client.get(address, {"kind": "end"})
    assert logged(page) == []
    assert "No event of the log is of this kind" in words(page)
    # What an address spells wrong is left out.
    wrong = {"player": "p" * 99, "kind": "x", "turn": "x"}
    assert len(logged(chief_client.get(address, wrong))) == 31


def test_corrections_are_no_throws_though_they_put_one_in(
    chief_client: Client, tablet: Tablet
) -> None:
    send(tablet, *tablet.made_of(*EVENTS[:5]))
    revise(chief_client, tablet, 5, events="", reason="not bought", step="apply")
    address = reverse("chief:game", args=[tablet.game])
    assert logged(chief_client.get(address, {"kind": "corrections"})) == [6]
    assert 6 not in logged(chief_client.get(address, {"kind": "deals"}))


def test_namesakes_at_one_table_are_told_apart(chief_client: Client, tablet: Tablet) -> None:
    send(tablet, *tablet.made_of(*EVENTS[:3]))
    Entry.objects.filter(seats__table__log=tablet.game).update(name="Ada")
    page = chief_client.get(reverse("chief:game", args=[tablet.game])).content.decode()
    assert '<option value="p01">Ada (1)</option>' in page


@pytest.mark.parametrize(("count", "older"), [(100, False), (101, True)])
def test_a_link_to_older_events_stands_where_there_are_some(
    chief_client: Client, tablet: Tablet, count: int, older: bool
) -> None:
    play(tablet, EVENTS[:count])
    page = words(chief_client.get(reverse("chief:game", args=[tablet.game])))
    assert ("Older events" in page) is older


def test_one_turn_of_the_log(chief_client: Client, tablet: Tablet) -> None:
    send(tablet, *tablet.made_of(*EVENTS[:30]))
    address = reverse("chief:game", args=[tablet.game])
    turns = turns_of(GameLog.objects.get(pk=tablet.game))
    assert [turn.number for turn in turns] == [*range(len(turns), 0, -1)]
    (first, second) = turns[::-1][:2]
    page = chief_client.get(address, {"turn": first.row})
    assert logged(page) == [*range(second.row - 1, first.row - 1, -1)]
    assert {EVENTS[seq - 1].get("player") for seq in logged(page)} == {first.player}
    assert re.search(rf'value="{first.row}" selected>1 · ', page.content.decode())
    last = turns[0]
    assert logged(chief_client.get(address, {"turn": last.row})) == [*range(30, last.row - 1, -1)]


def test_one_player_is_also_who_is_paid(chief_client: Client, tablet: Tablet) -> None:
    send(tablet, *tablet.made_of(*EVENTS[:60]))
    address = reverse("chief:game", args=[tablet.game])
    found = logged(chief_client.get(address, {"player": "p01"}))
    rows = {row.seq: row for row in LoggedEvent.objects.filter(game=tablet.game)}
    paid = [seq for seq in rows if '"payee": "p01"' in rows[seq].consequences]
    others = [seq for seq in paid if '"p01"' not in rows[seq].event]
    assert others
    assert {*paid} <= {*found}


def aside(tablet: Tablet, *events: dict[str, Any], **changes: Any) -> SetAside:
    append(device=tablet.device, batch=tablet.batch(*tablet.made_of(*events), **changes))
    return SetAside.objects.get(game=tablet.game)


def test_events_set_aside_are_left_out(chief_client: Client, tablet: Tablet) -> None:
    send(tablet, *tablet.made_of(*EVENTS[:2]))
    entry = aside(tablet, ILLEGAL)
    address = reverse("chief:set_aside", args=[entry.pk])
    listed = chief_client.get(reverse("chief:now", args=["open"])).content.decode()
    assert f'href="{address}"' in listed
    page = words(chief_client.get(address)).replace("&quot;", '"')
    assert re.search(r"What the tablet recorded 1 \w+ buys the deed", page), page
    assert "Refused: Grace is not on turn; Chloé is" in page
    assert '"type":"buy"' in page
    nothing = chief_client.post(address, {"step": "discard", "decision": " "}, follow=True)
    assert "Say why" in words(nothing)
    chief_client.post(address, {"step": "discard", "decision": "a slip"})
    entry.refresh_from_db()
    assert (entry.state, entry.decision, entry.decided_by) == ("discarded", "a slip", "chiara")
    assert "a slip" in words(chief_client.get(address))


@pytest.mark.parametrize("event", [
    {"type": "buy", "player": []},
    {"type": "build", "player": "p02", "square": "x"},
    {"type": "build", "player": "p02", "square": 40},
    {"type": "trade", "player": "p02"},
    {"type": "roll", "player": "p02", "dice": [1]},
    {"type": "card", "player": "p02", "dice": 7},
    {"type": "trade", "player": "p02", "with": "p01", "give": 1, "take": {}},
    {"type": "dance"},
], ids=json.dumps)  # fmt: skip
def test_what_cannot_be_read_is_shown_as_it_came(
    chief_client: Client, tablet: Tablet, event: dict[str, Any]
) -> None:
    send(tablet, *tablet.made_of(*EVENTS[:2]))
    entry = aside(tablet, event)
    page = words(chief_client.get(reverse("chief:set_aside", args=[entry.pk])))
    assert f"An event that cannot be read: {event['type']}" in page


def test_events_set_aside_are_taken(chief_client: Client, tablet: Tablet) -> None:
    send(tablet, *tablet.made_of(*EVENTS[:2]))
    entry = aside(tablet, *EVENTS[2:5], lease_epoch=9)
    address = reverse("chief:set_aside", args=[entry.pk])
    page = words(chief_client.get(address))
    assert "What changes if they are added to the log as it is now Position at this table" in page
    assert "Cannot be added now" not in page
    chief_client.post(address, {"step": "apply", "decision": "seen"})
    assert GameLog.objects.get(pk=tablet.game).head_seq == 5


def test_events_that_cannot_be_taken_say_why(chief_client: Client, tablet: Tablet) -> None:
    send(tablet, *tablet.made_of(*EVENTS[:2]))
    lost = {"type": "revise", "seq": 7, "replacement": [], "reason": "seen"}
    entry = aside(tablet, EVENTS[2], lost, {"type": "buy", "player": "p01"}, lease_epoch=9)
    page = words(chief_client.get(reverse("chief:set_aside", args=[entry.pk])))
    why = re.findall(r"Cannot be added now: (.*?)(?: Record|$)", page)
    assert why[0].startswith("What this corrects is not among the events of this log")
    assert "is not on turn" in why[1]
    assert "Not all of them can be added" in page
    assert "Add them to the log as it is now" not in page


def test_a_conflict_is_decided_with_a_preview(chief_client: Client, tablet: Tablet) -> None:
    send(tablet, *tablet.made_of(*EVENTS[:2]))
    fork = tablet.head
    send(tablet, *tablet.made_of({"type": "roll", "player": "p02", "dice": [1, 3]}))
    tablet.head = fork
    entry = aside(tablet, *EVENTS[2:5])
    address = reverse("chief:set_aside", args=[entry.pk])
    page = words(chief_client.get(address))
    assert "What changes if they replace" in page
    assert "What was logged since Event 3 Grace throws 1 + 3" in page
    chief_client.post(address, {"step": "instead", "decision": "the camera"})
    entry.refresh_from_db()
    assert entry.state == "applied"


def test_disputes_are_answered_and_the_absent_confirmed_for(
    chief_client: Client, tablet: Tablet
) -> None:
    game = play(tablet, EVENTS)
    send(tablet, *tablet.made_of({"type": "dispute", "player": "p01", "reason": "rent"}))
    confirm(tablet, "p02")
    assert "Answer the dispute" in words(chief_client.get(reverse("chief:now", args=["open"])))
    page = chief_client.get(reverse("chief:game", args=[game.pk]))
    assert "disputes the result" in words(page)
    answer = reverse("chief:answer", args=[game.pk])
    chief_client.post(answer, {"step": "settle", "player": "p01", "reason": "it was due"})
    statement = page.context["page"].snapshot["statement_hash"]
    chief_client.post(answer, {"step": "confirm", "player": "p01", "statement": statement})
    assert Result.objects.filter(table=game.table_id).exists()


def test_the_chief_is_shown_for_whom_the_tables_referee_confirmed_and_why(
    chief_client: Client, tablet: Tablet
) -> None:
    game = play(tablet, EVENTS)
    statement = json.loads(game.snapshot)["statement_hash"]
    word = {"type": "confirm", "player": "p01", "statement": statement}
    send(tablet, *tablet.made_of({**word, "reason": "left for a train"}))
    told = "The table’s referee confirmed in the place of"
    address = reverse("chief:game", args=[game.pk])
    page = words(chief_client.get(address))
    assert f"{told} Chloé. Reason given: left for a train" in page
    assert "The referee confirms in the place of Chloé: left for a train" in page
    send(tablet, *tablet.made_of(word))
    assert told not in words(chief_client.get(address))


@pytest.mark.parametrize("language", ["fr", "ru"])
def test_the_pages_speak_the_readers_language(
    chief_client: Client, tablet: Tablet, language: str
) -> None:
    send(tablet, *tablet.made_of(*EVENTS[:5]))
    aside(tablet, ILLEGAL)
    chief_client.cookies["django_language"] = language
    for address in (
        reverse("chief:now", args=["open"]),
        reverse("chief:game", args=[tablet.game]),
        reverse("tablet_api:docs"),
    ):
        response = chief_client.get(address)
        assert response.status_code == 200
        assert response["Content-Language"] == language


def test_a_page_costs_the_same_for_one_row_and_for_many(
    chief_client: Client, tablet: Tablet, django_assert_num_queries: Any
) -> None:
    address = reverse("chief:game", args=[tablet.game])
    send(tablet, *tablet.made_of(EVENTS[0]))
    chief_client.get(address)
    with django_assert_num_queries(16):
        chief_client.get(address)
    send(tablet, *tablet.made_of(*EVENTS[1:60]))
    chief_client.get(address)
    with django_assert_num_queries(16):
        chief_client.get(address)


def test_the_page_learns_which_tablet_took_its_code(chief_client: Client, table: Table) -> None:
    page = chief_client.post(reverse("chief:pair", args=[table.pk])).content.decode()
    address = re.search(r'data-state="([^"]+)"', page)
    code = re.search(r"<code>(\w{4}-\d{6})</code>", page)
    assert address
    assert code
    assert "viewBox" in page  # as wide as the screen allows
    assert "no other device can open them" in page
    assert chief_client.get(address[1]).json() == {"tablet": "", "open": True}
    pair(request_id=uuid4(), label="Tablet 7", code=code[1])
    assert chief_client.get(address[1]).json() == {"tablet": "Tablet 7", "open": False}


@pytest.mark.parametrize("lapse", ["newer", "late", "none"])
def test_a_code_that_lapsed_is_told(chief_client: Client, table: Table, lapse: str) -> None:
    page = chief_client.post(reverse("chief:pair", args=[table.pk])).content.decode()
    address = re.search(r'data-state="([^"]+)"', page)
    assert address
    if lapse == "newer":
        chief_client.post(reverse("chief:pair", args=[table.pk]))
    if lapse == "late":
        Pairing.objects.update(expires_at=timezone.now())
    asked = address[1].split("?")[0] if lapse == "none" else address[1]
    assert chief_client.get(asked).json() == {"tablet": "", "open": False}
