"""A result from paper: one types, another confirms; until then it does not count."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.present import present
from tests.tournament.making import finish, make_event, result_of, seat_round, table_of
from tests.tournament.racing import race
from tests.tournament.results.views.sheets import AT, member, places, press, typed
from tournament.models import (
    AuditEntry,
    Event,
    EventRole,
    Membership,
    PaperSheet,
    Penalty,
    Result,
    Round,
    Table,
)
from tournament.people.services.personal_links import renew_link
from tournament.results.services.results import record_result
from tournament.standings.selectors.pages import table_page

pytestmark = pytest.mark.django_db


def test_the_list_reads_no_draw_whose_proof_has_all_earlier_seats(olga: Client) -> None:
    with CaptureQueriesContext(connection) as found:
        assert olga.get("/organise/open/results/").status_code == 200
    tables = [query["sql"] for query in found if 'FROM "tournament_table"' in query["sql"]]
    assert tables
    assert not [sql for sql in tables if "certificate" in sql]


def test_a_sheet_counts_once_somebody_else_has_confirmed_it(olga: Client, otto: Client) -> None:
    answer = olga.post(AT, typed(300, 100, 200))
    assert answer["Location"] == "/organise/open/r/1/2/sheet/"
    assert not Result.objects.exists()
    assert "typed by olga" in otto.get("/organise/open/results/").content.decode()
    assert press(otto, "confirm") == ["Confirmed: the result counts."]
    result = Result.objects.get()
    assert (result.source, result.entered_by, present(result.confirmed_by).username) == (
        "paper", "olga", "otto",
    )  # fmt: skip
    assert places() == [(1, 300), (3, 100), (2, 200)]
    assert not PaperSheet.objects.exists()


def test_whoever_typed_it_confirms_alone_only_with_a_reason_that_stays(
    olga: Client, otto: Client
) -> None:
    olga.post(AT, typed(300, 100, 200))
    (said,) = press(olga, "confirm", "  ")
    assert said.startswith("You typed this result")
    assert not Result.objects.exists()
    press(olga, "confirm", "I am alone in the hall")
    assert Result.objects.get().alone_reason == "I am alone in the hall"
    page = otto.get("/organise/open/results/").content.decode()
    assert "confirmed by olga alone: I am alone in the hall" in page


def logged(event: Event, *cash: int) -> Result:
    """The result that the tablet of the first table logged."""
    table = table_of(event.rounds.get())
    result = result_of(table, *cash)
    return record_result(table=table, result=result, source="log", by="Tablet 7", statement={})


def test_a_sheet_beside_another_result_is_said_to_wait_for_the_chief(
    event: Event, olga: Client, otto: Client
) -> None:
    olga.post(AT, typed(300, 100, 200))
    logged(event, 300, 100, 250)
    (said,) = press(otto, "confirm")
    assert said.startswith("Kept beside another result of this table")
    page = otto.get("/organise/open/results/").content.decode()
    assert "Several results" in page
    assert reverse("chief:results", args=[table_of(event.rounds.get()).pk]) in page


def test_a_sheet_that_agrees_with_the_log_says_which_counts(
    event: Event, olga: Client, otto: Client
) -> None:
    olga.post(AT, typed(300, 100, 200))
    logged(event, 300, 100, 200)
    (said,) = press(otto, "confirm")
    assert said.startswith("Confirmed: it agrees with another result of this table")
    assert "Several results" not in otto.get("/organise/open/results/").content.decode()


def test_a_log_that_takes_a_sheets_place_was_confirmed_by_nobody_alone(
    event: Event, olga: Client
) -> None:
    olga.post(AT, typed(300, 100, 200))
    press(olga, "confirm", "I am alone in the hall")
    assert logged(event, 300, 100, 200).source == "log"
    assert "alone in the hall" not in olga.get("/organise/open/results/").content.decode()


def test_a_sheet_out_of_a_backup_is_known_by_the_name_of_who_typed_it(
    olga: Client, otto: Client
) -> None:
    olga.post(AT, typed(300, 100, 200))
    PaperSheet.objects.update(entered_by_user=None)
    assert "You typed it yourself." in olga.get(AT).content.decode()
    assert "You typed it yourself." not in otto.get(AT).content.decode()
    (said,) = press(olga, "confirm")
    assert said.startswith("You typed this result")
    assert press(otto, "confirm") == ["Confirmed: the result counts."]


def test_who_corrects_a_sheet_alone_reads_whom_it_told(event: Event, olga: Client) -> None:
    renew_link(entry=event.entries.get(seed=2), by="test")
    for cash in ((300, 100, 200), (100, 300, 200)):
        olga.post(AT, typed(*cash, correction_reason="Mixed up"))
        said = press(olga, "confirm", "I am alone in the hall")
    told = "Their personal pages show it: Player 2. Nobody tells these, so do it yourself: "
    assert said[0].startswith(f"Confirmed: the result counts. {told}")
    row = AuditEntry.objects.get(action="correct")
    assert present(row.after)["told"]["links"] == ["p02"]
    shown = " ".join(olga.get(AT).content.decode().split())
    assert f"Last corrected: {told}" in shown


def test_who_corrects_a_result_that_counts_tells_everybody_why(olga: Client, otto: Client) -> None:
    olga.post(AT, typed(300, 100, 200))
    press(otto, "confirm")
    page = olga.post(AT, typed(300, 100, 250, correction_reason=" "))
    assert "Say why: the result counts already." in page.content.decode()
    assert "The present result counts until this one is confirmed." in page.content.decode()
    assert page.context["form"].lines[2]["final"].value() == "250"
    assert not PaperSheet.objects.exists()
    olga.post(AT, typed(300, 100, 250, correction_reason="The third banknote was under the board"))
    shown = " ".join(otto.get(AT).content.decode().split())
    assert "The third banknote was under the board" in shown
    assert re.findall(r"<bdi>(Player \d)</bdi> <strong[^>]*>differs", shown) == ["Player 3"]
    third = shown.split("<bdi>Player 3</bdi> <strong")[1]
    assert third.index("<strong>200</strong>") < third.index("<strong>250</strong>")
    results = otto.get("/organise/open/results/").content.decode()
    assert "Correction</strong>" in results
    assert "Two typings differ" not in results
    assert 'name="reason"' not in otto.get(AT).content.decode().split(f"{AT}reject/")[0]
    press(otto, "confirm")
    assert Result.objects.get().revision == 2
    told = Client().get("/e/open/verify/").content.decode()
    assert "The third banknote was under the board" in told
    assert "The result from the paper sheet" in told


def test_a_sheet_that_came_to_correct_something_since_it_was_typed_is_confirmed_with_a_reason(
    event: Event, olga: Client, otto: Client
) -> None:
    olga.post(AT, typed(300, 100, 250))
    finish(Table.objects.get(round__event=event, number=1), 300, 100, 200)
    assert "It corrects a result that counts already." in otto.get(AT).content.decode()
    (said,) = press(otto, "confirm", " ")
    assert said.startswith("This changes a result that counts already")
    assert Result.objects.get().revision == 1
    press(otto, "confirm", "The third banknote was under the board")
    page = Client().get("/e/open/verify/").content.decode()
    assert "The third banknote was under the board" in page


def test_a_rejected_sheet_says_why_and_is_typed_anew(olga: Client, otto: Client) -> None:
    olga.post(AT, typed(300, 100, 200))
    (said,) = press(otto, "reject", "")
    assert said == "Say what is wrong: whoever typed it reads it."
    press(otto, "reject", "Seat 2 has 1000")
    assert "Rejected by otto: Seat 2 has 1000" in olga.get(AT).content.decode()
    assert press(otto, "confirm") == ["No result of this table waits to be confirmed."]
    olga.post(AT, typed(300, 1000, 200, seen=olga.get(AT).context["seen"]))
    press(otto, "confirm")
    assert places() == [(2, 300), (1, 1000), (3, 200)]


@pytest.mark.parametrize(("data", "says"), [
    (typed(300, 100), "Give the final cash of Player 3."),
    (typed(300, 100, 200, seat2_final="-1"), "whole number, from 0 to 1,000,000."),
    (typed(300, 100, 200, seat2_final="1000001"), "whole number, from 0 to 1,000,000."),
    (typed(300, 100, 200, seat2_final="many"), "whole number, from 0 to 1,000,000."),
    (typed(300, None, 200, seat2_place="7"), "Type the place, from 1 to 6."),
    (typed(300, None, None), "Several players are out"),
])  # fmt: skip
def test_what_was_typed_stays_with_what_is_wrong(
    olga: Client, data: dict[str, str], says: str
) -> None:
    page = olga.post(AT, data)
    assert says in page.content.decode()
    assert page.context["form"].lines[0]["final"].value() == "300"
    assert not PaperSheet.objects.exists()


def marked(page: Any) -> dict[str, str]:
    """The fields that the page marks, each with what is said beside it."""
    shown = page.content.decode()
    fields = [tag for tag in re.findall(r"<(?:input|select)[^>]*>", shown) if "aria-inv" in tag]
    found = {}
    for tag in fields:
        described = present(re.search(r'aria-describedby="([^"]+)"', tag))[1]
        said = present(re.search(rf'id="{described}">(.*?)</p>', shown, re.DOTALL))[1]
        found[present(re.search(r'name="([^"]+)"', tag))[1]] = said.strip()
    return found


TWO_OUT = "Several players are out: type a place of its own for each"
SUMS = "Player 2: the cash retained and the circuit&#x27;s income do not add up."
FIGURES = {"seat2_before_retention": "90", "seat2_retained": "9", "seat2_circuit_income": "2"}


@pytest.mark.parametrize(("data", "fields"), [
    (typed(300, 100), {"seat3-final": "Give the final cash of Player 3."}),
    (typed(300, 1000001, 200), {"seat2-final": "Type the cash as a whole number, from 0 to"}),
    (typed(300, None, 200, seat2_place="1"), {"seat2-place": "Player 2: place 3 follows"}),
    (typed(300, None, None), {"seat2-place": TWO_OUT, "seat3-place": TWO_OUT}),
    (typed(300, 100, 200, **FIGURES), {"seat2-retained": SUMS}),
    (
        typed(300, 100, 200, seat2_retained="9"),
        {"seat2-before_retention": "Player 2: give all three figures"},
    ),
    (
        typed(300, 100, 200, end_abandoned="on", end_reason="fire alarm"),
        dict.fromkeys((f"seat{n}-final" for n in (1, 2, 3)), "A game that could not be finished"),
    ),
])  # fmt: skip
def test_a_faulty_field_is_marked_and_says_why(
    olga: Client, data: dict[str, str], fields: dict[str, str]
) -> None:
    page = olga.post(AT, data)
    found = marked(page)
    assert list(found) == list(fields)
    assert all(found[name].startswith(said) for name, said in fields.items()), found
    assert not page.context["form"].faults
    links = re.findall(r'<p><a href="#id_([^"]+)">', page.content.decode())
    assert links == [next(iter(fields))]


def test_the_two_forms_of_a_paper_result_stand_side_by_side(olga: Client) -> None:
    forms = {"Score sheet: cash and deeds": AT.replace("sheet", "position"), "Result slip": AT}
    for current, (_words, path) in enumerate(forms.items()):
        page = olga.get(f"{path}?anew").content.decode()
        choice = present(re.search(r'<nav class="facts".*?</nav>', page, re.DOTALL))[0]
        links = re.findall(r'<a href="([^"]+)"\s*(.*?)>(.*?)</a>', choice, re.DOTALL)
        assert [link[0] for link in links] == [f"{path}?anew" for path in forms.values()]
        assert [link[1] for link in links].index('aria-current="page"') == current
        assert all(link[2].startswith(words) for link, words in zip(links, forms, strict=True))


def test_who_is_out_ranks_behind_the_last_to_leave_first(olga: Client, otto: Client) -> None:
    olga.post(AT, typed(300, None, None, seat2_place="3", seat3_place="2"))
    press(otto, "confirm")
    assert places() == [(1, 300), (3, 0), (2, 0)]


def test_a_result_that_counts_is_corrected_from_what_was_typed(olga: Client, otto: Client) -> None:
    olga.post(AT, typed(300, None, 200, seat2_no_show="on"))
    press(otto, "confirm")
    page = olga.get("/organise/open/results/").content.decode()
    assert f'href="{AT}"' in page
    assert 'Correct it<span class="visually-hidden">: Round 1, table 1</span>' in page
    lines = olga.get(AT).context["form"].lines
    assert [line["final"].value() for line in lines] == [300, None, 200]
    assert [bool(line["no_show"].value()) for line in lines] == [False, True, False]


def test_cash_of_a_game_without_an_end_is_not_dropped_silently(olga: Client) -> None:
    form = typed(300, 100, 200) | {"end-abandoned": "on", "end-reason": "fire alarm"}
    page = olga.post(AT, form).content.decode()
    assert "A game that could not be finished counts no cash" in page
    assert not PaperSheet.objects.exists()


def test_a_sheet_that_changed_is_not_confirmed_unseen(olga: Client, otto: Client) -> None:
    olga.post(AT, typed(300, 100, 200))
    old = otto.get(AT).context["seen"]
    olga.post(AT, typed(1, 2, 3, seen=old))
    page = otto.post(f"{AT}confirm/", {"seen": old}, follow=True)
    (said,) = (str(message) for message in page.context["messages"])
    assert "meanwhile" in said
    assert not Result.objects.exists()


def test_a_tablets_result_stays_and_the_other_is_kept_beside_it(
    event: Event, olga: Client, otto: Client
) -> None:
    finish(table_of(event.rounds.get()), 1, 2, 3)
    Result.objects.update(source="log")
    assert "has a result already" in olga.get(AT).content.decode()
    olga.post(AT, typed(300, 100, 200))
    press(otto, "confirm")
    result = Result.objects.get()
    assert (result.source, result.entered_by) == ("log", "tests")
    assert Table.objects.get(number=1).conflicting.get().source == "paper"


def test_a_hidden_round_takes_no_result(event: Event, olga: Client) -> None:
    seat_round(event, 2, (1, 2, 3), publish=False)
    page = olga.post("/organise/open/r/2/1/sheet/", typed(1, 2, 3))
    assert "The round is not published yet" in page.content.decode()


def test_roles_thrown_at_the_table_are_asked_for(otto: Client, olga: Client) -> None:
    Event.objects.update(roles="thrown")
    Table.objects.get(number=1).seats.update(role="")
    page = olga.post(AT, typed(300, 100, 200))
    assert "This field is required" in page.content.decode()
    roles = {
        f"seat{n}-role": r for n, r in enumerate(("competitor", "monopolist", "monopolist"), 1)
    }
    olga.post(AT, typed(300, 100, 200) | roles)
    press(otto, "confirm")
    seats = Table.objects.get(number=1).seats.order_by("order")
    assert list(seats.values_list("role", flat=True)) == list(roles.values())


def test_each_step_leaves_a_row_of_who_did_it(olga: Client, otto: Client) -> None:
    olga.post(AT, typed(300, 100, 200))
    press(otto, "reject", "no")
    olga.post(AT, typed(301, 100, 200, seen=olga.get(AT).context["seen"]))
    press(otto, "confirm")
    rows = AuditEntry.objects.filter(kind__in=("papersheet", "result")).order_by("pk")
    assert [(row.action, row.by) for row in rows] == [
        ("enter", "olga"),
        ("reject", "otto"),
        ("enter", "olga"),
        ("confirm", "otto"),
        ("confirm sheet", "otto"),
        ("delete", "otto"),
    ]


def test_the_list_costs_the_same_for_one_table_and_many(
    event: Event, olga: Client, django_assert_max_num_queries: Any
) -> None:
    olga.get("/organise/open/results/")
    with django_assert_max_num_queries(14):
        olga.get("/organise/open/results/")
    big = make_event("big", players=60)
    seat_round(big, 1, *((n, n + 1, n + 2) for n in range(1, 60, 3)))
    Membership.objects.create(event=big, person=User.objects.get(), role=EventRole.ORGANISER)
    with django_assert_max_num_queries(14):
        page = olga.get("/organise/big/results/")
    assert len(page.context["tables"].missing) == 20


@pytest.mark.django_db(transaction=True)
def test_of_two_who_confirm_at_once_one_does(event: Event, olga: Client) -> None:
    olga.post(AT, typed(300, 100, 200))
    seen = olga.get(AT).context["seen"]
    clients = [member(event, name) for name in ("otto", "ines")]

    def confirm(client: Client) -> int:
        return client.post(f"{AT}confirm/", {"seen": seen}).status_code

    race(*(lambda client=client: confirm(client) for client in clients))
    assert Result.objects.get().revision == 1
    assert AuditEntry.objects.filter(action="confirm sheet").count() == 1


def seen_at_table() -> list[tuple[str, int | None, str]]:
    """Outcome, place and points of each seat, as the public sees them."""
    page = table_page("open", 1, 1)
    assert page is not None
    return [(seat.outcome, seat.place, seat.points_text) for seat in page.table.seats]


def test_who_did_not_come_is_behind_the_others_without_points(olga: Client, otto: Client) -> None:
    olga.post(AT, typed(300, 100, None, seat3_no_show="on"))
    assert "Did not come" in otto.get(AT).content.decode()
    assert not Penalty.objects.exists()
    press(otto, "confirm")
    assert seen_at_table() == [("", 1, "6"), ("", 2, "4"), ("no-show", 3, "0")]
    assert Penalty.objects.get().entry.seed == 3
    # Typed anew: the player did come.
    olga.post(AT, typed(300, 100, 200, correction_reason="Came late"))
    press(otto, "confirm")
    assert seen_at_table() == [("", 1, "6"), ("", 3, "3"), ("", 2, "4")]


def test_whoever_came_alone_has_a_walk_over(olga: Client, otto: Client) -> None:
    data = {"seen": "", "seat1-no_show": "on", "seat3-no_show": "on"}
    olga.post(AT, data)
    press(otto, "confirm")
    assert seen_at_table() == [("no-show", 2, "0"), ("walk-over", 1, "6"), ("no-show", 2, "0")]
    page = Client().get("/e/open/r/1/t/1/").content.decode()
    assert "Walk-over" in page
    assert "Did not come" in page


def test_an_abandoned_game_shares_the_points_and_says_why(olga: Client, otto: Client) -> None:
    data = {"seen": "", "seat3-no_show": "on", "end-abandoned": "on"}
    assert "Say why: the players read it." in olga.post(AT, data).content.decode()
    olga.post(AT, data | {"end-reason": "The lights went out " + "x" * 100_000})
    assert not PaperSheet.objects.exists()
    olga.post(AT, data | {"end-reason": "The lights went out"})
    assert "The lights went out" in otto.get(AT).content.decode()
    press(otto, "confirm")
    assert seen_at_table() == [("abandoned", 1, "5"), ("abandoned", 1, "5"), ("no-show", 3, "0")]
    page = Client().get("/e/open/r/1/t/1/").content.decode()
    assert "The game was abandoned: The lights went out" in page
    assert "Round 1, table 1: abandoned" in Client().get("/e/open/feed.atom").content.decode()


def test_an_abandoned_game_is_another_result_than_one_that_was_played(
    olga: Client, otto: Client
) -> None:
    olga.post(AT, typed(0, 0, 0))
    press(otto, "confirm")
    data = {"seen": "", "end-abandoned": "on", "end-reason": "Fire alarm"}
    olga.post(AT, data | {"correction-reason": "It was abandoned"})
    press(otto, "confirm")
    result = Result.objects.get()
    assert (result.abandoned_reason, result.revision) == ("Fire alarm", 2)


def test_the_list_says_once_how_results_of_closed_rounds_are_corrected(
    event: Event, olga: Client
) -> None:
    round_ = event.rounds.get()
    for table in round_.tables.all():
        finish(table, 300, 200, 100)

    def count(text: str) -> int:
        return olga.get("/organise/open/results/").content.decode().count(text)

    way = "To correct a result of a closed round, reopen the round:"
    assert (count(way), count("Correct it")) == (0, 2)
    Round.objects.update(closed_at=timezone.now())
    assert (count(way), count("Correct it")) == (1, 0)
