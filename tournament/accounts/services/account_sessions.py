"""Sessions of an account: stored beside each session, and ended from elsewhere."""

import datetime as dt

from django.contrib.auth.models import User
from django.contrib.sessions.backends.base import SessionBase, UpdateError
from django.contrib.sessions.models import Session
from django.db import DatabaseError, transaction
from django.utils import timezone

from tournament import audit
from tournament.audit import Actor
from tournament.common.database_faults import database_fault
from tournament.common.lock_wait import lock_wait
from tournament.models import AccountSession


@transaction.atomic
def record_session(*, person: User, session_key: str, device: str) -> None:
    """Store to which person a session belongs, and delete their expired ones.

    There is no audit row: each sign-in stands in the server's log.
    """
    over = Session.objects.filter(account__person=person, expire_date__lt=timezone.now())
    over.delete()
    AccountSession.objects.update_or_create(
        session_id=session_key, defaults={"person": person, "device": device}
    )


def note_seen(*, session: SessionBase, now: int) -> None:
    """Note that somebody is there, if the database takes it at once.

    No page waits for that.
    """
    session["seen"] = now
    try:
        with lock_wait(0):
            session.save()
    except UpdateError:
        # Signed out elsewhere meanwhile, which Django answers at the end of the request.
        return
    except DatabaseError as error:
        if database_fault(error) is None:
            raise
    session.modified = False


def forget_old_sessions(*, now: dt.datetime) -> None:
    """Delete expired sessions, also those without a user."""
    audit.delete_any(Session.objects.filter(expire_date__lt=now))


@transaction.atomic
def end_session(*, session: AccountSession, by: Actor) -> None:
    """Sign a browser out, from wherever."""
    audit.log(
        by=by,
        action="end session",
        instance=session.person,
        event=None,
        before={"browser": session.device},
    )
    Session.objects.filter(pk=session.session_id).delete()


@transaction.atomic
def end_sessions(*, person: User, but: str = "", by: Actor) -> int:
    """Sign a person out everywhere, or everywhere else; how many sessions that were."""
    ended = Session.objects.filter(account__person=person).exclude(pk=but)
    count = ended.count()
    if count:
        told = {"sessions": count}
        audit.log(by=by, action="end sessions", instance=person, event=None, before=told)
        ended.delete()
    return count
