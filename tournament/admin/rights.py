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
    """An admin of what belongs to events. Objects of events that are hidden from a person are not
    there for them: not in lists, searches, choices or at an address.

    `rights` names the actions that each verb (view, add, change, delete) stands for: any one of
    them opens it. A verb that is not named is nobody's. `event_path` leads from an object to its
    event, as in a lookup; None for what belongs to no event.
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
        """Whether the person may; without an object, in any event (the library also asks with the
        key of one, before it is loaded)."""
        event = self.event_of(obj) if isinstance(obj, Model) else None
        return may_everywhere(request.user, action, event)

    def demand(self, request: HttpRequest, action: Action, *objects: Any) -> None:
        """PermissionDenied unless the person may do it to every one of the objects."""
        if not all(self.allows(request, action, obj) for obj in objects):
            raise PermissionDenied

    def demand_any(self, request: HttpRequest, verb: str, obj: Any) -> None:
        """PermissionDenied unless the verb is open to the person for this object."""
        if not self._opens(request, verb, obj):
            raise PermissionDenied

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """By `rights`."""
        return self._opens(request, "view", obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """By `rights`."""
        return self._opens(request, "add", None)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """By `rights`."""
        return self._opens(request, "change", obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """By `rights`."""
        return self._opens(request, "delete", obj)

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Return whether the person meets this admin at all."""
        return any(self._opens(request, verb, None) for verb in self.rights)

    def has_publish_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """For buttons that publish and hide."""
        return self.allows(request, Action.PUBLISH, obj)

    def has_draw_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """For buttons that draw and seat."""
        return self.allows(request, Action.DRAW, obj)

    def has_enter_results_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """For buttons about results."""
        return self.allows(request, Action.ENTER_RESULTS, obj)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """What is not hidden from the person."""
        found: QuerySet[Any] = super().get_queryset(request)
        if self.event_path is None:
            return found
        return found.filter(**{f"{self.event_path}__in": visible_events(request.user)})

    def formfield_for_foreignkey(
        self, db_field: ForeignKey[Any, Any], request: HttpRequest, **kwargs: Any
    ) -> Any:
        """A choice of what is not hidden from the person: nothing else is accepted either."""
        related = self.admin_site._registry.get(db_field.remote_field.model)
        if isinstance(related, GuardedAdmin):
            kwargs["queryset"] = related.get_queryset(request)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def _opens(self, request: HttpRequest, verb: str, obj: Any) -> bool:
        return any(self.allows(request, action, obj) for action in self.rights.get(verb, ()))
