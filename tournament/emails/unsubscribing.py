"""The link in a mailing that ends its player's e-mails of the event.

It does so without opening a page.
"""

from django.core.signing import BadSignature, Signer

from tournament.common.email_addresses import address_key
from tournament.common.parameters import whole_number
from tournament.models import Entry
from tournament.outbox.selectors.due_emails import present_address


def unsubscribe_token(entry: Entry) -> str:
    """Return the link's token: signed, and stored nowhere.

    It is good for the present address only: the reader of a former one decides nothing.
    """
    return _signer(entry).sign(str(entry.pk))


def entry_to_unsubscribe(token: str) -> Entry | None:
    """Return the entry of a token, None if its signature is wrong (2 queries)."""
    pk = whole_number(token.partition(".")[0], 1)
    entry = Entry.objects.select_related("event").filter(pk=pk).first() if pk else None
    if entry is None:
        return None
    try:
        _signer(entry).unsign(token)
    except BadSignature:
        return None
    return entry


def _signer(entry: Entry) -> Signer:
    return Signer(salt=f"unsubscribe:{address_key(present_address(entry))}", sep=".")
