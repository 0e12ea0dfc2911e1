"""Two people type one sheet: equal typings confirm each other; of others somebody chooses."""

import re

import pytest
from django.test import Client

from tests.present import present
from tests.tournament.making import table_of
from tests.tournament.results.views.sheets import AT, member, places, press, typed
from tournament.models import AuditEntry, Event, PaperSheet, Result

pytestmark = pytest.mark.django_db


def differing(olga: Client, otto: Client) -> str:
    """What both see of a table of which they typed different results."""
    olga.post(AT, typed(300, 100, 200))
    answer = otto.post(AT, typed(300, 100, 250))
    assert answer["Location"] == AT
    return " ".join(otto.get(AT).content.decode().split())


def choose(client: Client, **form: str) -> str:
    return client.post(f"{AT}choose/", form, follow=True).content.decode()


def test_two_typings_that_differ_both_stay_side_by_side(olga: Client, otto: Client) -> None:
    page = differing(olga, otto)
    assert "olga and otto typed different results" in page
    assert re.findall(r"<bdi>(Player \d)</bdi> (<strong[^>]*>differs)?", page) == [
        ("Player 1", ""),
        ("Player 2", ""),
        ("Player 3", '<strong class="tag changed">differs'),
    ]
    assert [line["final"] for line in PaperSheet.objects.get().lines] == [300, 100, 200]
    assert press(otto, "confirm") == [
        "olga and otto typed different results of this table: choose one first."
    ]
    round_page = otto.get("/organise/open/r/1/").content.decode()
    assert "The two typings of table 1 differ: one is to be chosen." in round_page
    results = otto.get("/organise/open/results/").content.decode()
    assert "Two typings differ</strong>" in results
    assert "Correction</strong>" not in results
    assert "to confirm it" not in round_page


@pytest.mark.parametrize(
    ("which", "third", "typist"), [("first", 200, "olga"), ("second", 250, "otto")]
)
def test_somebody_chooses_one_of_two_typings_with_a_reason(
    event: Event, olga: Client, otto: Client, which: str, third: int, typist: str
) -> None:
    differing(olga, otto)
    ines, seen = member(event, "ines"), otto.get(AT).context["seen"]
    assert "Choose one of the two typings." in choose(ines, seen=seen, which="", reason="so")
    choice = {"seen": seen, "which": which}
    assert "Say why this typing is the right one." in choose(ines, **choice)
    assert not Result.objects.exists()
    choose(ines, **choice, reason="read with both players")
    assert places()[2][1] == third
    result = Result.objects.get()
    assert (result.entered_by, result.alone_reason) == (typist, "")
    row = AuditEntry.objects.get(action="choose")
    before, after = present(row.before), present(row.after)
    assert after["reason"] == "read with both players"
    assert {before["entered_by"], before["second_by"]} == {"olga", "otto"}
    assert not PaperSheet.objects.exists()


def test_two_who_type_the_same_confirm_each_other(olga: Client, otto: Client) -> None:
    olga.post(AT, typed(300, 100, 200))
    page = otto.post(AT, typed(300, 100, 200), follow=True)
    assert "two people typed the same. Confirmed: the result counts." in page.content.decode()
    assert Result.objects.get().entered_by == "olga"


def test_whoever_finds_the_own_slip_agrees_with_the_other(olga: Client, otto: Client) -> None:
    differing(olga, otto)
    page = olga.get(AT)
    assert page.context["corrects_own"] == f"{AT}?anew"
    olga.post(AT, typed(300, 100, 250, seen=page.context["seen"]))
    result = Result.objects.get()
    assert (places()[2], result.entered_by, result.alone_reason) == ((2, 250), "otto", "")


def test_each_typist_corrects_what_they_typed(event: Event, olga: Client, otto: Client) -> None:
    differing(olga, otto)
    for client, third in ((olga, 200), (otto, 250)):
        form = client.get(f"{AT}?anew").context["form"]
        assert form.lines[2]["final"].value() == third
    assert member(event, "ines").get(AT).context["corrects_own"] == ""


def test_figures_that_follow_no_cash_are_compared_too(olga: Client, otto: Client) -> None:
    one = {"seat1_before_retention": "300", "seat1_retained": "30", "seat1_circuit_income": "270"}
    other = {"seat1_before_retention": "600", "seat1_retained": "60", "seat1_circuit_income": "240"}
    olga.post(AT, typed(300, 100, 200, **one))
    otto.post(AT, typed(300, 100, 200, **other))
    page = " ".join(otto.get(AT).content.decode().split())
    assert page.count(">differs<") == 1
    assert "Retained 30" in page
    assert "Retained 60" in page


def test_a_typing_of_other_seats_gives_way(event: Event, olga: Client, otto: Client) -> None:
    olga.post(AT, typed(300, 100, 200))
    seat = table_of(event.rounds.get()).seats.get(order=3)
    seat.delete()
    otto.post(AT, typed(300, 100))
    sheet = PaperSheet.objects.get()
    assert (len(sheet.lines), sheet.entered_by, sheet.second) == (2, "otto", None)


def test_a_third_person_chooses_and_types_nothing_more(
    event: Event, olga: Client, otto: Client
) -> None:
    differing(olga, otto)
    page = member(event, "ines").post(AT, typed(1, 2, 3)).content.decode()
    assert "olga and otto typed different results of this table: choose one first." in page


def test_both_typings_are_rejected_together(olga: Client, otto: Client) -> None:
    differing(olga, otto)
    press(otto, "reject", "blurred")
    olga.post(AT, typed(300, 100, 200, seen=olga.get(AT).context["seen"]))
    assert PaperSheet.objects.get().second is None


def figures(client: Client, path: str = AT) -> list[object]:
    return [line["final"].value() for line in client.get(path).context["form"].lines]


def test_a_second_typing_begins_empty_and_the_first_with_its_own_figures(
    event: Event, olga: Client, otto: Client
) -> None:
    olga.post(AT, typed(300, 100, 200))
    page = otto.get(AT)
    assert '<td class="num"> 300 </td>' in " ".join(page.content.decode().split())
    assert 'href="?anew"' in page.content.decode()
    assert "seat1-final" not in page.content.decode()
    blind = otto.get(f"{AT}?anew").content.decode()
    assert "seat1-final" in blind
    assert "Filled in" not in blind
    assert 'value="300"' not in blind
    assert '<td class="num">' not in blind
    assert "Typed by olga" not in blind
    assert figures(otto, f"{AT}?anew") == [None, None, None]
    assert figures(olga) == [300, 100, 200]
    assert "Filled in with what you typed." in olga.get(f"{AT}?anew").content.decode()
    otto.post(AT, typed(300, 100, 250))
    assert figures(otto, f"{AT}?anew") == [300, 100, 250]
    assert figures(olga, f"{AT}?anew") == [300, 100, 200]
    assert figures(member(event, "ines"), f"{AT}?anew") == [None, None, None]


def test_a_form_says_whose_rejected_or_counting_figures_it_shows(
    olga: Client, otto: Client
) -> None:
    olga.post(AT, typed(300, 100, 200))
    press(otto, "reject", "Seat 2 has 1000")
    assert figures(otto) == [300, 100, 200]
    assert "Filled in with what olga typed." in otto.get(AT).content.decode()
    olga.post(AT, typed(300, 1000, 200, seen=olga.get(AT).context["seen"]))
    press(otto, "confirm")
    assert figures(otto) == [300, 1000, 200]
    assert "Filled in with the result that counts." in otto.get(AT).content.decode()
