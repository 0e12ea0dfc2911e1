"""The forms before games are simulated, and to compare studies."""

from collections.abc import Sequence
from typing import Any, cast
from zoneinfo import ZoneInfo

from django import forms
from django.utils.formats import date_format
from django.utils.text import Truncator
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from referee.fairness.selectors import USUAL_SECONDS
from referee.fairness.setting_wording import changes_between
from referee.models import FairnessStudy

FEWEST_SECONDS, MOST_SECONDS = 10, 600
MAX_WORDS = 80
"""Characters of what differs, in the choice of a study."""


class StudyForm(forms.Form):
    """The length of a turn; everything else is the event's."""

    seconds = forms.IntegerField(
        label=_("Seconds per turn"),
        min_value=FEWEST_SECONDS,
        max_value=MOST_SECONDS,
        initial=USUAL_SECONDS,
        help_text=_(
            "One player’s turn, dice and talk included. Together with the length of the game it"
            " gives the number of turns."
        ),
    )


class CompareForm(forms.Form):
    """The study that stands beside the latest one."""

    compare = forms.ChoiceField(label=_("Compare with"), required=False)

    def __init__(self, latest: FairnessStudy, others: Sequence[FairnessStudy], data: Any) -> None:
        super().__init__(data)
        self.studies = {str(study.pk): study for study in others}
        field = cast("forms.ChoiceField", self.fields["compare"])
        field.choices = [
            ("", _("No other: the latest study alone")),
            *((key, _choice_text(study, latest)) for key, study in self.studies.items()),
        ]

    @property
    def chosen(self) -> FairnessStudy | None:
        """The study that was chosen, if any."""
        return self.studies.get(self.cleaned_data["compare"]) if self.is_valid() else None


def _choice_text(study: FairnessStudy, latest: FairnessStudy) -> str:
    """Return the settings in which a study differs, and when it was finished.

    It is compared with the latest study.
    """
    changes = changes_between(study.setting, latest.setting)
    words = " · ".join(f"{change.label} {change.earlier}" for change in changes)
    finished = localtime(study.finished_at, ZoneInfo(study.event.time_zone))
    day = date_format(finished, "SHORT_DATETIME_FORMAT")
    return f"{Truncator(words).chars(MAX_WORDS)} · {day} {finished.tzname()}"
