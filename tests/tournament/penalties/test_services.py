"""Cautions and penalties: decided with a reason, counted, told, and taken back."""

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from referee.log.erasing import erase_person
from tests.tournament.making import BY, entry, finish, make_event, seat_round, table_of
from tournament.draws.problem import problem_of_rounds
from tournament.events.services.events import update_event
from tournament.models import AuditEntry, Entry, Event, Penalty, Result
from tournament.penalties.services import (
    MAX_STANDING,
    PenaltyGiven,
    give_penalty,
    newest_penalty,
    note_no_shows,
    restore_penalty,
    withdraw_penalty,
)
from tournament.people.services.entries import withdraw_entry
from tournament.standings.selectors.pages import event_page, table_page
from tournament.visibility import Reader

pytestmark = pytest.mark.django_db
NOON = dt.datetime(2026, 5, 16, 12, tzinfo=dt.UTC)


@pytest.fixture
def event() -> Event:
    """One table of four, who end in order of seed."""
    event = make_event(players=4, points_by_place=[6, 4, 3, 2], tie_breaks=["wins"])
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 400, 300, 200, 100)
    return event


def give(event: Event, seed: int, kind: str, **more: Any) -> Penalty:
    given = PenaltyGiven(kind, more.pop("reason", "Spoke to the next table"), **more)
    return give_penalty(entry=entry(event, seed), given=given, by=BY)


def standings(reader: Reader = Reader.PUBLIC) -> list[tuple[int, int, str]]:
    page = event_page("open", reader)
    assert page is not None
    return [(row.rank, row.player.seed, row.points_text) for row in page.standings.rows]


@pytest.mark.parametrize(("kind", "more", "then"), [
    ("caution", {}, [(1, 1, "6"), (2, 2, "4"), (3, 3, "3"), (4, 4, "2")]),
    ("points", {"points": Decimal("2.5")}, [(1, 2, "4"), (2, 1, "3.5"), (3, 3, "3"), (4, 4, "2")]),
    ("places", {"places": 2}, [(1, 2, "4"), (2, 3, "3"), (3, 1, "6"), (4, 4, "2")]),
    ("no-show", {"round_number": 1}, [(1, 2, "6"), (2, 3, "4"), (3, 4, "3"), (4, 1, "0")]),
    ("lost-table", {"round_number": 1}, [(1, 2, "6"), (2, 3, "4"), (3, 4, "3"), (4, 1, "0")]),
    ("disqualified", {}, [(1, 2, "4"), (2, 3, "3"), (3, 4, "2"), (4, 1, "6")]),
])  # fmt: skip
def test_each_kind_counts_as_it_says_until_it_is_withdrawn(
    event: Event, kind: str, more: dict[str, Any], then: list[Any]
) -> None:
    before = standings()
    given = give(event, 1, kind, **more)
    assert standings() == then
    page = event_page("open")
    assert page is not None
    told = next(row.penalties for row in page.standings.rows if row.player.seed == 1)
    assert [one.reason for one in told] == ["Spoke to the next table"]
    withdraw_penalty(penalty=given, by=BY)
    assert standings() == before
    restore_penalty(penalty=given, by=BY)
    assert standings() == then
    actions = AuditEntry.objects.filter(kind="penalty").order_by("pk")
    assert [row.action for row in actions] == ["create", "withdraw", "restore"]


def test_done_again_nothing_happens(event: Event) -> None:
    given = give(event, 1, "caution")
    restore_penalty(penalty=given, by=BY)
    withdraw_penalty(penalty=given, by=BY)
    withdraw_penalty(penalty=given, by=BY)
    assert AuditEntry.objects.filter(kind="penalty").count() == 2


@pytest.mark.parametrize(("kind", "more", "says"), [
    ("points", {}, "How many points are taken off?"),
    ("points", {"points": Decimal("0")}, "How many points are taken off?"),
    ("points", {"points": Decimal("100.5")}, "less than or equal to 100"),
    ("points", {"points": Decimal("-1")}, "greater than or equal to 0"),
    ("places", {}, "How many places are lost?"),
    ("places", {"places": 501}, "less than or equal to 500"),
    ("caution", {"reason": "  "}, "Say why"),
    ("no-show", {}, "Choose the round whose table is forfeited."),
    ("lost-table", {"round_number": 2}, "no seat in a published round"),
    ("caution", {"round_number": 9}, "no seat in a published round"),
    ("fine", {}, "Choose what is decided."),
])  # fmt: skip
def test_what_makes_no_sense_is_refused(
    event: Event, kind: str, more: dict[str, Any], says: str
) -> None:
    with pytest.raises(ValidationError, match=says.replace("?", r"\?")):
        give(event, 1, kind, **more)
    assert not Penalty.objects.exists()


def test_a_table_is_forfeited_once(event: Event) -> None:
    given = give(event, 1, "no-show", round_number=1)
    with pytest.raises(ValidationError, match="forfeited this table already"):
        give(event, 1, "lost-table", round_number=1)
    withdraw_penalty(penalty=given, by=BY)
    give(event, 1, "lost-table", round_number=1)
    with pytest.raises(ValidationError, match="forfeited this table already"):
        restore_penalty(penalty=given, by=BY)


def test_a_form_that_others_have_overtaken_is_refused(event: Event) -> None:
    seen = newest_penalty(event)
    given = PenaltyGiven("caution", "Late")
    give_penalty(entry=entry(event, 1), given=given, seen=seen, by=BY)
    with pytest.raises(ValidationError, match="decided meanwhile"):
        give_penalty(entry=entry(event, 1), given=given, seen=seen, by=BY)
    assert Penalty.objects.count() == 1


def test_a_reason_of_any_length_is_cut_and_so_many_are_enough(event: Event) -> None:
    given = give(event, 1, "caution", reason="very late " * 10_000)
    assert len(given.reason) == 300
    Penalty.objects.bulk_create(
        Penalty(entry=entry(event, 1), kind="caution", decided_at=NOON, decided_by=BY)
        for _number in range(MAX_STANDING - 1)
    )
    with pytest.raises(ValidationError, match="withdraw some first"):
        give(event, 1, "caution")


def test_who_is_disqualified_drops_out_and_comes_back_when_it_is_withdrawn(event: Event) -> None:
    given = give(event, 1, "disqualified")
    assert entry(event, 1).status == Entry.Status.DROPPED
    withdraw_penalty(penalty=given, by=BY)
    assert entry(event, 1).status == Entry.Status.ACTIVE
    withdraw_entry(entry=entry(event, 2), by=BY)
    withdraw_penalty(penalty=give(event, 2, "disqualified"), by=BY)
    assert entry(event, 2).status == Entry.Status.DROPPED


def test_a_caution_can_stay_between_the_player_and_the_referees(event: Event) -> None:
    give(event, 1, "caution", public=False)
    give(event, 2, "points", points=Decimal(1), public=False)

    def told(reader: Reader) -> list[int]:
        page = event_page("open", reader)
        assert page is not None
        return [row.player.seed for row in page.standings.rows if row.penalties]

    assert told(Reader.STAFF) == [1, 2]
    assert told(Reader.PUBLIC) == [2]


def test_frozen_standings_count_what_stood_at_that_moment(event: Event) -> None:
    Result.objects.update(confirmed_at=NOON)
    hour = dt.timedelta(hours=1)
    earlier = give(event, 1, "points", points=Decimal(3))
    Penalty.objects.update(decided_at=NOON)
    update_event(event=event, frozen_at=NOON + hour, by=BY)
    frozen = [(1, 2, "4"), (2, 1, "3"), (2, 3, "3"), (4, 4, "2")]
    event.refresh_from_db()
    assert standings()[0] == frozen[0]
    before = standings()
    # Decided later, withdrawn later, and withdrawn by mistake: nothing of it is told.
    give(event, 2, "places", places=3)
    give(event, 3, "no-show", round_number=1)
    assert standings() == before
    withdraw_penalty(penalty=earlier, by=BY)
    assert standings() == before
    restore_penalty(penalty=earlier, by=BY)
    assert standings() == before
    assert standings(Reader.STAFF)[0][1] != 2
    update_event(event=event, frozen_at=NOON + hour, revealed_to=1, by=BY)
    assert standings() == standings(Reader.STAFF)


def test_one_withdrawn_before_the_freeze_stands_again_only_from_now_on(event: Event) -> None:
    given = give(event, 1, "points", points=Decimal(3))
    withdraw_penalty(penalty=given, by=BY)
    later = timezone.now()
    Penalty.objects.update(decided_at=NOON, withdrawn_at=NOON + dt.timedelta(minutes=1))
    update_event(event=event, frozen_at=later, by=BY)
    before = standings()
    restore_penalty(penalty=given, by=BY)
    assert standings() == before


def test_a_place_to_be_revealed_counts_all_penalties_and_tells_none_of_others(
    event: Event,
) -> None:
    update_event(event=event, frozen_at=NOON, revealed_to=3, by=BY)
    event.refresh_from_db()
    give(event, 1, "places", places=2)
    give(event, 2, "caution", reason="Loud")
    page = event_page("open")
    assert page is not None
    rows = page.standings.rows
    assert [(row.rank, row.player.seed, len(row.penalties)) for row in rows] == [
        (3, 1, 1), (4, 4, 0),
    ]  # fmt: skip


def test_a_table_says_who_did_not_come(event: Event) -> None:
    table = table_of(seat_round(event, 2, (4, 3, 2)))
    finish(table, 10, 5, 0)
    note_no_shows(table=table, codes=["p03", "p02"], by=BY)
    page = table_page("open", 2, 1)
    assert page is not None
    assert [(s.player.seed, s.outcome, s.place, s.points_text) for s in page.table.seats] == [
        (4, "walk-over", 1, "6"), (3, "no-show", 2, "0"), (2, "no-show", 2, "0"),
    ]  # fmt: skip
    note_no_shows(table=table, codes=["p02"], by=BY)
    page = table_page("open", 2, 1)
    assert page is not None
    assert [seat.outcome for seat in page.table.seats] == ["", "", "no-show"]


def test_the_next_draw_follows_the_points_that_are_left(event: Event) -> None:
    update_event(event=event, score_groups=True, by=BY)
    give(event, 1, "points", points=Decimal("4.5"))
    event.refresh_from_db()
    scores = problem_of_rounds(event, range(2, 3)).scores
    assert scores == {"p01": 1.5, "p02": 4.0, "p03": 3.0, "p04": 2.0}


def test_erasing_a_person_takes_the_reasons_and_leaves_what_counts(event: Event) -> None:
    give(event, 1, "points", points=Decimal(3), reason="Was not polite")
    give(event, 2, "caution", reason="Insulted Player 1")
    give(event, 3, "caution", reason="Late")
    before = [row[:2] for row in standings()]
    erase_person(entries=[entry(event, 1)], by=BY)
    kept = Penalty.objects.order_by("pk").values_list("reason", flat=True)
    assert list(kept) == ["—", "—", "Late"]
    assert [row[:2] for row in standings()] == before
