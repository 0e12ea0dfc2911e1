"""The name by which others know an account."""

from django.contrib.auth.models import User
from django.db import transaction

from tournament import audit
from tournament.audit import Actor
from tournament.common.names import validate_name

MAX_NAME = 60


@transaction.atomic
def rename_account(*, person: User, name: str, by: Actor) -> User:
    """Let others read this name in place of the one to sign in with; "" for that one.

    Raise ValidationError for what is no name.
    """
    if name:
        validate_name(name)
    account = User.objects.select_for_update().get(pk=person.pk)
    before = account.first_name
    account.first_name = name
    audit.save_valid(account, update_fields=["first_name"])
    told = {"before": {"name": before}, "after": {"name": name}}
    audit.log(by=by, action="rename", instance=account, event=None, **told)
    return account
