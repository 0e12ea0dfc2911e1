"""The audit log, and the three writes that all services use.

Every decision leaves an audit row; outcomes of pushes and the progress of work do not.
"""

import datetime as dt
from collections.abc import Collection, Mapping
from decimal import Decimal
from typing import Any, TypeAlias, TypeVar

from django.contrib.auth.models import AbstractBaseUser, User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Model, ProtectedError, QuerySet, RestrictedError
from django.utils.translation import gettext_lazy as _

from tournament.common.publisher_wakeup import notify_publisher
from tournament.models import AuditEntry, Change, DrawJob, Event, Round

# The actor: a signed-in user, or the name of the command that acts.
Actor: TypeAlias = AbstractBaseUser | str
Saved = TypeVar("Saved", bound=Model)
_SEALED = {str(model._meta.model_name): model.NOT_LOGGED for model in (DrawJob, Round)}


def insert(instance: Saved, *, by: Actor, event: Event | None) -> Saved:
    """Validate and save a new object (ValidationError if it is not valid) and log it."""
    save_valid(instance, force_insert=True)
    log(by=by, action="create", instance=instance, event=event, after=snapshot(instance))
    return instance


def update(
    instance: Saved,
    changes: Mapping[str, Any],
    *,
    by: Actor,
    event: Event | None,
    action: str = "update",
    reason: str = "",
) -> Saved:
    """Set the fields in `changes`, save, and log what changed, with any `reason`.

    Nothing is written if nothing changes. Raise ValidationError if the object would not be valid.
    """
    before = snapshot(instance)
    for name, value in changes.items():
        setattr(instance, name, value)
    _clean(instance)
    after = snapshot(instance)
    changed = [name for name in after if after[name] != before[name]]
    if changed:
        _save(instance, update_fields=changed)
        log(
            by=by,
            action=action,
            instance=instance,
            event=event,
            before={name: before[name] for name in changed},
            after={name: after[name] for name in changed} | ({"reason": reason} if reason else {}),
        )
    return instance


def save_valid(instance: Model, *, known: Collection[str] = (), **how: Any) -> None:
    """Validate and save an object; `how` are the arguments of `Model.save`.

    Fields that are `known` to be valid, since the caller has locked what they name, are not looked
    up again. Raise ValidationError, writing nothing, if the object is not valid.
    """
    _clean(instance, known)
    _save(instance, **how)


def _clean(instance: Model, known: Collection[str] = ()) -> None:
    """Validate the fields and, if one fails, the constraints too.

    All errors are then reported.
    """
    try:
        instance.full_clean(exclude=known, validate_constraints=False)
    except ValidationError:
        instance.full_clean()
        raise


def _save(instance: Model, **how: Any) -> None:
    """Save, and let the database check its constraints.

    Checking each one beforehand took longer than all the rest of a write. If the database refuses,
    they are checked to find those that failed.
    """
    try:
        with transaction.atomic():
            instance.save(**how)
    except IntegrityError:
        instance.full_clean()
        raise


def remove(instance: Model, *, by: Actor, event: Event | None) -> None:
    """Delete an object (ValidationError if others depend on it) and log its values."""
    log(by=by, action="delete", instance=instance, event=event, before=snapshot(instance))
    delete(instance)


def delete(found: Model | QuerySet[Any]) -> None:
    """Delete one object or several (ValidationError if others depend on one)."""
    try:
        found.delete()
    except (ProtectedError, RestrictedError) as error:
        needing = {str(item._meta.verbose_name) for item in _blocking_objects(error)}
        raise ValidationError(
            _("It cannot be deleted while something depends on it: %(needing)s."),
            params={"needing": ", ".join(sorted(needing))},
        ) from error


def delete_any(rows: QuerySet[Any]) -> None:
    """Delete expired rows, if there are any.

    A DELETE that finds nothing would hold up writers.
    """
    if rows.exists():
        rows.delete()


def _blocking_objects(error: ProtectedError | RestrictedError) -> set[Any]:
    if isinstance(error, ProtectedError):
        return error.protected_objects
    return error.restricted_objects


def log(
    *,
    by: Actor,
    action: str,
    instance: Model,
    event: Event | None,
    before: Any = None,
    after: Any = None,
) -> None:
    """Append one row to the audit log, and tell the publisher that events changed."""
    tell_of_change(event)
    AuditEntry.objects.create(
        by=name_of(by),
        by_user_id=None if isinstance(by, str) else by.pk,
        action=action,
        event_slug=event.slug if event else "",
        kind=str(instance._meta.model_name),
        object_id=instance.pk,
        label=str(instance)[:300],
        before=_without_secrets(instance, before),
        after=_without_secrets(instance, after),
    )


def tell_of_change(event: Event | None) -> None:
    """Tell the publisher which event was written, None for none that is published."""
    if event is not None:
        Change.objects.create(event_id=event.pk)
    notify_publisher()


def _without_secrets(instance: Model, values: Any) -> Any:
    """Return the values without the fields kept out of the log (`NOT_LOGGED`)."""
    return _leave_out(values, getattr(instance, "NOT_LOGGED", ()))


def without_sealed(kind: str, values: Any) -> Any:
    """Return the values of a row without those that would open a sealed draw.

    Old rows hold such values.
    """
    return _leave_out(values, _SEALED.get(kind, ()))


def _leave_out(values: Any, names: Collection[str]) -> Any:
    if not names or not isinstance(values, dict):
        return values
    return {name: value for name, value in values.items() if name not in names}


def name_of(by: Actor) -> str:
    """Return the actor's name for the log."""
    return by[:150] if isinstance(by, str) else by.get_username()[:150]


def is_same_person(by: Actor, user: int | None, name: str) -> bool:
    """Return whether the actor is the one kept with something, by account or by name.

    What was restored from a backup has no account.
    """
    key = account_of(by)
    return (key is not None and key == user) or name_of(by) == name


def account_of(by: Actor) -> int | None:
    """Return the key of the actor's account; None for a command, which has none."""
    return by.pk if isinstance(by, AbstractBaseUser) else None


def shown_name(by: Actor) -> str:
    """Return the name that others read: the chosen one, else the sign-in name."""
    given = by.first_name if isinstance(by, User) else ""
    return given or name_of(by)


def snapshot(instance: Model) -> dict[str, Any]:
    """Return the fields of an object as JSON values, foreign keys as keys."""
    return {
        field.attname: _plain_value(getattr(instance, field.attname))
        for field in instance._meta.concrete_fields
        if not field.primary_key
    }


def _plain_value(value: Any) -> Any:
    if isinstance(value, dt.date):
        return value.isoformat()
    return str(value) if isinstance(value, Decimal) else value
