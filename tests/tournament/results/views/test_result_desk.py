"""A role that types sheets from paper, and sees and does nothing else that it need not."""

import pytest
from django.test import Client

from tests.tournament.making import BY, entry, finish, table_of
from tests.tournament.results.views.sheets import AT, member, places, press, typed
from tournament.models import Event, EventRole, PaperSheet, Penalty, Result
from tournament.penalties.services import PenaltyGiven, give_penalty

pytestmark = pytest.mark.django_db
NOW = "/organise/open/now/?round=1"
RESULTS = "/organise/open/results/"


@pytest.fixture
def ida(event: Event) -> Client:
    return member(event, "ida", EventRole.RESULT_DESK)


def test_the_desk_types_and_another_of_the_desk_confirms(event: Event, ida: Client) -> None:
    page = ida.post(AT, typed(300, 100, 200), follow=True)
    assert "Somebody else confirms it." in page.content.decode()
    waits = "You typed it: somebody else has to confirm it."
    for path in (AT, RESULTS):
        assert waits in ida.get(path).content.decode()
    assert "confirm/" not in ida.get(AT).content.decode()
    said = ["You typed this result. Somebody else confirms it."]
    assert press(ida, "confirm", "I am alone in the hall") == said
    assert not Result.objects.exists()
    member(event, "iris", EventRole.RESULT_DESK).post(AT, typed(300, 100, 200))
    assert places() == [(1, 300), (3, 100), (2, 200)]


def test_the_desk_confirms_what_another_typed_and_corrects_nothing_that_counts(
    event: Event, ida: Client, olga: Client
) -> None:
    ida.post(AT, typed(300, 100, 200))
    iris = member(event, "iris", EventRole.RESULT_DESK)
    checks = "Typed by ida. Check it against the sheet and confirm it."
    assert checks in " ".join(iris.get(AT).content.decode().split())
    asked = "Check what others typed against the sheet and confirm it."
    assert asked in iris.get(RESULTS).content.decode()
    assert asked not in ida.get(RESULTS).content.decode()
    assert press(iris, "confirm") == ["Confirmed: the result counts."]
    for path in (AT, "/organise/open/r/1/1/position/?anew"):
        shown = iris.get(path).content.decode()
        assert "Ask the chief referee to correct it." in shown
        assert "<fieldset" not in shown
        assert "position-players" not in shown
    listed = iris.get("/organise/open/results/").content.decode()
    assert "Ask the chief referee to correct a result." in listed
    assert "Correct it" not in listed
    assert "Correct it" in olga.get("/organise/open/results/").content.decode()
    again = iris.post(AT, typed(100, 300, 200, correction_reason="Mixed up"))
    assert "Ask the chief referee to correct it." in again.content.decode()
    assert not PaperSheet.objects.exists()
    assert places() == [(1, 300), (3, 100), (2, 200)]


def test_the_desk_confirms_a_correction_that_the_chief_typed(
    event: Event, ida: Client, olga: Client, otto: Client
) -> None:
    olga.post(AT, typed(300, 100, 200))
    press(otto, "confirm")
    olga.post(AT, typed(100, 300, 200, correction_reason="Mixed up"))
    shown = ida.get(AT).content.decode()
    assert "Type it anew" not in shown
    assert press(ida, "confirm")[0].startswith("Confirmed: the result counts.")
    assert places() == [(3, 100), (1, 300), (2, 200)]


def test_a_sheet_that_became_a_correction_is_confirmed_by_the_chief(
    event: Event, ida: Client, olga: Client, otto: Client
) -> None:
    ida.post(AT, typed(100, 300, 200))
    finish(table_of(event.rounds.get()), 300, 100, 200)
    iris = member(event, "iris", EventRole.RESULT_DESK)
    assert "Ask the chief referee to confirm it." in iris.get(AT).content.decode()
    assert press(iris, "confirm", "Mixed up") == [
        "This table’s result counts already. Ask the chief referee to correct it."
    ]
    assert places() == [(1, 300), (3, 100), (2, 200)]
    assert press(olga, "confirm", "Mixed up")[0].startswith("Confirmed: the result counts.")


def test_where_two_of_the_desk_differ_the_chief_chooses(
    event: Event, ida: Client, olga: Client
) -> None:
    ida.post(AT, typed(300, 100, 200))
    iris = member(event, "iris", EventRole.RESULT_DESK)
    page = iris.post(AT, typed(300, 100, 250), follow=True)
    told = " ".join(page.content.decode().split())
    assert "the chief referee chooses." in told
    assert "Let it count" not in told
    choice = {"seen": page.context["seen"], "which": "first", "reason": "as on paper"}
    assert iris.post(f"{AT}choose/", choice).status_code == 403
    assert not Result.objects.exists()
    olga.post(f"{AT}choose/", choice)
    assert places()[2] == (2, 200)


def test_the_desk_opens_tables_and_results_only(event: Event, ida: Client) -> None:
    page = ida.get("/organise/open/results/")
    pages = [link.label for group in page.context["groups"] for link in group.pages]
    assert pages == ["Print", "Now", "Round", "Results", "Downloads"]
    assert "penalties/" not in page.content.decode()
    for path in ("players/", "settings/", "r/1/draw/", "penalties/", "announcements/", "emails/"):
        assert ida.get(f"/organise/open/{path}").status_code in (403, 404), path
    for step in ("r/1/timing/", "r/1/results/", "r/1/publishing/"):
        assert ida.post(f"/organise/open/{step}", {"step": "start"}).status_code == 403, step
    assert not PaperSheet.objects.exists()


def test_the_search_leads_the_desk_to_a_table_and_tells_of_no_address(
    event: Event, ida: Client
) -> None:
    event.entries.filter(seed=1).update(email="ada@example.org")
    assert ida.get("/organise/open/search/?q=1")["Location"] == f"{NOW}#table-1"
    assert 'href="/organise/open/r/1/1/position/"' in ida.get(NOW).content.decode()
    assert ida.get("/organise/open/search/?q=ada@example.org").context["hits"] == []


def test_no_caution_is_shown_to_the_desk(event: Event, ida: Client) -> None:
    given = PenaltyGiven("caution", "Whispered")
    give_penalty(entry=entry(event, 1), given=given, by=BY)
    for path in ("results/", "now/", "r/1/", "r/1/1/sheet/", "r/1/1/position/", ""):
        assert "Whispered" not in ida.get(f"/organise/open/{path}").content.decode()
    ida.post("/organise/open/penalties/give/", {"player": 1, "kind": "caution", "reason": "Loud"})
    assert Penalty.objects.count() == 1
