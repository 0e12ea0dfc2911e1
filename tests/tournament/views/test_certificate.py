"""The public page of a draw's quality."""

import pytest

from tests.tournament.making import BY, make_event
from tournament import services
from tournament.services.drawing import draw_round

pytestmark = pytest.mark.django_db


def drawn(**fields):
    """Two rounds of eight players, drawn; the second, of tables of four, cannot avoid meetings."""
    event = make_event(players=8, table_sizes=[4], **fields)
    for number in (1, 2):
        round_ = services.ensure_round(event=event, number=number, by=BY)
        draw_round(round=round_, by=BY, seed=number)
        services.publish_round(round=round_, by=BY)


def test_it_shows_seed_values_bounds_and_every_violation_by_name(client):
    drawn()
    text = client.get("/e/open/r/2/draw/").content.decode()
    assert "<code>2</code>" in text
    assert "Rematches" in text
    assert "meet again: they met in round 1." in text
    assert "Player " in text
    assert "p01" not in text
    assert "python manage.py verify_draw open 2" in text


def test_seats_set_by_hand_have_no_certificate(client):
    drawn()
    event = make_event("hand", players=4)
    round_ = services.ensure_round(event=event, number=1, by=BY)
    draw_round(round=round_, by=BY, seed=1)
    plans = services.plans_of(round_)
    services.set_seats(round=round_, tables=plans, by=BY)
    services.publish_round(round=round_, by=BY)
    assert client.get("/e/hand/r/1/draw/").status_code == 404
    assert "/e/hand/r/1/draw/" not in client.get("/e/hand/r/1/").content.decode()


def test_the_draw_of_a_round_not_published_stays_hidden(client):
    event = make_event(players=4)
    round_ = services.ensure_round(event=event, number=1, by=BY)
    draw_round(round=round_, by=BY, seed=1)
    assert client.get("/e/open/r/1/draw/").status_code == 404
