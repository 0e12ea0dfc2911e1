"""Tables of public versions and of changes still to be published."""

from django.core.validators import MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.models.event import Event


class Change(models.Model):
    """A change of an event that is still to be published.

    The row is committed together with the change. The publisher deletes it once a version has
    the change.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="changes")
    created_at = models.DateTimeField(pgettext_lazy("change", "created"), auto_now_add=True)

    class Meta:
        verbose_name = _("change to be published")
        verbose_name_plural = _("changes to be published")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.event}: {self.pk}"


class PublicVersion(models.Model):
    """One public version of an event, numbered without gaps.

    `snapshot` is its canonical JSON (`{}` while the event is hidden), `digest` the SHA-256 of that,
    `patch` the JSON merge patch (RFC 7396) from the version before. `parts` name the version in
    which each part last changed, by its number and the beginning of its digest: `{"event":
    "3-94f0…", "projected": "7-0b2c…", "boards": {"1/4": "7-0b2c…"}}` (round/table).
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField(_("number"), validators=[MinValueValidator(1)])
    digest = models.CharField(_("SHA-256 of the snapshot"), max_length=64)
    snapshot = models.TextField(_("snapshot"))
    patch = models.TextField(_("difference from the version before"))
    parts = models.JSONField(_("versions of its parts"), default=dict)
    created_at = models.DateTimeField(pgettext_lazy("version", "created"))

    class Meta:
        verbose_name = _("public version")
        verbose_name_plural = _("public versions")
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="public_version_once"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="public_version_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.event}, {self.number}"


class PublisherLease(models.Model):
    """The one row that says which process publishes.

    That is its `holder`, until it has been silent for longer than a lease lasts. `beat` is its
    last sign of life.
    """

    holder = models.UUIDField(_("holder"))
    beat = models.DateTimeField(_("last sign of life"))

    class Meta:
        verbose_name = _("publisher")
        verbose_name_plural = _("publishers")

    def __str__(self) -> str:
        return str(self.holder)
