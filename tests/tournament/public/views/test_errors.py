"""Error pages: in the reader's language, with a way back, and nothing of the inside shown."""

import re

import pytest
from django.template.loader import render_to_string
from django.test import Client, RequestFactory


@pytest.mark.django_db
def test_a_page_that_does_not_exist_leads_back(client):
    answer = client.get("/nowhere/", headers={"accept-language": "fr"})
    assert answer.status_code == 404
    assert '<html lang="fr">' in answer.content.decode()
    assert 'href="/"' in answer.content.decode()


@pytest.mark.django_db
def test_a_form_without_its_token_is_refused_with_a_sentence(admin_user):
    client = Client(enforce_csrf_checks=True)
    client.force_login(admin_user)
    answer = client.post("/organise/open/r/1/draw/stop/")
    assert answer.status_code == 403
    assert "The form has expired" in answer.content.decode()


@pytest.mark.parametrize("code", [400, 403, 404])
def test_each_error_page_says_its_number(code):
    text = render_to_string(f"{code}.html", request=RequestFactory().get("/"))
    assert re.search(rf'<p class="error-code">\s*{code}\s*</p>', text)


def test_the_last_resort_needs_neither_request_nor_database():
    text = render_to_string("500.html")
    assert "Something went wrong on our side" in text
    assert "<h1>" in text
