"""Organisers' accounts and their groups.

Nobody gives rights they do not have, nor changes an account that may do more than they may: only a
superuser changes a superuser.
"""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.admin import GroupAdmin as BaseGroupAdmin
from django.contrib.auth.admin import UserAdmin as BaseUserAdmin
from django.contrib.auth.models import Group, Permission, User
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.admin import ModelAdmin
from unfold.decorators import action
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm
from unfold.widgets import UnfoldAdminTextInputWidget

from tournament import audit
from tournament.accounts.services.second_factor import (
    MAX_REASON,
    has_second_factor,
    take_away_second_factor,
)
from tournament.admin.base import actor
from tournament.admin.prefilled_forms import PrefilledForm

admin.site.unregister(User)
admin.site.unregister(Group)


def permissions_of(user: Any) -> QuerySet[Permission]:
    """Return the permissions that a user was given, directly and by groups.

    A closed account keeps its permissions.
    """
    if user.is_superuser:
        return Permission.objects.all()
    return Permission.objects.filter(Q(user=user) | Q(group__user=user)).distinct()


class OwnRightsOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """Changes only what gives no more rights than the person at work has."""

    def rights_in(self, obj: Any) -> QuerySet[Permission]:
        """Return the permissions that lie in an object."""
        raise NotImplementedError

    def is_within_rights(self, request: HttpRequest, obj: Any) -> bool:
        """Return whether the person has every right that lies in the object."""
        if request.user.is_superuser:
            return True
        own = permissions_of(request.user).values("pk")
        return not self.rights_in(obj).exclude(pk__in=own).exists()

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Require Django's permission, and every right that lies in the object."""
        may = super().has_change_permission(request, obj)
        return bool(
            may and (not isinstance(obj, (User, Group)) or self.is_within_rights(request, obj))
        )

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Require the same as for a change."""
        may = super().has_delete_permission(request, obj)
        return bool(
            may and (not isinstance(obj, (User, Group)) or self.is_within_rights(request, obj))
        )

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """Write to the audit log of the whole service, beside Django's own."""
        audit.log(by=actor(request), action="create", instance=obj, event=None)
        return super().log_addition(request, obj, message)

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """Write the changed fields to the audit log of the whole service.

        Django's own log is written, too.
        """
        told = {"changed": message}
        audit.log(by=actor(request), action="update", instance=obj, event=None, after=told)
        return super().log_change(request, obj, message)

    def log_deletions(self, request: HttpRequest, queryset: QuerySet[Any]) -> Any:
        """Write to the audit log of the whole service, beside Django's own."""
        for obj in queryset:
            audit.log(by=actor(request), action="delete", instance=obj, event=None)
        return super().log_deletions(request, queryset)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Delete all of them or, if one is beyond the person's rights, none."""
        if not all(self.is_within_rights(request, obj) for obj in queryset):
            raise PermissionDenied
        super().delete_queryset(request, queryset)

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Limit the choices to rights that the user may give; nothing else is accepted."""
        if not request.user.is_superuser:
            own = permissions_of(request.user).values("pk")
            if db_field.name in ("permissions", "user_permissions"):
                kwargs["queryset"] = Permission.objects.filter(pk__in=own)
            if db_field.name == "groups":
                beyond = Group.objects.filter(
                    pk__in=Permission.objects.exclude(pk__in=own).values("group")
                )
                kwargs["queryset"] = Group.objects.exclude(pk__in=beyond.values("pk"))
        return super().formfield_for_manytomany(db_field, request=request, **kwargs)


class ReasonForm(forms.Form):
    """The form for the reason of an action on somebody's account."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=MAX_REASON,
        widget=UnfoldAdminTextInputWidget,
        help_text=gettext_lazy("It stays in the audit log: who asked for it, and how you know."),
    )


@admin.register(User)
class UserAdmin(PrefilledForm, OwnRightsOnly, BaseUserAdmin, ModelAdmin):  # type: ignore[type-arg]
    """Accounts that may sign in."""

    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm
    actions_detail = ("take_away_second_step",)

    @action(
        description=gettext_lazy("Take away the second step"),
        url_path="second-step",
        permissions=["take_away_second_step"],
    )
    def take_away_second_step(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Let the password alone sign in somebody who lost phone, passkeys and codes."""
        person = get_object_or_404(User, pk=object_id)
        form = ReasonForm(request.POST or None)
        if form.is_valid():
            reason = form.cleaned_data["reason"]
            take_away_second_factor(person=person, reason=reason, by=actor(request))
            self.message_user(request, _("The second step was taken away."), messages.SUCCESS)
            return redirect("admin:auth_user_change", object_id)
        context = {
            **self.admin_site.each_context(request),
            "title": _("Take away the second step"),
            "person": person,
            "form": form,
            "opts": self.opts,
        }
        return TemplateResponse(request, "tournament/admin/second_step.html", context)

    def has_take_away_second_step_permission(
        self, request: HttpRequest, object_id: str | None = None
    ) -> bool:
        """Return whether the user may change the account and there is something to remove."""
        person = self.get_object(request, object_id) if object_id else None
        if person is None or not self.has_change_permission(request, person):
            return False
        return has_second_factor(person)

    def rights_in(self, obj: User) -> QuerySet[Permission]:
        """Return the permissions that the account was given."""
        return permissions_of(obj)

    def is_within_rights(self, request: HttpRequest, obj: Any) -> bool:
        """Return whether every right is the person's; only superusers touch superusers."""
        return super().is_within_rights(request, obj) and (
            request.user.is_superuser or not obj.is_superuser
        )

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: Any) -> None:
        """Save, and warn of what still keeps a person from signing in."""
        super().save_related(request, form, formsets, change)
        user: User = form.instance
        if not user.is_staff and (user.is_superuser or permissions_of(user).exists()):
            text = _("%(user)s cannot sign in as long as “Staff status” is not ticked.")
            self.message_user(request, text % {"user": user}, messages.WARNING)

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Let only superusers make superusers."""
        fields = super().get_readonly_fields(request, obj)
        return fields if request.user.is_superuser else (*fields, "is_superuser")


@admin.register(Group)
class GroupAdmin(PrefilledForm, OwnRightsOnly, BaseGroupAdmin, ModelAdmin):
    """Groups of organisers and their rights."""

    def rights_in(self, obj: Group) -> QuerySet[Permission]:
        """Return the permissions that the group gives its members."""
        return obj.permissions.all()
