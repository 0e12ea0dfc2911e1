"""Organisers' accounts and their groups. Nobody gives rights they do not have, nor touches an
account that may do more than they may: only a superuser touches a superuser."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.auth.admin import GroupAdmin as BaseGroupAdmin
from django.contrib.auth.admin import UserAdmin as BaseUserAdmin
from django.contrib.auth.models import Group, Permission, User
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from unfold.admin import ModelAdmin
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from tournament.admin.prefilled_forms import PrefilledForm

admin.site.unregister(User)
admin.site.unregister(Group)


def permissions_of(user: Any) -> QuerySet[Permission]:
    """What somebody was given, directly and by groups; an account that was closed keeps it."""
    if user.is_superuser:
        return Permission.objects.all()
    return Permission.objects.filter(Q(user=user) | Q(group__user=user)).distinct()


class OwnRightsOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """Changes only what gives no more rights than the person at work has."""

    def rights_in(self, obj: Any) -> QuerySet[Permission]:
        """The permissions that lie in an object."""
        raise NotImplementedError

    def within(self, request: HttpRequest, obj: Any) -> bool:
        """Whether the person has every right that lies in the object."""
        if request.user.is_superuser:
            return True
        own = permissions_of(request.user).values("pk")
        return not self.rights_in(obj).exclude(pk__in=own).exists()

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """With Django's permission, and of what is within one's own rights."""
        may = super().has_change_permission(request, obj)
        return bool(may and (not isinstance(obj, (User, Group)) or self.within(request, obj)))

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """As changing."""
        may = super().has_delete_permission(request, obj)
        return bool(may and (not isinstance(obj, (User, Group)) or self.within(request, obj)))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """All of them or, if one is beyond one's rights, none."""
        if not all(self.within(request, obj) for obj in queryset):
            raise PermissionDenied
        super().delete_queryset(request, queryset)

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """A choice of what one may give: nothing else is accepted either."""
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


@admin.register(User)
class UserAdmin(PrefilledForm, OwnRightsOnly, BaseUserAdmin, ModelAdmin):  # type: ignore[type-arg]
    """Who may sign in."""

    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm

    def rights_in(self, obj: User) -> QuerySet[Permission]:
        """What the account was given."""
        return permissions_of(obj)

    def within(self, request: HttpRequest, obj: Any) -> bool:
        """Only superusers touch superusers, whatever permissions there are."""
        return super().within(request, obj) and (request.user.is_superuser or not obj.is_superuser)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: Any) -> None:
        """Say what would keep a person out whose rights were given."""
        super().save_related(request, form, formsets, change)
        user: User = form.instance
        if not user.is_staff and (user.is_superuser or permissions_of(user).exists()):
            text = _("%(user)s cannot sign in as long as “Staff status” is not ticked.")
            self.message_user(request, text % {"user": user}, messages.WARNING)

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Only superusers make superusers."""
        fields = super().get_readonly_fields(request, obj)
        return fields if request.user.is_superuser else (*fields, "is_superuser")


@admin.register(Group)
class GroupAdmin(PrefilledForm, OwnRightsOnly, BaseGroupAdmin, ModelAdmin):
    """What groups of organisers may do."""

    def rights_in(self, obj: Group) -> QuerySet[Permission]:
        """What its members may."""
        return obj.permissions.all()
