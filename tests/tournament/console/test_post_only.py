"""Who opens an address that takes only forms comes to the page above it, and changes nothing."""

import pytest
from django.test import Client

from tests.accounts import signed_in, staff
from tests.tournament.making import make_event, seat_round
from tournament.access import Action
from tournament.console.post_only import page_above
from tournament.models import Round

pytestmark = pytest.mark.django_db
PUBLISHING = "/organise/open/r/1/publishing/"


def test_a_question_loaded_anew_leads_to_its_round() -> None:
    round_ = seat_round(make_event(players=4), 1, (1, 2, 3, 4), publish=False)
    client = signed_in(staff("olga", Action.SEE_EVENT, Action.PUBLISH))
    response = client.get(PUBLISHING, follow=True)
    assert response.redirect_chain == [("/organise/open/r/1/", 302)]
    assert response.status_code == 200
    assert Round.objects.get(pk=round_.pk).status == Round.Status.DRAWN


def test_who_is_not_signed_in_has_to_sign_in() -> None:
    make_event(players=4)
    assert (
        Client().get(PUBLISHING, follow=True).redirect_chain[-1][0].startswith("/organise/sign-in/")
    )


def test_other_verbs_and_other_addresses_are_refused_as_before() -> None:
    assert Client().head(PUBLISHING).status_code == 405
    assert Client().put(PUBLISHING).status_code == 405
    assert Client().get("/language/").status_code == 405


@pytest.mark.parametrize(
    ("path", "above"),
    [
        ("/organise/open/check-in/tap/", "/organise/open/check-in/"),
        ("/organise/open/publish/", "/organise/open/"),
        ("/organise/sign-out/", "/organise/"),
    ],
)
def test_the_page_above_is_the_nearest_there_is(path: str, above: str) -> None:
    assert page_above(path) == above
