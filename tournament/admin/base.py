"""Admin pages that write through services.

A refusal of a service is shown, and nothing is saved.
"""

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.admin import ModelAdmin

from tournament.admin.prefilled_forms import PrefilledForm
from tournament.admin.rights import GuardedAdmin

REFUSAL = "refused_by_service"
"""The request attribute that holds the reason why its form was refused."""


class ServiceAdmin(PrefilledForm, GuardedAdmin):
    """An admin whose subclasses name the services for adding, changing and deleting."""

    compressed_fields = True
    list_filter_submit = True
    warn_unsaved_form = True
    list_per_page = 50

    def add(self, request: HttpRequest, values: dict[str, Any]) -> Model:
        """Create an object with the form's values."""
        raise NotImplementedError

    def change(self, request: HttpRequest, obj: Any, values: dict[str, Any]) -> Model:
        """Change an object to the form's values."""
        raise NotImplementedError

    def remove(self, request: HttpRequest, obj: Any) -> None:
        """Delete an object."""
        raise NotImplementedError

    def save_model(self, request: HttpRequest, obj: Any, form: ModelForm, change: Any) -> None:  # type: ignore[type-arg]
        """Add or change through the service, then run the button that was pressed."""
        values = self.values_of(form)
        if change:
            saved = self.change(request, type(obj).objects.get(pk=obj.pk), values)
        else:
            self.demand_any(request, "add", obj)
            saved = self.add(request, values)
        obj.__dict__.update(saved.__dict__)
        for action in self.get_actions_submit_line(request, obj.pk):
            if action.action_name in request.POST:
                action.method(request, obj)

    def values_of(self, form: ModelForm) -> dict[str, Any]:  # type: ignore[type-arg]
        """Return the form's values that the service is to set.

        They are those of the form's fields that are fields of the model.
        """
        names = {field.name for field in form.instance._meta.concrete_fields}
        return {name: value for name, value in form.cleaned_data.items() if name in names}

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> tuple[Any, Any, Any, Any]:
        """List the objects that would be deleted with the given ones.

        The service says whether the deletion is allowed.
        """
        shown, counts, _permissions, _protected = super().get_deleted_objects(objs, request)
        return shown, counts, set(), []

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        """Delete through `remove`, which calls the service of the model."""
        self.remove(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Delete each through `remove`, which calls the service of the model."""
        objects = list(queryset)
        for obj in objects:
            self.demand_any(request, "delete", obj)
        for obj in objects:
            self.remove(request, obj)

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Show the form; if a service refuses, save nothing and show it again.

        It then holds what was typed, and says why it was refused.
        """
        try:
            return super().changeform_view(request, *args, **kwargs)  # type: ignore[no-any-return]
        except ValidationError as error:
            setattr(request, REFUSAL, error)
            return super().changeform_view(request, *args, **kwargs)  # type: ignore[no-any-return]

    def get_form(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        """Return the form, with what the service refused as its errors."""
        form: Any = super().get_form(request, obj, **kwargs)
        refusal = getattr(request, REFUSAL, None)
        return _refused_form(form, refusal) if refusal else form

    def changelist_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Show the list, and the refusals of its actions."""
        return self._run_view(request, super().changelist_view, *args, **kwargs)

    def delete_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Show the deletion page, with any refusal."""
        return self._run_view(request, super().delete_view, *args, **kwargs)

    def _run_view(self, request: HttpRequest, view: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)  # type: ignore[no-any-return]
        except ValidationError as error:
            show_refusal(self, request, error)
            return HttpResponseRedirect(request.get_full_path())


def _refused_form(form: Any, refusal: ValidationError) -> Any:
    """Return the form class with these reasons as its errors, whatever it holds.

    A reason goes to its field if the form has that field.
    """

    class Refused(form):
        """A form that a service refused."""

        def _post_clean(self) -> None:
            super()._post_clean()
            by_field = getattr(refusal, "error_dict", {None: refusal})
            for name, errors in by_field.items():
                self.add_error(name if name in self.fields else None, errors)

    return Refused


class ReadOnlyAdmin(PrefilledForm, GuardedAdmin):
    """An admin for viewing only: its `rights` contain just `view`."""

    compressed_fields = True
    list_filter_submit = True
    list_per_page = 50


def actor(request: HttpRequest) -> AbstractBaseUser:
    """Return the signed-in user; the admin lets nobody else in."""
    return cast("AbstractBaseUser", request.user)


def show_refusal(admin: ModelAdmin, request: HttpRequest, error: ValidationError) -> None:
    """Show the sentences of a refusal."""
    for sentence in error.messages:
        admin.message_user(request, sentence, messages.ERROR)


def link(address: str, text: object) -> SafeString:
    """Return a link that looks like one."""
    return format_html('<a class="text-primary-600 underline" href="{}">{}</a>', address, text)
