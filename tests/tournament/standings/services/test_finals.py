"""The cut to the finals: refused while something is missing, recorded once, and what follows."""

import json
import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import translation

from referee.live.verification.comparing import Difference
from referee.live.verification.folder import verify_folder
from referee.live.verification.reading import Json
from referee.management.verification_report import report
from tests.present import present
from tests.tournament.making import BY, entry, finish, make_event, plan, seat_round, table_of
from tournament.common.finals import number_text
from tournament.draws.problem import problem_to_draw
from tournament.draws.services.drawing import draw_round
from tournament.events.services.events import begin_event, update_event
from tournament.models import AuditEntry, Cut, Event, Round
from tournament.penalties.services import PenaltyGiven, give_penalty
from tournament.people.services.entries import update_entry, withdraw_entry
from tournament.results.services.results import remove_result
from tournament.rounds.services.rounds import clear_seats, ensure_round, set_seats
from tournament.rounds.services.steps import close_round, confirm_round
from tournament.standings.selectors.finals import stages_of
from tournament.standings.selectors.pages import event_page
from tournament.standings.services.finals import make_cut, replace_finalist, take_back_cut

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Six at two tables of three, all over: by points p01 and p04, then p02 and p05, then p03 and
    p06. The second round is a final of three: of p02 and p05 the lot takes one."""
    event = make_event(
        players=6, number_of_rounds=2, table_sizes=[3], finals=[3], points_by_place=[3, 2, 1]
    )
    first = seat_round(event, 1, (1, 2, 3), (4, 5, 6))
    finish(table_of(first, 1), 300, 200, 100)
    finish(table_of(first, 2), 300, 200, 100)
    return Event.objects.get(pk=event.pk)


def cut(event: Event) -> Cut:
    return make_cut(event=event, number=2, by=BY)


def seeds(made: Cut) -> tuple[int, ...]:
    return tuple(int(code[1:]) for code in made.finalists)


def test_the_first_are_in_and_the_lot_takes_one_of_those_who_are_level(event: Event) -> None:
    made = cut(event)
    assert made.lot_seed == event.lot_seed != ""
    assert {1, 4} < set(seeds(made))
    assert len(seeds(made)) == 3
    assert set(seeds(made)) - {1, 4} <= {2, 5}
    take_back_cut(event=event, number=2, by=BY)
    again = cut(event)
    assert again.order == made.order
    assert again.pk != made.pk


@pytest.mark.parametrize("seed", ["a", "b", "c", "d", "e", "f"])
def test_the_lot_is_that_of_the_recorded_seed(event: Event, seed: str) -> None:
    from hashlib import sha256

    event = update_event(event=event, by=BY, lot_seed=seed, reason="Drawn again")
    drawn = min(("p02", "p05"), key=lambda code: sha256(f"{seed}:{code}".encode()).digest())
    assert cut(event).finalists[2] == drawn


def test_the_page_says_between_whom_the_lot_decided(event: Event) -> None:
    (view,) = stages_of(event)
    assert view.lot_decided in ("Player 2 and Player 5", "Player 5 and Player 2")
    finish(table_of(event.rounds.get(number=1), 2), 300, 300, 100)
    assert stages_of(event)[0].lot_decided == ""


def test_the_lot_draws_no_line_between_players_who_are_level_with_others(event: Event) -> None:
    """Behind p01 come p02 and p05, who are in; then p03 and p06, who are not."""
    given = PenaltyGiven("points", "Late", points=Decimal(3))
    give_penalty(entry=entry(event, 4), given=given, by=BY)
    assert set(seeds(cut(event))) == {1, 2, 5}
    assert stages_of(event)[0].lot_decided == ""


def test_recorded_twice_it_is_one(event: Event) -> None:
    assert cut(event) == cut(event)
    assert AuditEntry.objects.filter(kind="cut").count() == 1


def test_nothing_is_cut_while_a_result_is_missing(event: Event) -> None:
    remove_result(table=table_of(event.rounds.get(number=1), 2), reason="Another table", by=BY)
    with pytest.raises(ValidationError, match="Round 1: table 2 has no confirmed result"):
        cut(event)
    Round.objects.filter(event=event).delete()
    with pytest.raises(ValidationError, match="Round 1 has not been played"):
        cut(event)


def test_no_cut_where_no_final_begins_or_too_few_are_left(event: Event) -> None:
    with pytest.raises(ValidationError, match="No final begins with this round"):
        make_cut(event=event, number=1, by=BY)
    for seed in (1, 2, 3, 4):
        withdraw_entry(entry=entry(event, seed), by=BY)
    with pytest.raises(ValidationError, match="Only 2 players are left for 3 places"):
        cut(event)


def test_a_final_is_drawn_after_the_cut_and_of_finalists_alone(event: Event) -> None:
    final = ensure_round(event=event, number=2, by=BY)
    with pytest.raises(ValidationError, match="has not been recorded: round 2 is for 3"):
        problem_to_draw(final, seed=1)
    made = cut(event)
    draw_round(round=final, by=BY)
    assert sorted(s.entry.seed for s in final.seats.select_related("entry")) == sorted(seeds(made))
    with pytest.raises(ValidationError, match="take them away first"):
        take_back_cut(event=event, number=2, by=BY)


def test_by_hand_nobody_else_is_seated_in_a_final(event: Event) -> None:
    final = ensure_round(event=event, number=2, by=BY)
    with pytest.raises(ValidationError, match="has not been recorded"):
        set_seats(round=final, tables=[plan(event, 1, 1, 4, 2)], by=BY)
    made = cut(event)
    other = ({2, 5} - set(seeds(made))).pop()
    with pytest.raises(ValidationError, match=f"Not in the finals.*Player {other}"):
        set_seats(round=final, tables=[plan(event, 1, 1, 4, other)], by=BY)
    set_seats(round=final, tables=[plan(event, 1, *seeds(made))], by=BY)


def test_rounds_drawn_together_end_before_the_cut() -> None:
    event = make_event(players=6, number_of_rounds=5, table_sizes=[3], finals=[3, 3])
    first = ensure_round(event=event, number=1, by=BY)
    assert problem_to_draw(first, seed=1, all_rounds=True).rounds == 3


def test_who_dropped_out_is_replaced_by_the_next_in_order(event: Event) -> None:
    made = cut(event)
    with pytest.raises(ValidationError, match="Only who dropped out is replaced"):
        replace_finalist(event=event, number=2, player="p01", by=BY)
    withdraw_entry(entry=entry(event, 1), by=BY)
    assert 1 in seeds(Cut.objects.get())  # until the organiser wishes
    line = next(line for line in stages_of(event)[0].lines if line.player.code == "p01")
    assert line.next_in is not None
    assert line.next_in.code == made.order[3]
    now = replace_finalist(event=event, number=2, player="p01", by=BY)
    assert now.finalists == tuple(code for code in made.order[:4] if code != "p01")
    with pytest.raises(ValidationError, match="not in the finals"):
        replace_finalist(event=event, number=2, player="p01", by=BY)


def test_the_next_one_who_dropped_out_too_is_passed_over(event: Event) -> None:
    made = cut(event)
    gone, following = made.order[3], made.order[4]
    for code in ("p04", gone):
        withdraw_entry(entry=entry(event, int(code[1:])), by=BY)
    now = replace_finalist(event=event, number=2, player="p04", by=BY)
    assert following in now.finalists
    assert gone not in now.finalists


def test_nobody_comes_in_once_the_final_has_a_result(event: Event) -> None:
    made = cut(event)
    final = seat_round(event, 2, seeds(made))
    finish(table_of(final), 1, 2, 3)
    withdraw_entry(entry=entry(event, 1), by=BY)
    with pytest.raises(ValidationError, match="The finals have results"):
        replace_finalist(event=event, number=2, player="p01", by=BY)


def test_who_is_disqualified_or_gone_at_the_cut_lets_the_next_one_in(event: Event) -> None:
    give_penalty(entry=entry(event, 1), given=PenaltyGiven("disqualified", "Left."), by=BY)
    made = cut(event)
    assert 1 not in seeds(made)
    assert len(seeds(made)) == 3


@pytest.mark.parametrize(
    ("changes", "refused"),
    [
        ({"finals": []}, "The cut to the finals is recorded"),
        ({"finals": [6]}, "The cut to the finals is recorded"),
        ({"number_of_rounds": 3}, "The cut to the finals is recorded"),
        ({"name": "Other"}, None),
        ({"finals": [3]}, None),
    ],
)
def test_what_would_change_a_recorded_cut_is_refused(
    event: Event, changes: dict[str, Any], refused: str | None
) -> None:
    cut(event)
    if refused is None:
        update_event(event=event, by=BY, **changes)
        return
    with pytest.raises(ValidationError, match=refused):
        update_event(event=event, by=BY, **changes)


def test_a_round_that_has_seats_becomes_no_final_and_stops_being_none(event: Event) -> None:
    update_event(event=event, by=BY, finals=[6])
    update_event(event=event, by=BY, finals=[])
    second = seat_round(event, 2, (1, 2, 3), (4, 5, 6), publish=False)
    with pytest.raises(ValidationError, match="Round 2 is drawn and stays what it is"):
        update_event(event=event, by=BY, finals=[3])
    update_event(event=event, by=BY, number_of_rounds=3, finals=[3])
    with pytest.raises(ValidationError, match="Round 2 is drawn and stays what it is"):
        update_event(event=event, by=BY, number_of_rounds=2)
    clear_seats(round=second, by=BY)
    update_event(event=event, by=BY, number_of_rounds=2)


@pytest.mark.parametrize(
    ("finals", "refused"),
    [
        ([1], "from 2 to"),
        (["3"], "from 2 to"),
        ([3, 3], "At least one round comes before"),
        ([4], "4 finalists fit no tables"),
        ("3", "from 2 to"),
    ],
)
def test_finals_that_do_not_work_are_named(finals: Any, refused: str) -> None:
    with pytest.raises(ValidationError, match=refused):
        make_event(number_of_rounds=2, table_sizes=[3], finals=finals)


def test_more_stages_than_a_semi_final_and_a_final_are_refused() -> None:
    for finals, refused in ([3, 6], "more players than"), ([9, 6, 3], "nothing before them"):
        with pytest.raises(ValidationError, match=refused):
            make_event(number_of_rounds=5, table_sizes=[3], finals=finals)


def test_an_event_made_like_this_one_has_its_finals(event: Event) -> None:
    made = begin_event(name="Next", starts_on=event.starts_on, by=BY, like=event)
    assert made.finals == [3]
    assert made.lot_seed
    assert made.lot_seed != event.lot_seed


def test_finalists_stand_above_all_others_for_everybody_and_verify_agrees(
    event: Event, tmp_path: Any
) -> None:
    made = cut(event)
    final = seat_round(event, 2, seeds(made))
    finish(table_of(final), 100, 200, 300)
    rows = present(event_page("open")).standings.rows
    assert [row.player.code for row in rows[:3]] == list(reversed(made.finalists))
    assert [(row.stage, row.last_above_cut) for row in rows] == [
        (1, False), (1, False), (1, True), (0, False), (0, False), (0, False),
    ]  # fmt: skip
    assert "who is not in the finals" in rows[2].why[1]
    told = Client().get("/api/v1/public/events/open/standings").json()
    assert told["cuts"] == [
        {
            "round": 2,
            "made_at": made.made_at.isoformat(),
            "finalists": list(made.finalists),
            "left_out": [],
        }
    ]
    assert [(r["stage"], r["final_points"]) for r in told["items"][:4]] == [
        (1, "3"), (1, "2"), (1, "1"), (0, None),
    ]  # fmt: skip
    snapshot = Client().get("/api/v1/public/events/open/snapshot").json()
    (tmp_path / "snapshot.json").write_text(json.dumps(snapshot))
    found = verify_folder(tmp_path)
    assert (found.cuts, found.corrected, found.differences) == (1, (), ())
    page = Client().get("/e/open/verify/").content.decode()
    assert "From round 2 on, in the order of the cut:" in page
    assert event.lot_seed in page
    # Without the cut the same results come to something else.
    del snapshot["snapshot"]["cuts"]
    (tmp_path / "snapshot.json").write_text(json.dumps(snapshot))
    assert verify_folder(tmp_path).differences != ()


def test_a_result_corrected_after_the_cut_changes_no_finalist(event: Event) -> None:
    made = cut(event)
    finish(table_of(event.rounds.get(number=1), 1), 100, 200, 300)
    assert Cut.objects.get().finalists == made.finalists
    codes = [row.player.code for row in present(event_page("open")).standings.rows[:3]]
    assert set(codes) == set(made.finalists)


def test_while_frozen_the_public_does_not_learn_of_a_later_cut(event: Event) -> None:
    update_event(event=event, by=BY, frozen_at=event.created_at)
    made = cut(event)
    snapshot = Client().get("/api/v1/public/events/open/snapshot").json()["snapshot"]
    assert snapshot["cuts"] == {}
    assert all("stage" not in row for row in snapshot["standings"]["rows"].values())
    assert present(event_page("open")).standings.cuts == ()
    update_event(event=event, by=BY, frozen_at=made.made_at)
    assert len(present(event_page("open")).standings.cuts) == 1


@pytest.mark.parametrize(("language", "name"), [("fr", "2 (Finale)"), ("ru", "2 (Финал)")])
def test_a_final_is_no_final_cash_in_any_language(event: Event, language: str, name: str) -> None:
    with translation.override(language):
        assert number_text(event, 2) == name


def test_every_page_calls_the_final_by_its_name(event: Event) -> None:
    made = cut(event)
    final = seat_round(event, 2, seeds(made))
    for path in ("", "hall/", "screen/", "embed/", "seats/", "r/2/", "r/2/t/1/"):
        assert "Round 2 (Final)" in " ".join(
            Client().get(f"/e/open/{path}").content.decode().split()
        )
    assert "Round 1 (" not in Client().get("/e/open/r/1/").content.decode()
    words = Client().get("/e/open/hall/").content.decode()
    assert '<span data-word="number-2">2 (Final)</span>' in words
    assert 'data-word="number-1"' not in words
    assert final.number == 2


def test_the_points_of_the_finals_stand_beside_those_before_wherever_places_do(
    event: Event,
) -> None:
    made = cut(event)
    final = seat_round(event, 2, seeds(made))
    finish(table_of(final), 300, 200, 100)
    for path in ("overlay/", "embed/"):
        table = Client().get(f"/e/open/{path}").content.decode().split("<table")[1]
        assert "Finals</th>" in table
        first, other = re.findall(r"<tr>(.*?)</tr>", table, re.S)[1:5:3]
        assert re.findall(r'num[^"]*">(.*?)</td>', first) == ["3", "3"], path
        assert re.findall(r'num[^"]*">(.*?)</td>', other)[0] == "–", path


def published(folder: Path) -> Json:
    """The event's snapshot, laid into a folder."""
    snapshot = Client().get("/api/v1/public/events/open/snapshot").json()
    (folder / "snapshot.json").write_text(json.dumps(snapshot))
    return dict(snapshot["snapshot"])


def test_verify_draws_the_cut_again_and_names_who_should_not_be_in_it(
    event: Event, tmp_path: Path
) -> None:
    made = cut(event)
    snapshot = published(tmp_path)
    snapshot["cuts"]["2"]["finalists"]["3"] = made.order[3]
    (tmp_path / "snapshot.json").write_text(json.dumps({"snapshot": snapshot}))
    cuts = [d for d in verify_folder(tmp_path).differences if d.where.startswith("cut")]
    assert cuts == [Difference("cut before round 2", "finalists.3", made.order[3], made.order[2])]


def test_who_let_the_next_one_in_is_told_and_explains_the_cut(event: Event, tmp_path: Path) -> None:
    made = cut(event)
    gone = made.order[0]
    update_entry(entry=entry(event, int(gone[1:])), by=BY, status="dropped")
    replace_finalist(event=event, number=2, player=gone, by=BY)
    snapshot = published(tmp_path)
    assert snapshot["cuts"]["2"]["left_out"] == {"1": gone}
    assert verify_folder(tmp_path).differences == ()
    assert "Let the next one in:" in Client().get("/e/open/verify/").content.decode()
    snapshot["cuts"]["2"]["left_out"] = {}
    (tmp_path / "snapshot.json").write_text(json.dumps({"snapshot": snapshot}))
    assert next(d.published for d in verify_folder(tmp_path).differences) == made.order[1]


def test_what_came_after_the_cut_is_no_fault_of_it(event: Event, tmp_path: Path) -> None:
    made = cut(event)
    given = PenaltyGiven("points", "Late", points=Decimal(3))
    give_penalty(entry=entry(event, 1), given=given, by=BY)
    published(tmp_path)
    assert verify_folder(tmp_path).differences == ()
    finish(table_of(event.rounds.get(number=1), 1), 100, 200, 300)
    published(tmp_path)
    found = verify_folder(tmp_path)
    assert found.differences == ()
    assert {d.published for d in found.corrected} & set(made.finalists)
    said = list(report(found, 0))
    assert any("corrected after it" in line for line in said)
    assert "  everything agrees" in said


def test_a_cut_before_which_results_are_hidden_is_not_drawn_again(
    event: Event, tmp_path: Path
) -> None:
    cut(event)
    snapshot = published(tmp_path)
    del snapshot["rounds"]["1"]["tables"]["1"]["result"]
    (tmp_path / "snapshot.json").write_text(json.dumps({"snapshot": snapshot}))
    assert verify_folder(tmp_path).cuts == 0


def test_every_page_says_that_the_cut_is_recorded_before_the_draw(
    event: Event, admin_client: Client
) -> None:
    first = event.rounds.get()
    for step in (confirm_round, close_round):
        step(round_=first, by=BY)
        first.refresh_from_db()
    told = "Round 2 (Final): Not drawn. Next: Record the cut to the finals."
    for page in ("", "now/", "r/2/", "r/2/draw/"):
        shown = admin_client.get(f"/organise/open/{page}").content.decode()
        assert told in shown
        assert "Draw the round" not in shown
    assert 'href="/organise/open/finals/"' in shown
    assert "/organise/open/r/2/draw/start/" not in shown
    cut(event)
    for page in ("", "now/", "r/2/", "r/2/draw/"):
        shown = admin_client.get(f"/organise/open/{page}").content.decode()
        assert "Round 2 (Final): Not drawn. Next: Draw the round." in shown
    assert "/organise/open/r/2/draw/start/" in shown
