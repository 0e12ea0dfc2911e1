"""Names of tablets, as stored and as shown to a reader."""

import re

from django.utils.translation import gettext as _

_GIVEN = re.compile(r"Tablet ([0-9A-Z]{1,5})")
"""A name that nobody chose."""


def given_name(mark: str) -> str:
    """Return the stored name of a tablet that came without one.

    `mark` is the mark on its code.
    """
    return f"Tablet {mark}"


def shown_name(stored: str) -> str:
    """Return a stored name in the reader's language.

    A name that somebody chose stays as it is.

    >>> shown_name("Tablet 7A"), shown_name("Kitchen")
    ('Tablet 7A', 'Kitchen')
    """
    given = _GIVEN.fullmatch(stored)
    return _("Tablet %(mark)s") % {"mark": given[1]} if given else stored
