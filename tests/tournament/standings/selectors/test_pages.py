"""What pages read: the right facts to the right readers."""

import dataclasses
from fractions import Fraction

import pytest
from django.utils import translation

from tests.present import present
from tests.tournament.making import (
    BY,
    entry,
    finish,
    make_event,
    result_of,
    seat_round,
    table_of,
)
from tournament.draws.points import points_before
from tournament.events.selectors.events import event_cards, event_detail
from tournament.events.services.events import update_event
from tournament.models import Penalty
from tournament.penalties.services import PenaltyGiven, give_penalty
from tournament.people.services.entries import update_entry, withdraw_entry
from tournament.public.selectors.public_state import public_state
from tournament.results.services.results import record_result
from tournament.rounds.services.rounds import publish_round
from tournament.standings.selectors.pages import event_page, player_page, table_page
from tournament.standings.selectors.projected import projected_standings
from tournament.standings.selectors.standings import score_of
from tournament.standings.services.reveal import freeze_results, reveal_places
from tournament.visibility import Reader

pytestmark = pytest.mark.django_db


def test_an_event_that_is_not_there_or_not_published_is_not_shown():
    event = make_event(players=2, published=False)
    seat_round(event, 1, (1, 2))
    for slug in ("open", "nothing"):
        assert event_detail(slug) is None
        assert event_page(slug) is None
        assert table_page(slug, 1, 1) is None
        assert player_page(slug, 1) is None
    assert event_cards() == []
    assert present(event_detail("open", Reader.STAFF)).name == "Open"
    assert present(event_page("open", Reader.STAFF)).rounds[0].number == 1
    assert present(table_page("open", 1, 1, Reader.STAFF)).table.number == 1
    assert present(player_page("open", 1, Reader.STAFF)).player.seed == 1
    assert len(event_cards(Reader.STAFF)) == 1


def test_a_drawn_round_is_not_shown_before_it_is_published():
    event = make_event(players=2)
    found = seat_round(event, 1, (1, 2), publish=False)
    assert present(event_page("open")).rounds == ()
    assert table_page("open", 1, 1) is None
    assert present(player_page("open", 1)).games == ()
    assert present(event_page("open", Reader.STAFF)).rounds[0].status == "drawn"
    publish_round(round=found, by=BY)
    assert present(event_page("open")).rounds[0].status == "published"
    assert present(table_page("open", 1, 1)).round_status == "published"


def test_tables_and_players_that_are_not_there_are_none():
    event = make_event(players=2)
    seat_round(event, 1, (1, 2))
    assert table_page("open", 1, 2) is None
    assert table_page("open", 2, 1) is None
    assert player_page("open", 3) is None


def test_a_card_says_how_far_the_event_is():
    event = make_event(players=2, number_of_rounds=2)

    def card():
        (found,) = event_cards()
        return (found.state, found.players, found.rounds_published, found.rounds_finished)

    assert card() == ("upcoming", 2, 0, 0)
    first = seat_round(event, 1, (1, 2))
    assert card() == ("running", 2, 1, 0)
    finish(table_of(first), 2, 1)
    assert card() == ("running", 2, 1, 1)
    finish(table_of(seat_round(event, 2, (2, 1))), 2, 1)
    assert card() == ("finished", 2, 2, 2)


def test_the_detail_has_the_events_own_facts():
    make_event(
        venue="Library",
        time_zone="Europe/Paris",
        rulings={"ties": "circuit_income"},
        table_sizes=[5, 4],
        points_by_place=[3, 1],
        tie_breaks=["lot"],
        lot_seed="abc",
    )
    found = present(event_detail("open"))
    assert (found.venue, found.time_zone) == ("Library", "Europe/Paris")
    assert found.rulings == {"ties": "circuit_income"}
    assert (found.table_sizes, found.points_by_place) == ((5, 4), (3, 1))
    assert (found.tie_breaks, found.lot_seed) == (("lot",), "abc")
    assert (found.mode, found.mode_label) == ("two-hour", "Two-hour game")
    found = dataclasses.replace(found, length_minutes=60)
    assert found.mode_label == "Game by the clock, 60 minutes"
    assert dataclasses.replace(found, mode="A").mode_label == "Game A: until one player is left"
    assert (found.roles, found.roles_label) == ("drawn", "Drawn with the seats")


def test_standings_say_which_rounds_do_not_count():
    event = make_event(players=2, discards=1, tie_breaks=["wins"])
    for number, finals in enumerate([(90, 40), (30, 60), (50, 10)], start=1):
        finish(table_of(seat_round(event, number, (1, 2))), *finals)
    top, last = present(event_page("open")).standings.rows
    assert (top.points, top.discarded, top.wins, top.final_cash) == (Fraction(12), (2,), 2, 170)
    assert (last.points, last.discarded) == (Fraction(10), (1,))
    assert last.why == (
        "Round 1 does not count: of those that can be left out, none was worth less.",
        "Behind Player 1 by points, 10 against 12.",
    )
    with translation.override("fr"):
        assert "ne compte pas" in last.why[0]
    staff = present(event_page("open", Reader.STAFF))
    scores = [score_of(table) for item in staff.rounds for table in item.tables]
    assert points_before(event, staff.players, scores, 3) == {"p01": 6, "p02": 6}


def test_standings_say_what_makes_up_for_the_role_and_what_it_comes_to():
    event = make_event(players=4, corrects_roles=True)
    for number, pairs in enumerate([((1, 2), (3, 4)), ((1, 3), (4, 2))], start=1):
        seated = seat_round(event, number, *pairs)
        for table in seated.tables.order_by("number"):
            finish(table, 90, 40)
    rows = {row.player.seed: row for row in present(event_page("open")).standings.rows}
    assert {seed: row.points for seed, row in rows.items()} == {1: 12, 2: 12, 3: 12, 4: 12}
    assert rows[2].corrections == {1: 2, 2: 2}
    assert [score.points_text for score in rows[2].scores if score] == ["4 + 2", "4 + 2"]
    assert rows[2].correction == 4
    told = {seed: row.why[-2:] for seed, row in rows.items()}
    assert told[2][0] == (
        "4 of these points make up for the weaker role: 2 in round 1 and 2 in round 2."
    )
    assert told[2][1] == "If nothing made up for anybody’s role, this would be place 4."


@pytest.mark.parametrize(("hidden", "added"), [((90, 40), Fraction(3, 2)), ((40, 90), Fraction(0))])
def test_places_being_revealed_tell_no_correction_that_a_hidden_table_changed(hidden, added):
    event = make_event(players=6, number_of_rounds=3, corrects_roles=True)
    first, second = (90, 40), (40, 90)
    rounds = [
        {(1, 6): first, (2, 5): first, (3, 4): second},
        {(1, 6): first, (5, 2): first, (4, 3): second},
        {(4, 6): first, (1, 2): hidden, (3, 5): second},
    ]
    for number, tables in enumerate(rounds, start=1):
        if number == 3:
            freeze_results(event=event, by=BY)
        seated = seat_round(event, number, *tables)
        for table, finals in zip(seated.tables.order_by("number"), tables.values(), strict=True):
            finish(table, *finals)
    reveal_places(event=event, up_to=6, seen=None, by=BY)
    (row,) = present(event_page("open")).standings.rows
    scores = [score.points_text for score in row.scores if score]
    assert (scores, row.corrections, row.rank_uncorrected) == (["4", "4"], {}, None)
    assert row.points == 12 + added
    reveal_places(event=event, up_to=1, seen=6, by=BY)
    assert present(event_page("open")).standings.rows[-1].correction == added


def test_projected_standings_leave_out_the_same_rounds():
    event = make_event(players=2, discards=1)
    for number, finals in enumerate([(90, 40), (30, 60)], start=1):
        finish(table_of(seat_round(event, number, (1, 2))), *finals)
    seat_round(event, 3, (1, 2))
    expected = {"p01": ("competitor", 1, 50), "p02": ("monopolist", 2, 20)}
    players = {
        code: {"role": role, "place": place, "expected": cash}
        for code, (role, place, cash) in expected.items()
    }
    state = {**public_state("open", {}), "boards": {"3": {"1": {"players": players}}}}
    rows = projected_standings(state)["rows"]
    assert {code: row["points"] for code, row in rows.items()} == {"p01": "12", "p02": "10"}


def test_projected_team_standings_add_up_what_their_members_would_have():
    event = make_event(players=4, teams="names", members_counted=1)
    for seed, team in enumerate(("Reds", "Blues", "Blues", ""), start=1):
        update_entry(entry=entry(event, seed), team=team, by=BY)
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 90, 40, 30, 20)
    seat_round(event, 2, (1, 2, 3, 4))
    players = {
        code: {"role": "competitor", "place": place, "expected": 50 - place}
        for code, place in {"p01": 4, "p02": 2, "p03": 1, "p04": 3}.items()
    }
    state = {**public_state("open", {}), "boards": {"2": {"1": {"players": players}}}}
    projected = projected_standings(state)
    assert projected["teams"] == {
        "Blues": {"position": 1, "rank": 1, "points": "9"},
        "Reds": {"position": 2, "rank": 2, "points": "8"},
    }
    off = {key: value for key, value in state.items() if key != "teams"}
    assert "teams" not in projected_standings(off)
    given = PenaltyGiven(Penalty.Kind.DISQUALIFIED, "Hit a referee")
    give_penalty(entry=entry(event, 3), given=given, by=BY)
    out = {**public_state("open", {}), "boards": state["boards"]}
    assert projected_standings(out)["teams"]["Blues"]["points"] == "8"


def test_what_is_revealed_of_a_row_names_no_round_that_is_hidden():
    event = make_event(players=3, discards=1)
    finish(table_of(seat_round(event, 1, (1, 2, 3))), 90, 40, 20)
    freeze_results(event=event, by=BY)
    finish(table_of(seat_round(event, 2, (1, 2, 3))), 90, 20, 40)
    reveal_places(event=event, up_to=2, seen=None, by=BY)
    rows = present(event_page("open")).standings.rows
    assert [(r.player.seed, r.points, r.discarded) for r in rows] == [
        (2, Fraction(4), ()),
        (3, Fraction(4), (1,)),
    ]


def test_standings_have_each_rounds_score_and_say_why():
    event = make_event(players=4, tie_breaks=["final-cash"])
    first = seat_round(event, 1, (1, 2, 3, 4))
    finish(table_of(first), 90, 40, 40, 10)
    second = seat_round(event, 2, (2, 1, 3, 4))
    page = present(event_page("open"))
    assert page.standings.rounds == (1, 2)
    assert (page.standings.tables_finished, page.standings.tables) == (1, 2)
    top, two, _, last = page.standings.rows
    assert [row.player.name for row in page.standings.rows] == [
        "Player 1",
        "Player 2",
        "Player 3",
        "Player 4",
    ]
    assert (top.points, top.points_text, top.wins, top.final_cash) == (Fraction(6), "6", 1, 90)
    assert (two.rank, two.shared, two.points) == (2, True, Fraction(7, 2))
    assert top.scores[1] is None
    score = present(two.scores[0])
    assert (score.round, score.table, score.role, score.place) == (1, 1, "monopolist", 2)
    assert (score.shared_place, score.points_text) == (True, "3.5")
    assert [(value.code, value.text) for value in last.values] == [("final-cash", "10")]
    assert two.why == (
        "Shares the rank with Player 3: nothing separates them; listed by seed.",
        "Behind Player 1 by points, 3.5 against 6.",
        "Ahead of Player 4 by points, 3.5 against 2.",
    )
    finish(table_of(second), 50, 0, 0, 0, places=[1, 2, 2, 2])
    standings = present(event_page("open")).standings
    assert standings.rows[0].why == ("Ahead of Player 1 by points, 9.5 against 9.",)
    assert standings.as_of is not None


def test_a_tie_break_that_decided_is_named_with_what_was_level():
    event = make_event(players=4, tie_breaks=["wins", "final-cash"])
    finish(table_of(seat_round(event, 1, (1, 2), (3, 4)), 1), 50, 40)
    finish(table_of(event.rounds.get(), 2), 60, 30)
    rows = present(event_page("open")).standings.rows
    assert rows[1].why[0] == (
        "Behind Player 3 by final cash, 50 against 60; level on points and tables won."
    )
    assert rows[0].why[0] == (
        "Ahead of Player 1 by final cash, 60 against 50; level on points and tables won."
    )


def test_before_the_first_result_nothing_is_explained():
    event = make_event(players=2)
    seat_round(event, 1, (1, 2))
    standings = present(event_page("open")).standings
    assert [row.why for row in standings.rows] == [(), ()]
    assert standings.as_of is None


def test_an_event_without_players_is_a_page_too():
    make_event()
    page = present(event_page("open"))
    assert (page.standings.rows, page.rounds, page.players) == ((), (), ())


def test_a_table_shows_its_seats_and_its_result():
    event = make_event(players=3)
    table = table_of(seat_round(event, 1, (3, 1, 2)))
    shown = present(table_page("open", 1, 1)).table
    assert [(seat.order, seat.player.code, seat.role_label) for seat in shown.seats] == [
        (1, "p03", "Competitor"),
        (2, "p01", "Monopolist"),
        (3, "p02", "Competitor"),
    ]
    assert (shown.finished, shown.source, shown.revision) == (False, "", 0)
    assert shown.seats[0].place is None
    result = result_of(table, 30, 20, 10, before_retention=90, retained=10, circuit_income=0)
    with pytest.raises(Exception, match="do not add up"):
        record_result(table=table, result=result, source="paper", by=BY)
    finish(table, 30, 20, 20)
    shown = present(table_page("open", 1, 1)).table
    assert (shown.pk, shown.finished, shown.source, shown.revision) == (table.pk, True, "paper", 1)
    assert [(seat.place, seat.final, seat.points_text) for seat in shown.seats] == [
        (1, 30, "6"),
        (2, 20, "3.5"),
        (2, 20, "3.5"),
    ]
    assert [seat.shared_place for seat in shown.seats] == [False, True, True]


def test_a_players_path_has_every_table_with_those_met():
    event = make_event(players=4)
    finish(table_of(seat_round(event, 1, (1, 2), (3, 4)), 1), 50, 40)
    seat_round(event, 2, (3, 1), (2, 4))
    page = present(player_page("open", 1))
    assert [(game.round, game.table) for game in page.games] == [(1, 1), (2, 1)]
    assert [[seat.player.seed for seat in game.others] for game in page.games] == [[2], [3]]
    assert present(page.games[0].score).points == 6
    assert page.games[1].score is None
    assert page.games[1].own_seat.role == "monopolist"
    assert present(page.row).rank == 1


def test_a_dropped_player_is_marked():
    event = make_event(players=1)
    withdraw_entry(entry=entry(event, 1), by=BY)
    assert present(event_page("open")).players[0].dropped


def test_another_scheme_gives_other_points_at_once():
    event = make_event(players=2)
    finish(table_of(seat_round(event, 1, (1, 2))), 50, 40)
    update_event(event=event, by=BY, reason="Forgotten", points_by_place=[10, 1])
    assert [row.points for row in present(event_page("open")).standings.rows] == [10, 1]


def test_labels_come_in_the_readers_language():
    make_event(tie_breaks=["wins"])
    with translation.override("fr"):
        page = present(event_page("open"))
        assert page.standings.tie_breaks[0].code == "wins"
        assert page.standings.tie_breaks[0].label == str(translation.gettext("tables won"))
