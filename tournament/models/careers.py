"""A player's page over several events, as the player wanted it."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.models.people import Entry

MAX_ADDRESS = 32


class CareerEntry(models.Model):
    """An entry that its player shows on one page with entries in other events.

    The page is all entries of one `address`, which says by itself nothing of whose it is. `listed`
    is the same for all of them: search engines may list the page. Only who holds the personal link
    of an entry puts it here (`careers.services`).
    """

    NOT_LOGGED: ClassVar[tuple[str, ...]] = ("address",)

    entry = models.OneToOneField(
        Entry, models.CASCADE, related_name="career", verbose_name=_("player")
    )
    address = models.CharField(max_length=MAX_ADDRESS, db_index=True)
    listed = models.BooleanField(_("search engines may list it"), default=False)
    created_at = models.DateTimeField(pgettext_lazy("tournament", "created"), auto_now_add=True)

    class Meta:
        verbose_name = _("entry on a page over events")
        verbose_name_plural = _("entries on pages over events")
        ordering = ["pk"]

    def __str__(self) -> str:
        # Without names: it stands in the audit log.
        return str(self.entry_id)
