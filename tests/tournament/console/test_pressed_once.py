"""The same form, sent twice, is taken once; the second press gets the first one's answer."""

from threading import Barrier, Thread

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import RequestFactory

from tests.accounts import signed_in
from tests.forms_on_pages import forms_of
from tests.tournament.making import make_event
from tournament.console.pressed_once import pressed_once

ADD = "/organise/open/players/add/"


@pytest.mark.django_db
def test_it_is_said_and_another_form_counts(django_user_model) -> None:
    """The same name once more is meant where the page was written anew."""
    client = signed_in(django_user_model.objects.create_superuser("olga"))
    event = make_event(players=0)
    for written in (1, 2):
        page = client.get(ADD).content.decode()
        [sent] = [one for one in forms_of(page, ADD) if one.action == ADD]
        for _press in range(2):
            answer = client.post(sent.action, sent.values, follow=True)
        assert "You pressed twice: it was done once." in answer.content.decode()
        assert event.entries.count() == written


def test_the_second_waits_for_the_first_that_is_under_way(rf: RequestFactory) -> None:
    cache.clear()
    begun, done, answers = Barrier(2), [], []

    @pressed_once
    def view(_request: object) -> HttpResponse:
        begun.wait(5)
        done.append(1)
        return HttpResponse("the link")

    def press() -> None:
        request = rf.post("/", {"csrfmiddlewaretoken": "x"})
        request.user = type("Nobody", (), {"pk": 1})()
        answers.append(view(request).content)

    presses = [Thread(target=press) for _press in range(2)]
    for one in presses:
        one.start()
    begun.wait(5)
    for one in presses:
        one.join(5)
    assert answers == [b"the link"] * 2
    assert done == [1]


def test_what_went_wrong_is_done_by_the_next_press(rf: RequestFactory) -> None:
    tries = iter([ValueError, None])

    @pressed_once
    def view(_request: object) -> HttpResponse:
        if wrong := next(tries):
            raise wrong
        return HttpResponse("done")

    request = rf.post("/", {"csrfmiddlewaretoken": "y"})
    request.user = type("Nobody", (), {"pk": 1})()
    with pytest.raises(ValueError):
        view(request)
    assert view(request).content == b"done"
