"""The cut to the finals, as it was recorded."""

from django.core.validators import MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.competition.finals import finalists_of
from tournament.models.event import Event


class Cut(models.Model):
    """The recorded cut to the finals from round `round_number` on.

    `order` are all players by their codes as they stood at that moment, ties broken by the lot of
    `lot_seed`; the first `size` of them who are not in `left_out` are the finalists. Later
    corrections change neither.
    """

    event = models.ForeignKey(
        Event,
        models.CASCADE,
        related_name="cuts",
        verbose_name=pgettext_lazy("tournament", "event"),
    )
    round_number = models.PositiveSmallIntegerField(
        _("first round of the finals"), validators=[MinValueValidator(1)]
    )
    size = models.PositiveSmallIntegerField(_("finalists"), validators=[MinValueValidator(2)])
    order = models.JSONField(_("order at the cut"))
    left_out = models.JSONField(_("players who let the next one in"), default=list, blank=True)
    lot_seed = models.CharField(_("seed of the drawn lot"), max_length=64)
    made_at = models.DateTimeField(_("recorded"))
    made_by = models.CharField(_("recorded by"), max_length=150)

    class Meta:
        verbose_name = _("cut to the finals")
        verbose_name_plural = _("cuts to the finals")
        ordering = ["event", "round_number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "round_number"], name="cut_once_a_stage"),
        ]

    def __str__(self) -> str:
        return f"{self.event}, {_('round')} {self.round_number}"

    @property
    def finalists(self) -> tuple[str, ...]:
        """The codes of who plays, in order."""
        return finalists_of(self.order, self.left_out, self.size)
