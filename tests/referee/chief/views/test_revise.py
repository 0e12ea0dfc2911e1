"""Correcting the log: where it is offered, what the preview shows, and what is refused."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from referee.log.chief import append_chief
from referee.models import GameLog, LoggedEvent
from tests.referee.chief.pages import EVENTS, revise, words
from tests.referee.log.test_append import send
from tests.referee.log.test_chief import confirm, play
from tests.referee.tables import Tablet
from tournament.models import Entry, Result

pytestmark = pytest.mark.django_db


def test_a_correction_is_told_with_what_it_puts_there(chief_client: Client, tablet: Tablet) -> None:
    send(tablet, *tablet.made_of(*EVENTS[:5]))
    instead = [EVENTS[4], {"type": "mortgage", "player": "p01", "square": 13}]
    events = "\n".join(map(json.dumps, instead))
    page = words(revise(chief_client, tablet, 5, events=events, reason="seen", step="preview"))
    assert "What was logged Event 5 Chloé buys the deed" in page
    told = "Chloé buys the deed Chloé mortgages State Street"
    moves = "What the table is told to move Treasury → Chloé $70 State Street: mortgaged now"
    assert f"What replaces this event: {told} {moves} Position at this table" in page
    assert "Deeds State Street State Street, mortgaged The game is not finished" in page
    page = words(revise(chief_client, tablet, 5, events=events, reason="seen", step="apply"))
    assert "Event 6 Event 5 is corrected: seen" in page
    assert "Instead: Chloé mortgages State Street" in page


def test_a_correction_is_offered_only_where_something_stands(
    chief_client: Client, tablet: Tablet
) -> None:
    send(tablet, *tablet.made_of(*EVENTS[:6]))
    both = {
        "type": "revise",
        "seq": 4,
        "through": 5,
        "reason": "a slip",
        "replacement": EVENTS[3:5],
    }
    game = GameLog.objects.get(pk=tablet.game)
    assert append_chief(game_id=game.pk, event=both, by="chiara") == ()
    revise(chief_client, tablet, 6, events="", reason="not thrown", step="apply")
    page = chief_client.get(reverse("chief:game", args=[tablet.game])).content.decode()
    # The first two are the corrections, which can be taken back.
    assert re.findall(r"/revise/(\d+)/", page) == ["8", "7", "4", "3", "2", "1"]
    standing = {1: EVENTS[:1], 2: EVENTS[1:2], 3: EVENTS[2:3], 4: EVENTS[3:5]}
    for seq, events in standing.items():
        text = "\n".join(map(json.dumps, events))
        again = revise(chief_client, tablet, seq, events=text, reason="again", step="preview")
        assert "No figure of any player changes" in words(again)


def test_a_refused_correction_names_the_players(chief_client: Client, tablet: Tablet) -> None:
    send(tablet, *tablet.made_of(*EVENTS[:5]))
    wrong = json.dumps({"type": "mortgage", "player": "p02", "square": 13})
    page = words(revise(chief_client, tablet, 5, events=wrong, reason="x", step="preview"))
    assert "event 5 is refused: " in page
    assert "p02 " not in page.split("is refused: ")[1].split("What was logged")[0]


def test_a_correction_is_shown_before_it_is_made(chief_client: Client, tablet: Tablet) -> None:
    send(tablet, *tablet.made_of(*EVENTS[:5]))
    form = chief_client.get(reverse("chief:revise", args=[tablet.game, 5]))
    assert reverse("chief:correct", args=[tablet.game, 5]) in form.content.decode()
    shown = revise(chief_client, tablet, 5, events="", reason="not bought", step="preview")
    page = words(shown)
    assert re.search(r"Chloé Cash 1360 1500", page), page
    assert re.search(r"Deeds State Street –", page), page
    assert '<input type="hidden" name="shown" value="">' in shown.content.decode()
    assert LoggedEvent.objects.count() == 5
    done = revise(chief_client, tablet, 5, events="", reason="not bought", step="apply")
    assert "The correction is in the log" in words(done)
    assert LoggedEvent.objects.get(seq=6).by == "chiara"


def test_what_was_edited_since_it_was_shown_is_shown_before_it_is_logged(
    chief_client: Client, tablet: Tablet
) -> None:
    send(tablet, *tablet.made_of(*EVENTS[:5]))
    fields = {"events": "", "reason": "not bought", "step": "apply"}
    asked = revise(chief_client, tablet, 5, **fields, shown="{}")
    assert "Not logged yet: this is what changes now." in words(asked)
    assert "What replaces this event:" in words(asked)
    assert LoggedEvent.objects.count() == 5
    send(tablet, *tablet.made_of(EVENTS[6]))  # the table plays on
    revise(chief_client, tablet, 5, **fields)
    assert LoggedEvent.objects.count() == 7


def miscounted(of: str) -> tuple[int, str]:
    """The last count of cash, and the text of one that makes this player the richest."""
    last = max(n for n, event in enumerate(EVENTS, 1) if event["type"] == "recount")
    return last, json.dumps({**EVENTS[last - 1], "cash": 100_000, "player": of})


def test_what_a_correction_changes_in_the_standings_is_shown(
    chief_client: Client, tablet: Tablet
) -> None:
    play(tablet, EVENTS)
    for player in ("p01", "p02"):
        confirm(tablet, player)
    ahead, behind = Entry.objects.order_by("seats__result__place")
    seq, events = miscounted(of=behind.code)
    page = words(revise(chief_client, tablet, seq, events=events, reason="miscounted"))
    assert "Result of this table" in page
    assert f"{behind.name} Rank in the event 2 1 Points in the event 4 6" in page
    assert f"{ahead.name} Rank in the event 1 2" in page


def test_before_the_confirmation_the_standings_are_shown_as_if_confirmed(
    chief_client: Client, tablet: Tablet
) -> None:
    game = play(tablet, EVENTS)
    ranked = sorted(json.loads(game.snapshot)["statement"]["players"], key=lambda one: one["place"])
    names = {entry.code: entry.name for entry in Entry.objects.all()}
    ahead, behind = (names[player["id"]] for player in ranked)
    seq, events = miscounted(of=ranked[1]["id"])
    page = words(revise(chief_client, tablet, seq, events=events, reason="miscounted"))
    title = "Standings of the event if this result is confirmed Player Figure Before After"
    shifts = f"{behind} Rank in the event 2 1 Points in the event 4 6 {ahead} Rank in the event 1 2"
    assert f"{title} {shifts} Points in the event 6 4 The result is not confirmed yet" in page
    assert not Result.objects.exists()
    for language, said in (("fr", "si ce résultat est confirmé"), ("ru", "результат подтвердят")):
        chief_client.cookies["django_language"] = language
        assert said in words(revise(chief_client, tablet, seq, events=events, reason="miscounted"))


def test_a_game_that_a_correction_finishes_is_compared_with_the_standings_without_it(
    chief_client: Client, tablet: Tablet
) -> None:
    play(tablet, EVENTS[:-1])
    last = len(EVENTS) - 1
    events = "\n".join(map(json.dumps, EVENTS[-2:]))
    page = words(revise(chief_client, tablet, last, events=events, reason="its end"))
    assert "Standings of the event if this result is confirmed" in page
    assert "Points in the event 0 6" in page
    assert "Points in the event 0 4" in page


def test_a_corrected_result_stands_and_asks_nobody_again(
    chief_client: Client, tablet: Tablet
) -> None:
    game = play(tablet, EVENTS)
    for player in ("p01", "p02"):
        confirm(tablet, player)
    address = reverse("chief:game", args=[game.pk])
    assert "It stands as corrected" not in words(chief_client.get(address))
    dice = json.dumps({**EVENTS[-1], "dice": {key: [6, 6] for key in EVENTS[-1]["dice"]}})
    page = words(revise(chief_client, tablet, len(EVENTS), events=dice, reason="misread"))
    assert "Nobody’s rank or points in the event change." in page
    revise(chief_client, tablet, len(EVENTS), events=dice, reason="misread", step="apply")
    page = words(chief_client.get(address))
    assert "Confirmed" in page
    assert "It stands as corrected" in page
    assert "has not confirmed" not in page


@pytest.mark.parametrize(("events", "said"), [
    ("{", "This is no correction"),
    ('{"type":"buy","player":1.5}', "This is no correction"),
    ('{"type":"roll","player":"p01","dice":[7,1]}', "event 5 is refused"),
    ("7", "replacement"),
])  # fmt: skip
def test_a_correction_that_cannot_be_is_explained(
    chief_client: Client, tablet: Tablet, events: str, said: str
) -> None:
    send(tablet, *tablet.made_of(*EVENTS[:5]))
    for step in ("preview", "apply"):
        response = revise(chief_client, tablet, 5, events=events, reason="x", step=step)
        assert said in words(response)
        assert response.context["text"] == events
    assert LoggedEvent.objects.count() == 5


def test_what_is_no_event_of_the_board_is_not_corrected(
    chief_client: Client, tablet: Tablet
) -> None:
    assert chief_client.get(reverse("chief:revise", args=[tablet.game, 1])).status_code == 404


def test_a_correction_is_taken_back_as_it_was_made(chief_client: Client, tablet: Tablet) -> None:
    send(tablet, *tablet.made_of(*EVENTS[:5]))
    revise(chief_client, tablet, 5, events="", reason="not bought", step="apply")
    game = chief_client.get(reverse("chief:game", args=[tablet.game])).content.decode()
    assert re.findall(r"/revise/(\d+)/", game) == ["6", "4", "3", "2", "1"]
    offer = chief_client.get(reverse("chief:revise", args=[tablet.game, 6]))
    page = words(offer)
    assert "Take back correction 6" in page
    assert re.search(r"Chloé Cash 1500 1360", page), page
    assert LoggedEvent.objects.count() == 6
    fields = {name: str(offer.context[name]) for name in ("through", "without", "reason")}
    shown = offer.context["shown"]
    seq, events = offer.context["seq"], offer.context["text"]
    address = reverse("chief:revise", args=[tablet.game, seq])
    assert f'action="{address}#changes"' in offer.content.decode()
    sent = {"events": events, "shown": shown, "step": "apply", **fields}
    done = words(revise(chief_client, tablet, seq, **sent))
    assert "The correction is in the log" in done
    assert "Correction 6 is taken back" in done
    assert "Instead: Chloé buys the deed" in done
    # What was taken back is not taken back again.
    page = words(chief_client.get(reverse("chief:revise", args=[tablet.game, 6]), follow=True))
    assert "What this correction put there has changed since" in page
