"""Game records in the admin: read, never written."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from referee.models import GameRecord
from tests.present import present

pytestmark = pytest.mark.django_db


def test_records_are_listed_and_shown_but_not_changed(sample):
    client = Client()
    client.force_login(User.objects.create_superuser("ada"))
    listed = client.get(reverse("admin:referee_gamerecord_changelist"))
    assert listed.context["cl"].result_count == 18
    record = present(GameRecord.objects.first())
    url = reverse("admin:referee_gamerecord_change", args=[record.pk])
    assert record.text.splitlines()[1] in client.get(url).content.decode().replace("&quot;", '"')
    assert client.post(url, {"text": "x"}).status_code == 403
    assert (
        client.post(reverse("admin:referee_gamerecord_delete", args=[record.pk])).status_code == 403
    )
