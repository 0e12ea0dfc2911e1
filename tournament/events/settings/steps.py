"""The steps for setting up an event, each with a summary of its present settings."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournament import visibility
from tournament.common.days_wording import days_markup
from tournament.common.finals import stages
from tournament.events import tie_break_wording
from tournament.events.edition_display import EDITION_NAMES
from tournament.events.forecast import forecast
from tournament.events.mode_wording import mode_label
from tournament.events.rule_texts import rulings_in_force
from tournament.events.settings import forms
from tournament.events.settings.criterion_texts import CRITERIA
from tournament.events.settings.fee_form import FeeForm, fee_in_words
from tournament.events.settings.finals_form import FinalsForm
from tournament.events.settings.registration_form import RegistrationStepForm, registration_in_words
from tournament.events.settings.teams_form import TeamsForm, teams_in_words
from tournament.models import Event
from tournament.visibility import Reader


class Step(NamedTuple):
    """One page of the settings.

    `code` is in its address, and `about` says what it decides. `in_words` gives an event's settings
    as sentences.
    """

    code: str
    title: str | Promise
    about: str | Promise
    form: type[forms.StepForm]
    in_words: Callable[[Event], list[str]]


def _place(event: Event) -> list[str]:
    days = days_markup(event.starts_on, event.ends_on)
    return [event.name, days, *([event.venue] if event.venue else []), event.time_zone]


def _game(event: Event) -> list[str]:
    edition = str(EDITION_NAMES[event.edition])
    changed = [ruling.value for ruling in rulings_in_force(event.rulings) if ruling.changed]
    corrected = [gettext("with corrected names or prices")] if event.edition_file else []
    return [edition, *corrected, *_length(event), *changed]


def _length(event: Event) -> list[str]:
    """Return how games end and the minutes of a round, once each."""
    mode = mode_label(event.mode, event.length_minutes)
    if event.mode == Event.Mode.TWO_HOUR:
        return [mode]
    minutes = ngettext("%(minutes)d minute", "%(minutes)d minutes", event.length_minutes)
    return [mode, minutes % {"minutes": event.length_minutes}]


def _tables(event: Event) -> list[str]:
    rounds = ngettext("%(rounds)d round", "%(rounds)d rounds", event.number_of_rounds)
    rounds %= {"rounds": event.number_of_rounds}
    if event.finals:
        rounds = gettext("%(rounds)s, the finals included") % {"rounds": rounds}
    sizes = ", ".join(map(str, event.table_sizes))
    return [
        rounds,
        gettext("Players at a table: %(sizes)s") % {"sizes": sizes},
        str(event.get_roles_display()),
    ]


def _seating(event: Event) -> list[str]:
    names = {option.code: str(option.name) for option in CRITERIA}
    swiss = gettext("Equal scores meet (Swiss system)")
    order = [names[code] for code in event.draw_order] or [gettext("The usual criteria")]
    return [*([swiss] if event.score_groups else []), " → ".join(order)]


def _scoring(event: Event) -> list[str]:
    points = " · ".join(map(str, event.points_by_place))
    labels = [capfirst(tie_break_wording.criterion_label(code)) for code in event.tie_breaks]
    left_out = tie_break_wording.discards_sentence(event.discards, event.least_counting)
    return [
        points,
        " → ".join(labels) or gettext("None: equal points share the rank."),
        *([left_out] if left_out else []),
        *([str(tie_break_wording.ROLES_MADE_UP_FOR)] if event.corrects_roles else []),
    ]


def _finals(event: Event) -> list[str]:
    found = [
        ngettext("%(final)s: %(rounds)d round", "%(final)s: %(rounds)d rounds", rounds)
        % {"final": stage.name, "rounds": rounds}
        + f", {forecast(stage.size, event.table_sizes).tables_text}"
        for stage in stages(event)
        for rounds in [stage.last - stage.first + 1]
    ]
    return found or [gettext("None: the standings after the last round decide.")]


def _live_display(event: Event) -> list[str]:
    told = gettext("Estimates: %(whom)s") % {"whom": event.get_advice_display()}
    found = [told]
    if event.board_delay:
        text = ngettext(
            "Running games are shown %(seconds)d second later",
            "Running games are shown %(seconds)d seconds later",
            event.board_delay,
        )
        found.append(text % {"seconds": event.board_delay})
    else:
        found.append(gettext("Running games are shown at once"))
    if visibility.sees_chances(Reader.PUBLIC, event):
        found.append(gettext("Pages show each player’s chance to win"))
    elif visibility.sees_turning_points(event):
        found.append(gettext("Replays of finished games show turning points"))
    return found


STEPS = (
    Step(
        "place",
        _("Name, days and place"),
        _("What players and spectators look for."),
        forms.PlaceForm,
        _place,
    ),
    Step(
        "game",
        _("The game"),
        _("The board on your tables, and how gaps in the printed book are closed."),
        forms.GameForm,
        _game,
    ),
    Step(
        "tables",
        _("Rounds and tables"),
        _("How often everybody plays, and how many sit at a table."),
        forms.TablesForm,
        _tables,
    ),
    Step(
        "seating",
        _("Who meets whom"),
        _("What the draw looks for when it seats the players."),
        forms.SeatingForm,
        _seating,
    ),
    Step(
        "scoring",
        _("Points and standings"),
        _("What a place at a table is worth, and who is ahead with equal points."),
        forms.ScoringForm,
        _scoring,
    ),
    Step(
        "finals",
        _("Cut to the finals"),
        _("Whether the best play on among themselves at the end, and how many of them."),
        FinalsForm,
        _finals,
    ),
    Step(
        "teams",
        _("Teams"),
        _(
            "Whether teams are ranked by the points of their members. After the first result "
            "this stays as it is."
        ),
        TeamsForm,
        teams_in_words,
    ),
    Step(
        "shown",
        _("What is shown while games run"),
        _("On the tablets and to spectators."),
        forms.ShownForm,
        _live_display,
    ),
    Step(
        "registration",
        _("Registration and e-mails"),
        _("Whether players register themselves, and what they are told by e-mail."),
        RegistrationStepForm,
        registration_in_words,
    ),
    Step(
        "fee",
        _("Fee"),
        _("What each player pays. It is noted here, never charged, and not shown in public."),
        FeeForm,
        fee_in_words,
    ),
)
BY_CODE = {step.code: step for step in STEPS}


def labelled_places() -> Iterator[tuple[str, str, str]]:
    """Yield each label on the steps' pages, its step's code and its fragment.

    Labels are in the reader's language. A step's title has no fragment.
    """
    for step in STEPS:
        yield str(step.title), step.code, ""
        if step.form.FOLDED_LABEL:
            yield str(step.form.FOLDED_LABEL), step.code, "#folded"
        for name, field in step.form.base_fields.items():
            if field.label != step.title:
                yield str(field.label), step.code, f"#id_{name}_setting"


def next_step(step: Step) -> Step | None:
    """Return the next step, or None after the last."""
    position = STEPS.index(step) + 1
    return STEPS[position] if position < len(STEPS) else None


def summary(event: Event) -> list[tuple[Step, list[str]]]:
    """Return every step with sentences about the event's settings."""
    return [(step, step.in_words(event)) for step in STEPS]


def context_of(step: Step) -> dict[str, Any]:
    """Return the context for a step's page, with the steps around it."""
    return {
        "step": step,
        "steps": STEPS,
        "position": STEPS.index(step) + 1,
        "next": next_step(step),
    }
