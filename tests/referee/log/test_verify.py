"""Whatever is changed in a log behind its back is found, and named by its event."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from referee.log.verify import faults_of
from referee.models import GameLog, LoggedEvent
from tests.referee.log.test_append import send
from tests.referee.log.test_chief import confirm, play
from tests.referee.tables import Tablet
from tournament.models import Result

Events = list[dict[str, Any]]
pytestmark = pytest.mark.django_db


def tamper(tablet: Tablet, seq: int, **values: Any) -> None:
    """Change a row as somebody with the database would."""
    changes = ", ".join(f"{name} = %s" for name in values)
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE referee_loggedevent SET {changes} WHERE seq = %s",  # noqa: S608
            [*values.values(), seq],
        )


def faults(tablet: Tablet) -> str:
    return "; ".join(faults_of(GameLog.objects.get(pk=tablet.game)))


def test_a_log_that_was_left_alone_holds(tablet: Tablet, events: Events) -> None:
    play(tablet, events)
    confirm(tablet, "p01", "p02")
    assert faults(tablet) == ""


def test_a_changed_event_is_found(tablet: Tablet, events: Events) -> None:
    send(tablet, *tablet.made_of(*events[:10]))
    row = LoggedEvent.objects.get(game=tablet.game, seq=2)
    event = json.loads(row.event)
    tamper(tablet, 2, event=row.event.replace(str(event["dice"][0]), "6", 1))
    assert "event 2 was changed" in faults(tablet)


def test_a_changed_author_is_found(tablet: Tablet, events: Events) -> None:
    send(tablet, *tablet.made_of(*events[:3]))
    tamper(tablet, 3, user_id=1)
    assert "event 3 was changed" in faults(tablet)


def test_a_row_taken_out_is_found(tablet: Tablet, events: Events) -> None:
    send(tablet, *tablet.made_of(*events[:5]))
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM referee_loggedevent WHERE seq = 3")
    assert "event 3 is missing" in faults(tablet)


def test_a_tail_cut_off_is_found(tablet: Tablet, events: Events) -> None:
    send(tablet, *tablet.made_of(*events[:5]))
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM referee_loggedevent WHERE seq = 5")
    assert "the log ends at event 4" in faults(tablet)


def test_a_forged_reason_is_found(tablet: Tablet, events: Events) -> None:
    send(tablet, *tablet.made_of(*events[:3], {"type": "undo", "reason": "misread"}))
    row = LoggedEvent.objects.get(game=tablet.game, seq=4)
    tamper(tablet, 4, private=row.private.replace("misread", "cheated"))
    assert "event 4: the text at /reason" in faults(tablet)


def test_an_erased_name_breaks_nothing(tablet: Tablet, events: Events) -> None:
    send(tablet, *tablet.made_of(*events[:3]))
    row = LoggedEvent.objects.get(game=tablet.game, seq=1)
    private = json.loads(row.private)
    del private["/header/players/0/name"]
    tamper(tablet, 1, private=json.dumps(private))
    assert faults(tablet) == ""


def test_a_stale_snapshot_is_found(tablet: Tablet, events: Events) -> None:
    send(tablet, *tablet.made_of(*events[:3]))
    game = GameLog.objects.get(pk=tablet.game)
    GameLog.objects.update(snapshot=game.snapshot.replace('"cash": ', '"cash": 1'))
    assert "the snapshot differs from the log in statement" in faults(tablet)


def test_another_result_than_the_logs_is_found(tablet: Tablet, events: Events) -> None:
    play(tablet, events)
    confirm(tablet, "p01", "p02")
    Result.objects.update(statement={"status": "finished"})
    assert "the result recorded is not the one" in faults(tablet)


def test_the_command_says_a_line_a_game_and_fails_for_a_bad_one(
    tablet: Tablet, events: Events
) -> None:
    send(tablet, *tablet.made_of(*events[:3]))
    out = StringIO()
    call_command("verify", str(tablet.game), stdout=out)
    assert out.getvalue().endswith("3 events: ok\n")
    tamper(tablet, 2, at="2026-05-16T10:00:01.000Z")
    with pytest.raises(CommandError, match="1 of the games"):
        call_command("verify", "--all", stdout=out)


@pytest.mark.parametrize("given", [[], ["--all", "x"], ["x"], ["0" * 32]])
def test_the_command_says_what_it_wants(db: None, given: list[str]) -> None:
    with pytest.raises(CommandError):
        call_command("verify", *given)


def test_rows_cannot_be_changed_through_the_models(tablet: Tablet, events: Events) -> None:
    send(tablet, *tablet.made_of(events[0]))
    with pytest.raises(TypeError):
        LoggedEvent.objects.filter(seq=1).update(at="x")
    with pytest.raises(TypeError):
        LoggedEvent.objects.filter(seq=1).delete()
