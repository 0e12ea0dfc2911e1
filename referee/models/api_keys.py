"""The database table of the keys by which programs are counted apart."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class ApiKey(models.Model):
    """A key of the public interface.

    It opens nothing, but gives its owner a rate limit of their own. The key itself is shown once;
    `digest` is its SHA-256.
    """

    NOT_LOGGED = ("digest",)

    label = models.CharField(_("whose it is"), max_length=100)
    digest = models.CharField(_("SHA-256 of the key"), max_length=64, unique=True)
    created_at = models.DateTimeField(pgettext_lazy("key", "created"), auto_now_add=True)
    revoked_at = models.DateTimeField(pgettext_lazy("key", "revoked"), null=True, blank=True)

    class Meta:
        verbose_name = _("key of the public interface")
        verbose_name_plural = _("keys of the public interface")
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.label
