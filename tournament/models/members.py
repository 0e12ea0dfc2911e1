"""Members of an event, and invitations."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.models.event import Event


class EventRole(models.TextChoices):
    """A member's role in an event.

    The rights of each role are in `tournament.access.ROLE_ACTIONS`.
    """

    ORGANISER = "organiser", _("Organiser")
    CHIEF_REFEREE = "chief-referee", _("Chief referee")
    REGISTRAR = "registrar", _("Registrar")
    RESULT_DESK = "result-desk", _("Result desk")
    READER = "reader", _("Helper (reads only)")


class Membership(models.Model):
    """A person's role in one event. It opens nothing of other events, nor `/admin/`."""

    event = models.ForeignKey(
        Event,
        models.CASCADE,
        related_name="memberships",
        verbose_name=pgettext_lazy("tournament", "event"),
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="memberships",
        verbose_name=_("person"),
    )
    role = models.CharField(_("role in the event"), max_length=20, choices=EventRole)
    created_at = models.DateTimeField(pgettext_lazy("tournament", "created"), auto_now_add=True)

    class Meta:
        verbose_name = _("member of an event")
        verbose_name_plural = _("members of events")
        ordering = ["event", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["event", "person"], name="member_once_an_event"),
            models.CheckConstraint(
                condition=models.Q(role__in=EventRole.values), name="member_role_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.role}"


class Invitation(models.Model):
    """A link by which one person becomes a member, once.

    `name` says for whom it is; the token in the link is stored as its hash
    (`tournament.common.secret_tokens`).
    """

    NOT_LOGGED = ("token_hash", "nonce", "email")

    event = models.ForeignKey(
        Event,
        models.CASCADE,
        related_name="invitations",
        verbose_name=pgettext_lazy("tournament", "event"),
    )
    role = models.CharField(_("role in the event"), max_length=20, choices=EventRole)
    name = models.CharField(_("for whom"), max_length=100, blank=True)
    email = models.EmailField(_("email"), blank=True)
    token_hash = models.CharField(max_length=64, unique=True)
    nonce = models.CharField(max_length=64, blank=True)
    created_at = models.DateTimeField(pgettext_lazy("tournament", "created"), auto_now_add=True)
    expires_at = models.DateTimeField(_("valid until"))
    withdrawn_at = models.DateTimeField(_("withdrawn"), null=True, blank=True)
    accepted_at = models.DateTimeField(_("accepted"), null=True, blank=True)
    accepted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("accepted by"),
    )

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(role__in=EventRole.values), name="invitation_role_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.role}: {self.name}" if self.name else self.role
