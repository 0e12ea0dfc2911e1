"""Before an event goes back, its page counts the corrections that are taken away."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from referee.backups.corrections import count_corrections_since
from referee.log.chief import append_chief
from referee.models import GameLog
from tests.accounts import ORGANISER, signed_in, staff
from tests.present import present
from tests.referee.backups.saving import saved
from tests.referee.tables import golden, log_events
from tests.tournament.making import BY, finish, result_of
from tournament.models import Event, Round
from tournament.results.selectors.reviews import review_of
from tournament.results.services.conflicts import choose_result
from tournament.results.services.results import record_result
from tournament.rounds.services.rounds import publish_round

pytestmark = pytest.mark.django_db
VERIFY = "/e/open/verify/"


def test_corrections_since_the_backup_are_counted(event: Event) -> None:
    file = saved(event)
    client = signed_in(staff("olga", *ORGANISER))
    address = f"/organise/open/backups/{file.name}/back/"

    def told() -> str:
        return " ".join(client.get(address).content.decode().split())

    assert "since. It is taken away" not in told()
    correct_the_log()
    assert "1 correction of a result was made since. It is taken away" in told()
    assert "dice were misread" in Client().get(VERIFY).content.decode()
    choose_the_paper()
    correct_on_paper()
    assert "3 corrections of results were made since. They are taken away" in told()
    assert count_corrections_since(event, timezone.now()) == 0


def correct_the_log() -> None:
    """The chief referee corrects the last event of the confirmed game."""
    game, events = GameLog.objects.get(), log_events(golden("03"))
    dice: dict[str, Any] = {key: [6, 6] for key in events[-1]["dice"]}
    revision = {
        "type": "revise",
        "seq": len(events),
        "replacement": [{"type": "circuit", "dice": dice}],
        "reason": "the dice were misread",
    }
    append_chief(game_id=game.pk, event=revision, by="Chief")


def choose_the_paper() -> None:
    """A result from paper comes beside the log's, and is chosen."""
    table = GameLog.objects.get().table
    finals = range(table.seats.count())
    record_result(table=table, result=result_of(table, *finals), source="paper", by=BY)
    seen = present(review_of(table.pk)).seen
    choose_result(table=table, source="paper", seen=seen, reason="it was so", by=BY)


def correct_on_paper() -> None:
    round_ = Round.objects.get(number=2)
    publish_round(round=round_, by=BY)
    table = present(round_.tables.first())
    for first in (30, 10):
        finish(table, *(first + order for order in range(table.seats.count())))
