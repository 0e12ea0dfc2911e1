"""The audit log: one row for each write.

A row has person and time, and is never changed afterwards.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class AuditEntry(models.Model):
    """One write by a service.

    It names people and objects by value, not by foreign key, so that deleting them leaves the
    row as it was.
    """

    at = models.DateTimeField(_("when"), auto_now_add=True)
    by = models.CharField(_("who"), max_length=150)
    by_user_id = models.BigIntegerField(_("user id"), null=True, blank=True)
    action = models.CharField(_("action"), max_length=60)
    event_slug = models.CharField(pgettext_lazy("tournament", "event"), max_length=60, blank=True)
    kind = models.CharField(_("kind of object"), max_length=40)
    object_id = models.BigIntegerField(_("object id"), null=True, blank=True)
    label = models.CharField(_("object"), max_length=300)
    before = models.JSONField(_("before"), null=True, blank=True)
    after = models.JSONField(_("after"), null=True, blank=True)

    class Meta:
        verbose_name = _("audit entry")
        verbose_name_plural = _("audit log")
        ordering = ["-pk"]
        indexes = [models.Index(fields=["event_slug", "-id"], name="audit_of_event")]

    def __str__(self) -> str:
        return f"{self.action}: {self.label}"
