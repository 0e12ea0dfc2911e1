"""Keys of the public interface: issue, revoke and recognise them."""

import re

from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from referee.models import ApiKey
from tournament.audit import Actor, insert, update
from tournament.common.cache_fault import CACHE_FAULT
from tournament.common.secret_tokens import TOKEN_FORM, hash_secret, new_token

REMEMBERED_SECONDS = 10
"""How long another process may still accept a revoked key."""


@transaction.atomic
def issue_key(*, label: str, by: Actor) -> tuple[ApiKey, str]:
    """Create a key; return its row and its text, which is shown only this once.

    Raises ValidationError without a label.
    """
    key = new_token()
    return insert(ApiKey(label=label.strip(), digest=hash_secret(key)), by=by, event=None), key


@transaction.atomic
def revoke_key(*, number: int, by: Actor) -> ApiKey:
    """Revoke a key; one already revoked stays as it is.

    Raises ValidationError for an unknown number.
    """
    found = ApiKey.objects.select_for_update().filter(pk=number).first()
    if found is None:
        raise ValidationError(_("There is no such key."))
    if found.revoked_at is None:
        update(found, {"revoked_at": timezone.now()}, by=by, event=None, action="revoke")
        _forget(found)
    return found


def remembered_key(key: str) -> int | None:
    """Return the number of a key recognised a moment ago (no query).

    It comes from the cache. Only keys in force are cached: made-up ones would evict other
    entries.
    """
    if not re.fullmatch(TOKEN_FORM, key):
        return None
    try:
        found: int | None = cache.get(_place(hash_secret(key)))
    except (CACHE_FAULT, OSError):
        return None
    return found


def recognised_key(key: str) -> int | None:
    """Return the number of a key in force, and cache it (1 query).

    None for any other text.
    """
    if not re.fullmatch(TOKEN_FORM, key):
        return None
    digest = hash_secret(key)
    keys = ApiKey.objects.filter(digest=digest, revoked_at=None)
    found = keys.values_list("pk", flat=True).first()
    if found is not None:
        try:
            cache.set(_place(digest), found, REMEMBERED_SECONDS)
        except (CACHE_FAULT, OSError):
            return found
    return found


def _forget(found: ApiKey) -> None:
    try:
        cache.delete(_place(found.digest))
    except (CACHE_FAULT, OSError):
        return


def _place(digest: str) -> str:
    return f"api-key-{digest}"
