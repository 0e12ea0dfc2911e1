"""A round that is drawn, and who may look at it."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.accounts import ORGANISER, signed_in
from tests.accounts import staff as staff_user
from tests.tournament.making import BY, make_event
from tournament.draws.services.drawing import draw_round
from tournament.models import Round
from tournament.rounds.services.rounds import ensure_round


@pytest.fixture
def staff() -> Client:
    return signed_in(staff_user("ada", *ORGANISER))


@pytest.fixture
def outsider() -> Client:
    client = Client()
    client.force_login(User.objects.create_user("eve", password="x" * 20))
    return client


@pytest.fixture
def drawn() -> Round:
    event = make_event(players=8, table_sizes=[4])
    round_ = ensure_round(event=event, number=1, by=BY)
    draw_round(round=round_, by=BY, seed=5)
    return Round.objects.get(pk=round_.pk)
