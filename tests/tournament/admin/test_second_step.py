"""A lost second step is taken away in the admin, by who may change the account, with a reason."""

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client

from tests.accounts import signed_in, staff
from tests.second_factor import with_app
from tournament.accounts.services.second_factor import has_second_factor
from tournament.models import AuditEntry

pytestmark = pytest.mark.django_db
WORDS = "Take away the second step"


@pytest.fixture
def olga() -> User:
    person = staff("olga")
    with_app(person)
    return person


def page(person: User) -> str:
    return f"/admin/auth/user/{person.pk}/second-step/"


def owner() -> Client:
    return signed_in(User.objects.create_superuser("root"))


def test_the_owner_takes_it_away_with_a_reason(olga: User) -> None:
    hers, root = signed_in(olga), owner()
    assert page(olga) in root.get(f"/admin/auth/user/{olga.pk}/change/").content.decode()
    assert WORDS in root.get(page(olga)).content.decode()
    assert root.post(page(olga), {"reason": " "}).status_code == 200
    assert has_second_factor(olga)
    answer = root.post(page(olga), {"reason": "lost the phone, known by voice"})
    assert answer["Location"] == f"/admin/auth/user/{olga.pk}/change/"
    assert not has_second_factor(olga)
    assert hers.get("/organise/").status_code == 302
    row = AuditEntry.objects.get(action="take away second step")
    assert (row.by, row.label) == ("root", "olga")
    assert row.before == {"app": 1, "passkeys": 0, "recovery codes": 10}
    assert row.after == {"reason": "lost the phone, known by voice"}


def test_where_there_is_none_there_is_nothing_to_take(olga: User) -> None:
    petra, root = staff("petra"), owner()
    assert page(petra) not in root.get(f"/admin/auth/user/{petra.pk}/change/").content.decode()
    assert root.post(page(petra), {"reason": "x"}).status_code in (302, 403)
    assert root.get(page(User(pk=0))).status_code in (302, 403)


def test_nobody_else_does(olga: User) -> None:
    manager = staff("max")
    manager.user_permissions.set(
        Permission.objects.filter(codename__in=["view_user", "change_user"])
    )
    root = User.objects.create_superuser("root")
    with_app(root)
    helper = signed_in(staff("hans"))
    assert helper.post(page(olga), {"reason": "x"}).status_code in (302, 403)
    assert signed_in(manager).post(page(root), {"reason": "x"}).status_code in (302, 403)
    assert has_second_factor(olga)
    assert has_second_factor(root)
    signed_in(manager).post(page(olga), {"reason": "lost"})
    assert not has_second_factor(olga)


def test_what_the_admin_does_to_an_account_is_in_the_audit_log(olga: User) -> None:
    root = owner()
    phrase = "quite another phrase"
    new = {"password1": phrase, "password2": phrase, "usable_password": "true"}
    assert root.post(f"/admin/auth/user/{olga.pk}/password/", new).status_code == 302
    root.post("/admin/auth/group/add/", {"name": "Cashiers"})
    root.post(f"/admin/auth/user/{olga.pk}/delete/", {"post": "yes"})
    rows = AuditEntry.objects.filter(by="root").values_list("action", "kind", "label")
    assert sorted(rows) == [
        ("create", "group", "Cashiers"),
        ("delete", "user", "olga"),
        ("update", "user", "olga"),
    ]
    assert phrase not in str(list(AuditEntry.objects.values()))
