"""The name by which others know an account."""

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from tests.tournament.making import BY
from tournament.accounts.services.names import rename_account
from tournament.audit import name_of, shown_name
from tournament.models import AuditEntry

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga() -> User:
    return User.objects.create_user("olga")


def test_others_read_the_name_and_the_audit_log_the_login(olga: User) -> None:
    assert shown_name(olga) == "olga"
    renamed = rename_account(person=olga, name="Olga Ivanova", by=BY)
    assert (shown_name(renamed), name_of(renamed)) == ("Olga Ivanova", "olga")
    row = AuditEntry.objects.get(action="rename")
    assert (row.before, row.after) == ({"name": ""}, {"name": "Olga Ivanova"})
    assert shown_name(rename_account(person=olga, name="", by=BY)) == "olga"


def test_what_is_no_name_is_refused(olga: User) -> None:
    with pytest.raises(ValidationError):
        rename_account(person=olga, name="Olga\u202e", by=BY)
    olga.refresh_from_db()
    assert olga.first_name == ""
