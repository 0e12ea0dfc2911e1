"""The staff's second factors and sessions."""

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

MAX_PASSKEY_NAME = 60
MAX_DEVICE = 60
"""The longest description of a browser and its system, in characters."""


class AuthenticatorApp(models.Model):
    """The app on a person's phone that makes codes.

    The codes are those of `tournament.accounts.one_time_codes`.

    The secret is needed in clear to compute them. `last_step` is that of the code that was used
    last; wrong ones are counted in the hour that began at `wrong_since`.
    """

    NOT_LOGGED = ("secret", "last_step", "wrong_codes", "wrong_since")

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="authenticator_app",
        verbose_name=_("person"),
    )
    secret = models.CharField(max_length=64)
    last_step = models.BigIntegerField(default=0)
    wrong_codes = models.PositiveIntegerField(default=0)
    wrong_since = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(pgettext_lazy("tournament", "created"), auto_now_add=True)

    class Meta:
        verbose_name = _("authenticator app")
        verbose_name_plural = _("authenticator apps")
        ordering = ["person"]

    def __str__(self) -> str:
        return str(self.person)


class RecoveryCode(models.Model):
    """A code that is good once, for a person who lost the phone or passkey.

    It is stored as its hash (`tournament.common.secret_tokens`).
    """

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="recovery_codes",
        verbose_name=_("person"),
    )
    code_hash = models.CharField(max_length=64, unique=True)
    used_at = models.DateTimeField(_("used"), null=True, blank=True)

    class Meta:
        verbose_name = _("recovery code")
        verbose_name_plural = _("recovery codes")
        ordering = ["pk"]

    def __str__(self) -> str:
        return str(self.person)


class Passkey(models.Model):
    """A key that signs in without a password (WebAuthn).

    It is on a phone, a computer or a security key. It belongs to the site's name at which it
    was made, and works at no other.

    `credential` is its public half as the standard writes it (attested credential data);
    `counter` the number of its uses, where the device counts them.
    """

    NOT_LOGGED = ("credential_id", "credential", "counter", "used_at")

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="passkeys",
        verbose_name=_("person"),
    )
    name = models.CharField(pgettext_lazy("tournament", "name"), max_length=MAX_PASSKEY_NAME)
    site = models.CharField(_("site"), max_length=253)
    # Base64url: fields of bytes cannot be unique in every database.
    credential_id = models.CharField(max_length=1400, unique=True)
    credential = models.TextField()
    counter = models.BigIntegerField(default=0)
    created_at = models.DateTimeField(pgettext_lazy("tournament", "created"), auto_now_add=True)
    used_at = models.DateTimeField(_("used"), null=True, blank=True)

    class Meta:
        verbose_name = _("passkey")
        verbose_name_plural = _("passkeys")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.person}: {self.name}"


class AccountSession(models.Model):
    """A browser in which somebody is signed in.

    It ends with the session's own row, which also has the time of signing in and of the last visit
    (`tournament.accounts.sign_in.sessions`).
    """

    session = models.OneToOneField(
        Session, models.CASCADE, related_name="account", verbose_name=_("session")
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="account_sessions",
        verbose_name=_("person"),
    )
    device = models.CharField(_("browser"), max_length=MAX_DEVICE, blank=True)

    class Meta:
        verbose_name = _("session")
        verbose_name_plural = _("sessions")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.person}: {self.device}"
