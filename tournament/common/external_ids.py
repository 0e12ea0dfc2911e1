"""A player's id elsewhere, such as the number in a club or a federation."""

import re

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

MAX_EXTERNAL_ID = 40
_FORM = re.compile(r"[^\W_][\w ./:#-]*")


def validate_external_id(text: str) -> None:
    """Raise ValidationError unless the text is a valid external id.

    A valid id begins with a letter or digit and has only plain signs.
    """
    if not _FORM.fullmatch(text):
        raise ValidationError(
            _(
                "An ID has letters, digits, spaces and -_./:# only, and begins with a letter "
                "or a digit."
            ),
            code="external_id",
        )
