"""The step in which the cut to the finals is chosen."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournament.common.finals import stages
from tournament.events.forecast import forecast
from tournament.events.settings.forms import MAX_ROUNDS, StepForm
from tournament.models import Event
from tournament.models.event_settings import MAX_FINALISTS, MIN_SEATS

USUAL_SIZES = (4, 5, 6, 8, 9, 10, 12, 15, 16, 20, 24, 32)


def finals_by_size(table_sizes: list[int]) -> list[tuple[int, str]]:
    """Return usual numbers of finalists that fit these table sizes.

    Each comes with its tables.
    """
    found = [forecast(size, table_sizes) for size in USUAL_SIZES]
    return [(item.players, item.tables_text) for item in found if item.tables]


def _players(label: Any, help_text: Any) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        help_text=help_text,
        required=False,
        min_value=MIN_SEATS,
        max_value=MAX_FINALISTS,
        error_messages={"min_value": _("A table has at least two players.")},
    )


def _rounds(label: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=1, max_value=MAX_ROUNDS)


class FinalsForm(StepForm):
    """The numbers of players in the final, and in a semi-final before it.

    The rounds of both are the last ones of the event.
    """

    final_players = _players(
        _("Players in the final"),
        _(
            "After the rounds before it, the top players in the standings play the last rounds of"
            " the event, and stand above everybody else. Among them only the points of the final"
            " count; with equal points, their order at the cut decides. Ties at the cut are broken"
            " by the tie-breaks, then by a lot that anybody can draw again. Empty: no final,"
            " everybody plays all rounds."
        ),
    )
    final_rounds = _rounds(_("Rounds of the final"))
    semi_players = _players(
        _("Players in a semi-final before it"),
        _("The first of its standings play the final. Empty: no semi-final."),
    )
    semi_rounds = _rounds(_("Rounds of the semi-final"))

    def values_of(self, event: Event) -> dict[str, Any]:
        """Return each stage's values; one round if there is none yet."""
        found: dict[str, Any] = {"final_rounds": 1, "semi_rounds": 1}
        for stage in stages(event):
            name = "semi" if stage.left else "final"
            found[f"{name}_players"] = stage.size
            found[f"{name}_rounds"] = stage.last - stage.first + 1
        return found

    def clean(self) -> dict[str, Any]:
        """Check that a semi-final leads to a final, and has more players."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        semi, final = cleaned.get("semi_players"), cleaned.get("final_players")
        if semi and not final and "final_players" not in self.errors:
            self.add_error("final_players", _("Say how many play the final after the semi-final."))
        elif semi and final and semi <= final:
            self.add_error(
                "semi_players", _("More players than the final has, or it is a round of the final.")
            )
        return cleaned

    def settings(self) -> dict[str, Any]:
        """Return the number of finalists in each of the last rounds."""
        data = self.cleaned_data
        semi, final = data.get("semi_players"), data.get("final_players")
        sizes = [semi] * (data.get("semi_rounds") or 1) if semi else []
        return {"finals": sizes + [final] * (data.get("final_rounds") or 1) if final else []}

    def add_refusals(self, refused: ValidationError) -> None:
        """Show errors about the finals beside the first field."""
        self.add_error("final_players", refused.messages)
