"""The page that makes one of two entries."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from tournament.access import Action
from tournament.console.page import console_page, to_players
from tournament.console.staff import StaffRequest, event_at, staff_may
from tournament.models import Entry
from tournament.people.imports.likeness import similar_pairs
from tournament.people.selectors.player_list import entries_of
from tournament.people.services.merging import merge_entries
from tournament.people.views.players import refuse


class MergeForm(forms.Form):
    """The choice of the entry that stays."""

    keep = forms.ModelChoiceField(label=gettext_lazy("Who stays"), queryset=Entry.objects.none())
    other = forms.ModelChoiceField(
        label=gettext_lazy("Who is the same person"), queryset=Entry.objects.none()
    )

    def __init__(self, *args: Any, entries: list[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        found = Entry.objects.filter(pk__in=[entry.pk for entry in entries])
        for name in ("keep", "other"):
            field: Any = self.fields[name]
            field.queryset = found.order_by("seed")


@require_http_methods(["GET", "HEAD", "POST"])
@staff_may(Action.EDIT_PLAYERS)
def merge(request: StaffRequest, slug: str) -> HttpResponse:
    """Show entries with nearly the same name side by side, and merge them into either."""
    event = event_at(slug)
    entries = entries_of(event)
    form = MergeForm(request.POST or None, entries=entries)
    if request.method == "POST" and form.is_valid():
        try:
            merged = merge_entries(by=request.user, **form.cleaned_data)
        except ValidationError as error:
            refuse(form, error)
        else:
            text = _("Merged: %(player)s stands in the list once.")
            messages.success(request, text % {"player": merged.name})
            return redirect("tournament:merge-players", slug)
    found = similar_pairs(entry.name for entry in entries)
    pairs = [(entries[one], entries[other]) for one, other in found]
    frame = console_page(event, _("Merge duplicates"), to_players(event))
    context = {"form": form, "pairs": pairs, **frame}
    return render(request, "tournament/people/merge_players.html", context)
