"""`manage.py api_key`: issue, list, revoke."""

import hashlib
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from referee.models import ApiKey
from tests.present import present
from tournament.models import AuditEntry

pytestmark = pytest.mark.django_db


def api_key(*given: str) -> str:
    out = StringIO()
    call_command("api_key", *given, stdout=out)
    return out.getvalue()


def test_a_key_is_told_once_and_kept_as_a_hash() -> None:
    number, key = api_key("issue", "Club site").split("  Club site\n")
    found = ApiKey.objects.get(pk=int(number))
    assert found.digest == hashlib.sha256(key.strip().encode()).hexdigest()
    assert key.strip() not in api_key("list")
    audit = AuditEntry.objects.get(kind="apikey")
    assert "digest" not in present(audit.after)
    assert present(audit.after)["label"] == "Club site"


def test_a_key_is_revoked_once() -> None:
    number = api_key("issue", "Club site").split()[0]
    assert "in force" in api_key("list")
    for _attempt in range(2):
        assert api_key("revoke", number) == f"{number}  Club site: revoked\n"
    assert "revoked 20" in api_key("list")
    assert AuditEntry.objects.filter(kind="apikey", action="revoke").count() == 1


@pytest.mark.parametrize("given", [("revoke", "999999"), ("issue", "  "), ("issue", "x" * 101)])
def test_what_makes_no_sense_is_refused(given: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        api_key(*given)


@pytest.mark.parametrize(
    ("language", "in_force", "revoked"),
    [("fr", ", en vigueur", "révoquée"), ("ru", ", действует", "отозван")],
)
def test_keys_are_told_of_in_the_language_of_who_asks(
    language: str, in_force: str, revoked: str
) -> None:
    with translation.override(language):
        number = api_key("issue", "Site").split()[0]
        assert in_force in api_key("list")
        assert api_key("revoke", number) == f"{number}  Site: {revoked}\n"
        assert f", {revoked} " in api_key("list")
