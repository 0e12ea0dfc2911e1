"""A study's setting in words, and what two of them differ in."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from referee.fairness.playing import corrects_roles, mode_of
from scoring.game.rulings import RULINGS
from tournament.events.edition_display import EDITION_NAMES
from tournament.events.mode_wording import MODE_CHOICES
from tournament.events.rule_texts import RULING_TEXTS
from tournament.events.settings.forms import GameForm, ScoringForm, TablesForm
from tournament.models import Event

Setting = dict[str, Any]


class Change(NamedTuple):
    """A setting in an earlier study and in the latest, in words."""

    label: str
    earlier: str
    latest: str


def changes_between(earlier: Setting, latest: Setting) -> list[Change]:
    """Return the differences of two settings.

    They are in the order of the event's settings.
    """
    lines = zip(_lines(earlier), _lines(latest), strict=True)
    changes = [Change(label, one, other) for (label, one), (_label, other) in lines if one != other]
    files = earlier["edition_file"], latest["edition_file"]
    if files[0] != files[1]:
        label = str(GameForm.base_fields["edition_file"].label)
        changes.append(Change(label, *_file_texts(*files)))
    return changes


def _file_texts(earlier: str, latest: str) -> tuple[str, str]:
    """Return the wording for the earlier and the latest edition.

    Both may be own editions, which may differ in a price alone.
    """
    printed, corrected = _("as printed"), _("corrected")
    if earlier and latest:
        return _("corrected in another way"), corrected
    return (corrected, printed) if earlier else (printed, corrected)


def _lines(setting: Setting) -> Iterator[tuple[str, str]]:
    """Yield the label and the text of everything but an own edition's file."""
    game, tables = GameForm.base_fields, TablesForm.base_fields
    code, rulings = setting["edition"], setting["rulings"]
    yield str(game["edition"].label), str(EDITION_NAMES.get(code, code))
    yield str(game["mode"].label), str(dict(MODE_CHOICES)[Event.Mode(mode_of(setting))])
    yield str(game["length_minutes"].label), str(setting["minutes"])
    yield _("Seconds per turn"), str(setting["seconds"])
    yield _("Turns of a game"), str(setting["turns"])
    for name, values in RULINGS.items():
        text = RULING_TEXTS[name]
        yield str(text.title), str(text.values[rulings.get(name, values[0])])
    yield str(tables["number_of_rounds"].label), str(setting["rounds"])
    yield str(tables["table_sizes"].label), _list_text(setting["sizes"])
    yield str(ScoringForm.base_fields["points_by_place"].label), _list_text(setting["points"])
    corrects = _("yes") if corrects_roles(setting) else _("no")
    yield str(ScoringForm.base_fields["corrects_roles"].label), corrects
    yield capfirst(_("players")), str(setting["players"])
    yield _("Simulated games of each way to play"), str(setting["games"])
    yield _("Simulated events"), str(setting["events"])


def _list_text(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))
