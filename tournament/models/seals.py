"""The seals of draws.

A draw is sealed so that nobody sees hidden rounds and everybody can check it later.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.models.event import Event


class Seal(models.Model):
    """The seal of one draw of a round, or of several together.

    `opening` is the whole draw with a random salt; `commitment` is its SHA-256, which is public
    from `published_at` on, when the first of its rounds was. The opening is public once no round up
    to `last_round` is hidden any more.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="seals")
    first_round = models.PositiveSmallIntegerField(_("first round"))
    last_round = models.PositiveSmallIntegerField(_("last round"))
    opening = models.TextField(_("opening"))
    commitment = models.CharField(_("seal (SHA-256)"), max_length=64)
    sealed_at = models.DateTimeField(pgettext_lazy("seal", "sealed"), auto_now_add=True)
    published_at = models.DateTimeField(pgettext_lazy("seal", "published"), null=True, blank=True)

    class Meta:
        verbose_name = _("seal of a draw")
        verbose_name_plural = _("seals of draws")
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.commitment
