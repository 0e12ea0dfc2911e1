"""The admin asks who may do what as every other page does: by action and event."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import ForeignKey, Model, QuerySet
from django.http import HttpRequest
from unfold.admin import ModelAdmin

from tournament.access import Action, may_everywhere, visible_events
from tournament.models import Event

OfferedInListFilter = admin.RelatedOnlyFieldListFilter
"""A filter that offers only what the list may show: no names of hidden events."""


class GuardedAdmin(ModelAdmin):
    """A base of the admin's pages for objects that belong to events.

    Objects of events that are hidden from a person are not there for them: not in lists, searches,
    choices or at an address.

    `rights` names the actions that each verb (view, add, change, delete) stands for: any one of
    them opens it. A verb that is not named is nobody's. `event_path` leads from an object to its
    event, as in a lookup; None for objects that belong to no event.
    """

    rights: ClassVar[Mapping[str, tuple[Action, ...]]] = {}
    event_path: ClassVar[str | None] = None

    def event_of(self, obj: Any) -> Event | None:
        """Return the event an object belongs to."""
        if self.event_path is None:
            return None
        for name in self.event_path.split("__"):
            obj = getattr(obj, name)
        return obj  # type: ignore[no-any-return]

    def allows(self, request: HttpRequest, action: Action, obj: Any = None) -> bool:
        """Return whether the user may do this to the object.

        If there is no object, return whether the user may do it in any event. unfold also asks with
        an object's key, before it is loaded; that counts as no object.
        """
        event = self.event_of(obj) if isinstance(obj, Model) else None
        return may_everywhere(request.user, action, event)

    def demand(self, request: HttpRequest, action: Action, *objects: Any) -> None:
        """Raise PermissionDenied unless the user may do this to every one of the objects."""
        if not all(self.allows(request, action, obj) for obj in objects):
            raise PermissionDenied

    def demand_any(self, request: HttpRequest, verb: str, obj: Any) -> None:
        """Raise PermissionDenied unless the user may use this verb on the object.

        The actions in `rights` open the verb.
        """
        if not self._opens(request, verb, obj):
            raise PermissionDenied

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return whether `rights` lets the user view the object."""
        return self._opens(request, "view", obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return whether `rights` lets the user add an object."""
        return self._opens(request, "add", None)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return whether `rights` lets the user change the object."""
        return self._opens(request, "change", obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return whether `rights` lets the user delete the object."""
        return self._opens(request, "delete", obj)

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Return whether the person meets this admin at all."""
        return any(self._opens(request, verb, None) for verb in self.rights)

    def has_publish_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return whether the user sees the buttons that publish and hide."""
        return self.allows(request, Action.PUBLISH, obj)

    def has_draw_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return whether the user sees the buttons that draw and seat."""
        return self.allows(request, Action.DRAW, obj)

    def has_enter_results_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return whether the user sees the buttons about results."""
        return self.allows(request, Action.ENTER_RESULTS, obj)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Return the rows of the events that the user may see."""
        found: QuerySet[Any] = super().get_queryset(request)
        if self.event_path is None:
            return found
        return found.filter(**{f"{self.event_path}__in": visible_events(request.user)})

    def formfield_for_foreignkey(
        self, db_field: ForeignKey[Any, Any], request: HttpRequest, **kwargs: Any
    ) -> Any:
        """Limit the choices of a foreign key to rows that the user may see.

        No other row is accepted.
        """
        related = self.admin_site._registry.get(db_field.remote_field.model)
        if isinstance(related, GuardedAdmin):
            kwargs["queryset"] = related.get_queryset(request)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def _opens(self, request: HttpRequest, verb: str, obj: Any) -> bool:
        return any(self.allows(request, action, obj) for action in self.rights.get(verb, ()))
